/** The writer in a process that is killed, or on a file that may not grow: nothing that was acknowledged is lost. */

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isContent } from '../../src/journal/fold.ts';
import { openJournal } from '../../src/journal/writer.ts';
import { startChild } from './child.ts';
import { EVENTS, historyOf, itemsOf, tempFolder, tickingClock } from './support.ts';

const KILLS = Number(process.env['UULDANA_KILLS'] ?? 5);
const isNumber = (line: string) => /^\d+$/.test(line);
const fresh = () => join(tempFolder(), 'session.jsonl');

/** The numbers of the child's events that a journal holds. */
function numbersIn(bytes: Uint8Array): number[] {
  return itemsOf(bytes).flatMap((item) => {
    if (item.type !== 'event') return [];
    const { event } = item;
    const text = event.kind === 'screen' ? event.lines[0] : event.kind === 'session.titled' ? event.title : undefined;
    const number = /^line (\d+)/.exec(text ?? '')?.[1];
    return number === undefined ? [] : [Number(number)];
  });
}

test.each(Array.from({ length: KILLS }, (_, index) => (index * 53) % 400))(
  'killed after %d events, a writer has lost none that it acknowledged',
  async (events) => {
    const path = fresh();
    const child = startChild('append.mjs', [path]);
    const seen = await child.until((line) => Number(line) >= events);
    await child.kill();
    const acknowledged = [...seen, ...(await child.until(() => false))].filter(isNumber).map(Number);
    const before = readFileSync(path);
    expect(numbersIn(before).slice(0, acknowledged.length)).toEqual(acknowledged);
    const { writer } = openJournal(path, tickingClock());
    expect(writer.append(EVENTS.ended, 1)).toBe(true);
    writer.close();
    const after = readFileSync(path);
    expect(after.subarray(0, before.length)).toEqual(before);
    expect(isContent(historyOf(after))).toBe(true);
  },
);

test('on a file that may not grow events wait, and what was written stays readable', async () => {
  const path = fresh();
  const child = startChild('append.mjs', [path, '60'], 'ulimit -f 16; exec "$@"');
  const said = await child.until((line) => line === '"done"');
  child.endInput();
  const closed = JSON.parse((await child.next()) ?? 'null');
  const acknowledged = said.filter(isNumber).map(Number);
  expect(said.filter((line) => line.includes('trouble')).length).toBe(1);
  expect(closed).toEqual({
    pending: 60 - acknowledged.length,
    lost: 0,
    error: expect.stringMatching(/EFBIG|only \d+ of \d+ bytes/),
  });
  expect(numbersIn(readFileSync(path))).toEqual(acknowledged);
  const { history, writer } = openJournal(path, tickingClock());
  expect(history.endsWithNewline).toBe(false);
  writer.append(EVENTS.ended, 1);
  writer.close();
  expect(historyOf(readFileSync(path))).toMatchObject({ unsealedDamage: 0, chainBreaks: 0, missingSeq: 0, seals: 1 });
});

test('where not even a header fits no journal is left behind', async () => {
  const folder = tempFolder();
  const child = startChild('append.mjs', [join(folder, 'session.jsonl')], 'ulimit -f 0; exec "$@" 2>&1');
  expect((await child.until(() => false)).join(' ')).toContain('cannot be written: EFBIG');
  expect(readdirSync(folder)).toEqual([]);
});

const canRaise = spawnSync('prlimit', ['--version']).status === 0;

test.skipIf(!canRaise)('when the file may grow again all that waited follows in order, behind a seal', async () => {
  const path = fresh();
  const child = startChild('append.mjs', [path, '60'], 'ulimit -S -f 16; exec "$@"');
  await child.until((line) => line === '"done"');
  spawnSync('prlimit', ['--pid', String(child.process.pid), '--fsize=unlimited:unlimited']);
  child.process.kill('SIGUSR2');
  expect(await child.next()).toBe('{"trouble":null}');
  expect(await child.next()).toBe('{"flushed":true,"pending":0,"lost":0}');
  child.endInput();
  expect(await child.next()).toBe('{"pending":0,"lost":0,"error":null}');
  const bytes = readFileSync(path);
  expect(numbersIn(bytes)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  expect(historyOf(bytes)).toMatchObject({ damaged: 1, seals: 1, lostEvents: 0 });
  expect(isContent(historyOf(bytes))).toBe(true);
});

test.skipIf(!canRaise)('what no longer fits in the queue is counted in one gap', async () => {
  const path = fresh();
  const child = startChild('append.mjs', [path, '1200'], 'ulimit -S -f 16; exec "$@"');
  const said = await child.until((line) => line === '"done"');
  const lost = 1200 - said.filter(isNumber).length - 1000;
  spawnSync('prlimit', ['--pid', String(child.process.pid), '--fsize=unlimited:unlimited']);
  child.endInput();
  const [closed] = (await child.until((line) => line.includes('pending'))).slice(-1);
  expect(JSON.parse(closed ?? '')).toEqual({ pending: 0, lost, error: expect.any(String) });
  const history = historyOf(readFileSync(path));
  expect(history).toMatchObject({ lostEvents: lost, seals: 1 });
  expect(isContent(history)).toBe(true);
  expect(history.events).toBe(1200 - lost + 2);
});
