/** What others do to a journal while a run writes it: it is noticed, said, and the record goes on at the same path. */

import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { isContent } from '../../src/journal/fold.ts';
import { createJournal, openJournal } from '../../src/journal/writer.ts';
import { appendAll, EVENTS, HEADER, historyOf, itemsOf, tempFolder, tickingClock, writeJournal } from './support.ts';

const { permission, identity, started, input, screen, ended, suspended } = EVENTS;

function liveJournal() {
  const path = join(tempFolder(), 'session.jsonl');
  const said: (string | null)[] = [];
  const writer = createJournal(path, HEADER, tickingClock(), { onTrouble: (message) => said.push(message) });
  appendAll(writer, [permission, identity, started, input, suspended], 1);
  return { path, writer, said };
}

const kindsAt = (path: string) =>
  itemsOf(readFileSync(path)).map((item) => (item.type === 'event' ? item.event.kind : item.type));

const historyAt = (path: string) => historyOf(readFileSync(path));

test.each<[string, (path: string) => void]>([
  ['removed', (path) => rmSync(path)],
  ['moved away', (path) => renameSync(path, `${path}.old`)],
])('a journal that was %s goes on in a new file that can be resumed from', (_, take) => {
  const { path, writer, said } = liveJournal();
  take(path);
  expect(writer.append(screen, 1)).toBe(true);
  expect(said).toEqual([expect.stringContaining('removed'), null]);
  expect(kindsAt(path)).toEqual(['header', 'gap', 'permission', 'identity', 'run.started', 'input', 'screen']);
  writer.append(ended, 1);
  expect(writer.close()).toEqual({ pending: 0, lost: 1, error: expect.stringContaining('removed') });
  const history = historyAt(path);
  expect(isContent(history)).toBe(true);
  expect(history).toMatchObject({
    header: HEADER,
    lostEvents: 1,
    runs: [{ run: 1, started: true, spokenSinceIdentity: true, pid: 4242, ended: true }],
  });
});

test('a removed journal is noticed without an event too', () => {
  const { path, writer, said } = liveJournal();
  rmSync(path);
  expect(writer.flush()).toBe(true);
  expect(said.length).toBe(2);
  expect(kindsAt(path)).toContain('gap');
  expect(writer.flush()).toBe(true);
  expect(said.length).toBe(2);
});

test.each<[string, (path: string) => void]>([
  ['another file', (path) => writeFileSync(`${path}.new`, 'precious')],
  ['a folder', (path) => mkdirSync(`${path}.new`)],
  ['a symbolic link', (path) => symlinkSync('/dev/null', `${path}.new`)],
])('%s in place of the journal is moved aside, not touched', (_, make) => {
  const { path, writer, said } = liveJournal();
  make(path);
  renameSync(path, `${path}.old`);
  renameSync(`${path}.new`, path);
  expect(writer.append(ended, 1)).toBe(true);
  writer.close();
  expect(said[0]).toContain('replaced');
  expect(readdirSync(dirname(path)).sort()).toEqual(['session.jsonl', 'session.jsonl.old', 'session.jsonl.replaced-1']);
  expect(historyAt(path)).toMatchObject({ header: HEADER, runs: [{ started: true, ended: true }] });
});

test('strangers are never overwritten by one another', () => {
  const { path, writer } = liveJournal();
  for (const text of ['first', 'second']) {
    rmSync(path);
    writeFileSync(path, text);
    expect(writer.append(suspended, 1)).toBe(true);
  }
  writer.close();
  expect(['.replaced-1', '.replaced-2'].map((end) => readFileSync(path + end, 'utf8'))).toEqual(['first', 'second']);
  expect(historyAt(path)).toMatchObject({ header: HEADER, chainBreaks: 0, missingSeq: 0 });
});

test('an emptied journal gets its header and what the run stands on again', () => {
  const { path, writer, said } = liveJournal();
  truncateSync(path, 0);
  expect(writer.append(ended, 1)).toBe(true);
  expect(writer.close()).toMatchObject({ lost: 1 });
  expect(said[0]).toContain('changed');
  expect(kindsAt(path)).toEqual(['header', 'gap', 'permission', 'identity', 'run.started', 'input', 'run.ended']);
  expect(isContent(historyAt(path))).toBe(true);
});

test('a journal that was cut within a line is sealed there; what was lost comes again or is counted', () => {
  const { path, writer } = liveJournal();
  const whole = readFileSync(path);
  const cutAt = whole.indexOf('"kind":"run.started"');
  truncateSync(path, cutAt);
  expect(writer.append(screen, 1)).toBe(true);
  expect(writer.close()).toMatchObject({ lost: 1 });
  const after = readFileSync(path);
  expect(after.subarray(0, cutAt)).toEqual(whole.subarray(0, cutAt));
  expect(kindsAt(path)).toEqual([
    'header',
    'permission',
    'identity',
    'damaged',
    'seal',
    'gap',
    'run.started',
    'input',
    'screen',
  ]);
  expect(historyOf(after)).toMatchObject({ unsealedDamage: 0, chainBreaks: 0, missingSeq: 0, lostEvents: 1 });
});

test('bytes that something else added stay, are sealed and told', () => {
  const { path, writer, said } = liveJournal();
  appendFileSync(path, 'echo of a shell');
  expect(writer.append(ended, 1)).toBe(true);
  expect(writer.close()).toEqual({ pending: 0, lost: 0, error: null });
  expect(said).toEqual([expect.stringContaining('changed'), null]);
  expect(kindsAt(path).slice(-4)).toEqual(['damaged', 'seal', 'gap', 'run.ended']);
  expect(isContent(historyAt(path))).toBe(true);
});

test('with its folder gone events wait, and are all there when the folder comes back', () => {
  const { path, writer, said } = liveJournal();
  rmSync(dirname(path), { recursive: true });
  expect(writer.append(screen, 1)).toBe(false);
  expect(writer.append(ended, 1)).toBe(false);
  expect(writer.flush()).toBe(false);
  expect([writer.pending, writer.lost]).toEqual([2, 0]);
  expect(writer.trouble).toContain('ENOENT');
  mkdirSync(dirname(path), { mode: 0o700 });
  expect(writer.flush()).toBe(true);
  expect(said).toEqual([expect.stringContaining('removed'), null]);
  expect(writer.close()).toMatchObject({ pending: 0, lost: 1 });
  expect(kindsAt(path).slice(-2)).toEqual(['screen', 'run.ended']);
});

test('what still waits at the end is told', () => {
  const { path, writer } = liveJournal();
  rmSync(dirname(path), { recursive: true });
  writer.append(ended, 1);
  expect(writer.close()).toEqual({ pending: 1, lost: 0, error: expect.stringContaining('ENOENT') });
});

test('a resumed session whose journal is removed counts all its events as lost but those the run stands on', () => {
  const path = join(tempFolder(), 'session.jsonl');
  writeJournal(path, 2);
  const { writer } = openJournal(path, tickingClock());
  appendAll(writer, [permission, identity, started], 3);
  rmSync(path);
  expect(writer.flush()).toBe(true);
  expect(writer.close()).toMatchObject({ lost: 20 });
  expect(historyAt(path)).toMatchObject({ header: HEADER, lostEvents: 20, runs: [{ run: 3, started: true }] });
});
