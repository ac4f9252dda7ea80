/** A journal on a file that may not grow for a while: what waited follows in order when it may again. prlimit raises the limit. */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isContent } from '../../../src/journal/fold.ts';
import { startChild } from '../../journal/child.ts';
import { historyOf, numbersIn, tempFolder } from '../../journal/support.ts';

const isNumber = (line: string) => /^\d+$/.test(line);
const fresh = () => join(tempFolder(), 'session.jsonl');

test('when the file may grow again all that waited follows in order, behind a seal', async () => {
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

test('what no longer fits in the queue is counted in one gap', async () => {
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
