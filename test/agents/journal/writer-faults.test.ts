/** System calls of a journal's writer that fail or kill, one by one, injected by strace. */

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isContent } from '../../../src/journal/fold.ts';
import { openJournal } from '../../../src/journal/writer.ts';
import { EVENTS, historyOf, tempFolder, tickingClock } from '../../journal/support.ts';

const CHILD = fileURLToPath(new URL('../../journal/children/append.mjs', import.meta.url));
const EVENT_COUNT = 8;

interface Outcome {
  readonly path: string;
  /** How often the journal was opened. */
  readonly opens: number;
  readonly acknowledged: readonly number[];
  readonly troubles: readonly (string | null)[];
  readonly closed: { readonly pending: number; readonly lost: number; readonly error: string | null } | undefined;
}

function appendUnder(injection: string): Outcome {
  const path = join(tempFolder(), 'session.jsonl');
  const trace = `${path}.trace`;
  const calls = 'trace=write,fdatasync,fsync,openat';
  const args = [
    '-f',
    '-o',
    trace,
    '-P',
    path,
    '-e',
    calls,
    '-e',
    `inject=${injection}`,
    process.execPath,
    CHILD,
    path,
    String(EVENT_COUNT),
  ];
  const { stdout } = spawnSync('strace', args, { input: '', encoding: 'utf8' });
  const said: unknown[] = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const objects = said.filter((value): value is Record<string, unknown> => typeof value === 'object' && value !== null);
  return {
    path,
    opens: readFileSync(trace, 'utf8').split('openat(').length - 1,
    acknowledged: said.filter((value) => typeof value === 'number'),
    troubles: objects.filter((value) => 'trouble' in value).map((value) => value['trouble'] as string | null),
    closed: objects.find((value) => 'pending' in value) as Outcome['closed'],
  };
}

/** Nothing acknowledged is gone, and a resume finds or makes the file content. */
function expectSound({ path, acknowledged }: Outcome): void {
  const text = readFileSync(path, 'utf8');
  expect(acknowledged.filter((n) => !new RegExp(`"line ${n}[ "]`).test(text))).toEqual([]);
  const { writer } = openJournal(path, tickingClock());
  expect(writer.append(EVENTS.ended, 1)).toBe(true);
  writer.close();
  const after = readFileSync(path);
  expect(after.subarray(0, text.length).toString()).toBe(text);
  expect(isContent(historyOf(after))).toBe(true);
}

test.each([
  'write:error=ENOSPC:when=1',
  'write:error=EDQUOT:when=1+',
  'fdatasync:error=EIO:when=1',
  'openat:error=EROFS:when=1',
  'openat:error=EMFILE:when=1',
])('a journal that cannot be made (%s) leaves nothing', (injection) => {
  const { path, acknowledged, closed } = appendUnder(injection);
  expect([existsSync(path), acknowledged, closed]).toEqual([false, [], undefined]);
});

test.each([2, 5, 9])('a full disk at write %d costs nothing when there is room again', (at) => {
  const outcome = appendUnder(`write:error=ENOSPC:when=${at}`);
  expect(outcome.troubles).toEqual([expect.stringContaining('ENOSPC'), null]);
  expect(outcome.closed).toEqual({ pending: 0, lost: 0, error: null });
  expect(historyOf(readFileSync(outcome.path))).toMatchObject({ events: EVENT_COUNT, damaged: 0 });
  expectSound(outcome);
});

test.each([
  ['ENOSPC', 'ENOSPC'],
  ['EDQUOT', 'quota'],
  ['EIO', 'EIO'],
])('%s that stays is said once, with all that waits', (errno, said) => {
  const outcome = appendUnder(`write:error=${errno}:when=4+`);
  expect(outcome.troubles).toEqual([expect.stringContaining(said)]);
  expect(outcome.closed).toEqual({ pending: EVENT_COUNT - 2, lost: 0, error: expect.stringContaining(said) });
  expectSound(outcome);
});

test('a sync that failed is distrusted: not acknowledged, a gap, and well again after one that works', () => {
  const outcome = appendUnder('fdatasync:error=EIO:when=2');
  expect(outcome.acknowledged).not.toContain(4);
  expect(outcome.opens).toBe(2);
  expect(outcome.troubles).toEqual([expect.stringContaining('fdatasync'), null]);
  const history = historyOf(readFileSync(outcome.path));
  expect(history).toMatchObject({ events: EVENT_COUNT + 1, lostEvents: 0 });
  expect(readFileSync(outcome.path, 'utf8')).toContain('"kind":"gap","lost":0,"error":"EIO');
  expectSound(outcome);
});

test('while no sync works nothing that follows is acknowledged', () => {
  const outcome = appendUnder('fdatasync:error=EIO:when=2+');
  expect(outcome.acknowledged).toEqual([1, 2, 3]);
  expect(outcome.closed).toEqual({ pending: 0, lost: 0, error: expect.stringContaining('EIO') });
  expectSound(outcome);
});

test.each([
  ...Array.from({ length: EVENT_COUNT }, (_, index) => `write:signal=SIGKILL:when=${index + 2}`),
  ...[1, 2, 3].map((index) => `fdatasync:signal=SIGKILL:when=${index}`),
])('killed at %s, all that was acknowledged is there', (injection) => {
  const outcome = appendUnder(injection);
  expect(outcome.closed).toBeUndefined();
  expectSound(outcome);
});
