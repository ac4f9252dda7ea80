import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UuldanaError } from '../../src/core/errors.ts';
import { isContent } from '../../src/journal/fold.ts';
import { createJournal, openJournal } from '../../src/journal/writer.ts';
import {
  appendAll,
  chained,
  EVENTS,
  HEADER,
  historyOf,
  itemsOf,
  RUN,
  recorded,
  tempFolder,
  tickingClock,
  writeJournal,
} from './support.ts';

const fresh = () => join(tempFolder(), 'session.jsonl');
const historyAt = (path: string) => historyOf(readFileSync(path));

test('a new journal holds its header before anything else, for the user alone', () => {
  const path = fresh();
  const writer = createJournal(path, HEADER, tickingClock());
  expect(itemsOf(readFileSync(path))).toMatchObject([{ type: 'header', header: HEADER, terminated: true }]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(writer.close()).toEqual({ pending: 0, lost: 0, error: null });
});

test('the umask does not make a journal unreadable', () => {
  const path = fresh();
  const before = process.umask(0o777);
  try {
    createJournal(path, HEADER, tickingClock()).close();
  } finally {
    process.umask(before);
  }
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('events are numbered, timed by the clock and chained', () => {
  const path = fresh();
  const writer = createJournal(path, HEADER, tickingClock());
  appendAll(writer, RUN, 1);
  expect(writer.append(EVENTS.gap, null)).toBe(true);
  writer.close();
  const history = historyAt(path);
  expect(history).toMatchObject({ events: 11, lastSeq: 11, damaged: 0, unknown: 0, lostEvents: 2 });
  expect(isContent(history)).toBe(true);
  expect(itemsOf(readFileSync(path))[2]).toMatchObject({
    event: { seq: 2, at: '2026-01-02T03:04:07.678Z', run: 1, ...EVENTS.identity },
  });
});

test('an opened journal goes on where it ended, and nothing is written before the first event', () => {
  const path = fresh();
  writeJournal(path, 1);
  const before = readFileSync(path);
  const { history, writer } = openJournal(path, tickingClock());
  expect(history).toEqual(historyOf(before));
  expect(readFileSync(path)).toEqual(before);
  appendAll(writer, RUN, 2);
  writer.close();
  expect(readFileSync(path).subarray(0, before.length)).toEqual(before);
  expect(historyAt(path)).toMatchObject({
    lastSeq: 20,
    chainBreaks: 0,
    missingSeq: 0,
    seals: 0,
    runs: [{ run: 1 }, { run: 2 }],
  });
});

test.each([
  ['a torn line', '{"seq":11,"at', 13],
  ['zeros', '\0\0\0\0', 4],
])('after %s the first event comes behind a newline and a seal', (_, tail, damaged_bytes) => {
  const path = fresh();
  writeJournal(path, 1);
  appendFileSync(path, tail);
  const before = readFileSync(path);
  const { history, writer } = openJournal(path, tickingClock());
  expect(history).toMatchObject({ unsealedDamage: 1, tailBytes: damaged_bytes });
  writer.append(EVENTS.input, 2);
  writer.close();
  const after = readFileSync(path);
  expect(after.subarray(0, before.length + 1)).toEqual(Buffer.concat([before, Buffer.from('\n')]));
  expect(itemsOf(after).slice(-2)).toMatchObject([
    { event: { kind: 'seal', seq: 11, damaged_bytes }, chainBreak: false },
    { event: { kind: 'input', seq: 12, run: 2 }, chainBreak: false },
  ]);
  expect(historyOf(after)).toMatchObject({ damaged: 1, unsealedDamage: 0, missingSeq: 0 });
  expect(isContent(historyOf(after))).toBe(true);
});

test('a last line that only lacks its newline is kept and sealed as whole', () => {
  const path = fresh();
  writeJournal(path, 1);
  const whole = readFileSync(path);
  writeFileSync(path, whole.subarray(0, -1), { mode: 0o600 });
  const { writer } = openJournal(path, tickingClock());
  writer.append(EVENTS.input, 2);
  writer.close();
  const after = readFileSync(path);
  expect(after.subarray(0, whole.length)).toEqual(whole);
  expect(itemsOf(after).slice(-2)).toMatchObject([
    { event: { kind: 'seal', damaged_bytes: 0 } },
    { event: { kind: 'input' } },
  ]);
  expect(historyOf(after)).toMatchObject({ damaged: 0, events: 12 });
});

test('a damaged last line with a newline is no torn tail: it stays reported', () => {
  const path = fresh();
  writeJournal(path, 1);
  appendFileSync(path, 'changed by hand\n');
  const { writer } = openJournal(path, tickingClock());
  writer.append(EVENTS.input, 2);
  writer.close();
  expect(historyAt(path)).toMatchObject({ seals: 0, damaged: 1, unsealedDamage: 1 });
});

test('a file without a readable header is gone on with, under the strictest ceiling', () => {
  const path = fresh();
  writeFileSync(path, '{"format":"uuldana-jour', { mode: 0o600 });
  const { history, writer } = openJournal(path, tickingClock());
  expect(history).toMatchObject({ header: null, ceiling: 'read-only', strict: true });
  expect(writer.append(EVENTS.input, 1)).toBe(true);
  writer.close();
  expect(historyAt(path)).toMatchObject({ damaged: 1, unsealedDamage: 0, events: 2 });
});

test('a journal of a newer version is never appended to', () => {
  const path = fresh();
  writeFileSync(path, chained([{ ...HEADER, version: 2 }, recorded(1, EVENTS.input)]), { mode: 0o600 });
  const before = readFileSync(path);
  expect(() => openJournal(path, tickingClock())).toThrow(expect.objectContaining({ code: 'journal-newer' }));
  expect(readFileSync(path)).toEqual(before);
});

test.each<[string, (path: string, folder: string) => void]>([
  ['absent', () => undefined],
  ['a folder', (path) => mkdirSync(path)],
  [
    'a symbolic link',
    (path, folder) => {
      writeJournal(join(folder, 'real'));
      symlinkSync(join(folder, 'real'), path);
    },
  ],
  [
    'a hard link',
    (path, folder) => {
      writeJournal(join(folder, 'real'));
      linkSync(join(folder, 'real'), path);
    },
  ],
  [
    'open to others',
    (path) => {
      writeJournal(path);
      chmodSync(path, 0o640);
    },
  ],
])('a journal that is %s is not opened for writing', (_, make) => {
  const folder = tempFolder();
  const path = join(folder, 'session.jsonl');
  make(path, folder);
  expect(() => openJournal(path, tickingClock())).toThrow(expect.objectContaining({ code: 'journal-unwritable' }));
});

test.each<[string, (path: string) => string]>([
  [
    'a journal stands there already',
    (path) => {
      writeFileSync(path, 'mine');
      return path;
    },
  ],
  [
    'a dangling link stands there',
    (path) => {
      symlinkSync('/nowhere/at/all', path);
      return path;
    },
  ],
  ['the folder is missing', (path) => join(path, 'deeper.jsonl')],
])('no journal is made when %s, and nothing is left behind', (_, make) => {
  const folder = tempFolder();
  const path = make(join(folder, 'session.jsonl'));
  const before = readdirSync(folder);
  const creating = () => createJournal(path, HEADER, tickingClock());
  expect(creating).toThrow(UuldanaError);
  expect(creating).toThrow(expect.objectContaining({ code: 'journal-unwritable' }));
  expect(readdirSync(folder)).toEqual(before);
});

test('an event that no line can hold is lost and counted, and the next ones are written', () => {
  const path = fresh();
  const said: (string | null)[] = [];
  const writer = createJournal(path, HEADER, tickingClock(), { onTrouble: (message) => said.push(message) });
  expect(writer.append({ ...EVENTS.screen, lines: ['x'.repeat(1024 * 1024)] }, 1)).toBe(false);
  expect(writer.append(EVENTS.input, 1)).toBe(true);
  expect(said).toEqual([expect.stringContaining('longer'), null]);
  expect(writer.close()).toEqual({ pending: 0, lost: 1, error: expect.stringContaining('longer') });
  expect(historyAt(path)).toMatchObject({ events: 2, lostEvents: 1, damaged: 0, missingSeq: 0 });
});

test('after the end nothing is written, and what comes is lost', () => {
  const path = fresh();
  const writer = createJournal(path, HEADER, tickingClock());
  writer.append(EVENTS.input, 1);
  writer.close();
  const before = readFileSync(path);
  expect(writer.append(EVENTS.input, 1)).toBe(false);
  expect(writer.flush()).toBe(false);
  expect(writer.close()).toMatchObject({ pending: 0, lost: 1 });
  expect(readFileSync(path)).toEqual(before);
});
