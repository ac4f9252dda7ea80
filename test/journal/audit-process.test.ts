/** Many processes record at once, some are killed meanwhile: nothing that was recorded is lost or torn for good. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { kindsIn, recordsIn, stateOf, WHOLE } from './audit-support.ts';
import { startChild } from './child.ts';
import { tempFolder } from './support.ts';

const runs = (path: string) =>
  recordsIn(path).flatMap(({ fields }) => (fields['kind'] === 'recovery' ? [fields['run']] : []));

test('twenty processes at once lose no record, and each keeps its own order', async () => {
  const root = tempFolder();
  const writers = Array.from({ length: 20 }, (_, index) => startChild('audit.mjs', [root, '10', String(index + 1)]));
  for (const writer of writers) expect(await writer.until(() => false)).toEqual(['done']);
  const path = join(root, 'audit.jsonl');
  const wanted = writers.flatMap((_, index) => Array.from({ length: 10 }, (__, n) => (index + 1) * 1000 + n + 1));
  expect(runs(path).toSorted()).toEqual(wanted.toSorted());
  expect(stateOf(path)).toEqual(WHOLE);
  for (const first of [1, 20]) {
    const own = runs(path).filter((run) => Math.floor(Number(run) / 1000) === first);
    expect(own).toEqual(own.toSorted());
  }
});

test('writers that are killed leave a log that is whole or sealed', async () => {
  const root = tempFolder();
  const path = join(root, 'audit.jsonl');
  const killed = [1, 2, 3].map((run) => startChild('audit.mjs', [root, '100000', String(run)]));
  await expect
    .poll(() => (kindsOrNone(path).length > 50 ? 'going on' : 'waiting'), { timeout: 20_000 })
    .toBe('going on');
  await Promise.all(killed.map((writer) => writer.kill()));
  const last = startChild('audit.mjs', [root, '1', '9']);
  expect(await last.until(() => false)).toEqual(['done']);
  expect(runs(path).at(-1)).toBe(9001);
  expect(stateOf(path)).toMatchObject({ unsealedDamage: 0, chainBreaks: 0, missingSeq: 0 });
});

function kindsOrNone(path: string): readonly string[] {
  try {
    return kindsIn(path);
  } catch {
    return []; // not made yet
  }
}
