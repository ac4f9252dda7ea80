import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  journalPath,
  listJournalFiles,
  openJournalFile,
  readHistory,
  readItems,
  readSummary,
  visitItems,
} from '../../src/journal/file.ts';
import { summaryOf } from '../../src/journal/summary.ts';
import { createJournal } from '../../src/journal/writer.ts';
import {
  appendAll,
  EVENTS,
  HEADER,
  historyOf,
  itemsOf,
  RUN,
  SESSION,
  tempFolder,
  tickingClock,
  writeJournal,
} from './support.ts';

const isRoot = process.getuid?.() === 0;

/** What stands at the path, and why it is refused. */
const STRANGERS: readonly [string, (path: string, folder: string) => void, string][] = [
  ['nothing', () => undefined, 'does not exist'],
  [
    'a symbolic link to a journal',
    (path, folder) => {
      writeJournal(join(folder, 'real'));
      symlinkSync(join(folder, 'real'), path);
    },
    'is a symbolic link',
  ],
  ['a dangling link', (path) => symlinkSync('/nowhere/at/all', path), 'is a symbolic link'],
  [
    'a journal with a second name',
    (path, folder) => {
      writeJournal(path);
      linkSync(path, join(folder, 'second'));
    },
    'has another hard link',
  ],
  ['a FIFO that nobody writes to', (path) => spawnSync('mkfifo', ['-m', '600', path]), 'is not a regular file'],
  ['a folder', (path) => mkdirSync(path, { mode: 0o700 }), 'is not a regular file'],
  ['a link to a device', (path) => symlinkSync('/dev/zero', path), 'is a symbolic link'],
  [
    'a journal that the group may read',
    (path) => {
      writeJournal(path);
      chmodSync(path, 0o640);
    },
    'is open to others (mode 0640)',
  ],
  [
    'a journal that all may read',
    (path) => {
      writeJournal(path);
      chmodSync(path, 0o644);
    },
    'is open to others (mode 0644)',
  ],
];

test.each(STRANGERS)('%s is refused with its reason', (_, make, reason) => {
  const folder = tempFolder();
  const path = journalPath(folder, SESSION);
  make(path, folder);
  expect(openJournalFile(path)).toMatchObject({ refused: reason });
  expect(readHistory(path)).toEqual({ ok: false, reason });
  expect(readSummary(path)).toEqual({ ok: false, reason });
  expect(readItems(path)).toEqual({ ok: false, reason });
});

test('a socket is refused', async () => {
  const path = join(tempFolder(), 'socket');
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(path, resolve));
  expect(openJournalFile(path)).toMatchObject({ refused: 'is not a regular file' });
  server.close();
});

test('a device and a file of another user are refused', () => {
  expect(openJournalFile('/dev/zero')).toMatchObject({ refused: 'is not a regular file' });
  // for everybody but root a file of the system is another user's; root can give one away
  const foreign = isRoot ? journalPath(tempFolder(), SESSION) : '/etc/passwd';
  if (isRoot) {
    writeJournal(foreign);
    chownSync(foreign, 65_534, 65_534);
  }
  expect(readHistory(foreign)).toEqual({ ok: false, reason: 'belongs to another user' });
});

test('a journal is read as its bytes say, whatever their number', () => {
  const path = journalPath(tempFolder(), SESSION);
  for (const runs of [1, 40]) {
    rmSync(path, { force: true });
    writeJournal(path, runs);
    appendFileSync(path, 'torn');
    const bytes = readFileSync(path);
    expect(readHistory(path)).toEqual({ ok: true, history: historyOf(bytes) });
    expect(readItems(path)).toEqual({ ok: true, items: itemsOf(bytes) });
  }
});

test('items are given one by one', () => {
  const path = journalPath(tempFolder(), SESSION);
  writeJournal(path, 1);
  const types: string[] = [];
  expect(visitItems(path, ({ type }) => types.push(type))).toEqual({ ok: true });
  expect(types).toEqual(['header', ...RUN.map(() => 'event')]);
});

/** A session whose first run showed so much that its end alone is more than a list reads. */
function writeLongJournal(path: string): void {
  const writer = createJournal(path, HEADER, tickingClock());
  const screen = { ...EVENTS.screen, lines: Array.from({ length: 120 }, (_, n) => `${n} ${'x'.repeat(1000)}`) };
  appendAll(writer, [EVENTS.permission, EVENTS.started, screen, EVENTS.ended], 1);
  appendAll(
    writer,
    [
      EVENTS.permission,
      { ...EVENTS.started, pid: 7 },
      EVENTS.screen,
      { ...EVENTS.ended, sums: { ...EVENTS.ended.sums, runs: 2 } },
    ],
    2,
  );
  writer.close();
}

test.each<[string, (path: string) => void]>([
  ['short', (path) => writeJournal(path, 1)],
  ['long', writeLongJournal],
  ['empty', (path) => writeFileSync(path, '', { mode: 0o600 })],
  [
    'without an end',
    (path) => {
      writeLongJournal(path);
      truncateSync(path, readFileSync(path).length - 500);
    },
  ],
])('the summary of a journal that is %s is that of its history', (_, write) => {
  const path = journalPath(tempFolder(), SESSION);
  write(path);
  const { title, ...expected } = summaryOf(historyOf(readFileSync(path)));
  const read = readSummary(path);
  expect(read).toMatchObject({ ok: true, summary: expected });
  expect(read.ok && [null, EVENTS.ended.sums.title]).toContain(title);
});

test('the journals of a folder are listed by age, everything else is refused', () => {
  const folder = tempFolder();
  const later = SESSION.replace('01934b2c', '01944b2c');
  for (const session of [later, SESSION]) writeJournal(journalPath(folder, session));
  const strangers = [
    '.hidden',
    `${SESSION}.jsonl.replaced-1`,
    `${SESSION.toUpperCase()}.jsonl`,
    'notes.txt',
    'x.jsonl',
  ].sort();
  for (const name of strangers) writeFileSync(join(folder, name), '');
  const { files, refused } = listJournalFiles(folder);
  expect(files).toEqual([SESSION, later].map((session) => ({ session, path: join(folder, `${session}.jsonl`) })));
  expect(refused).toEqual(
    strangers.map((name) => ({ file: join(folder, name), reason: 'is not named like a journal' })),
  );
});

test('a folder that does not exist holds no journals, and one that is a file is an error', () => {
  const folder = tempFolder();
  expect(listJournalFiles(join(folder, 'none'))).toEqual({ files: [], refused: [] });
  writeFileSync(join(folder, 'file'), '');
  expect(() => listJournalFiles(join(folder, 'file'))).toThrow(expect.objectContaining({ code: 'data-dir' }));
});

const HUGE_BYTES = 256 * 1024 * 1024;

test('a huge sparse journal is read in bounded memory', () => {
  const path = journalPath(tempFolder(), SESSION);
  writeJournal(path, 1);
  truncateSync(path, HUGE_BYTES);
  const before = process.memoryUsage().rss;
  const read = readHistory(path);
  expect(process.memoryUsage().rss - before).toBeLessThan(HUGE_BYTES / 4);
  expect(read).toMatchObject({ ok: true, history: { events: 10, damaged: 1, bytes: HUGE_BYTES } });
});
