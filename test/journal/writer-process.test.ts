/** The writer in a process that is killed, or on a file that may not grow: nothing that was acknowledged is lost. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isContent } from '../../src/journal/fold.ts';
import { openJournal } from '../../src/journal/writer.ts';
import { startChild } from './child.ts';
import { EVENTS, historyOf, numbersIn, tempFolder, tickingClock } from './support.ts';

const KILLS = Number(process.env['UULDANA_KILLS'] ?? 5);
const isNumber = (line: string) => /^\d+$/.test(line);
const fresh = () => join(tempFolder(), 'session.jsonl');

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
