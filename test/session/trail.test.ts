import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DataDir } from '../../src/session/data-dir.ts';
import { keepTrail, readTrailOf } from '../../src/session/trail.ts';
import { tempFolder } from '../provider/temp-folder.ts';

const LOG = { run: 'r1', from: 16 };

function lab() {
  const live = tempFolder();
  mkdirSync(join(live, 's1'));
  const data = { live } as DataDir;
  return { data, file: join(live, 's1', 'trail.json'), keeper: keepTrail(data, 's1', 2, 1000) };
}

test('what is kept of a run is there after a crash, and until when it was alone', () => {
  const { data, keeper } = lab();
  keeper.note({ run: null, from: 16 }, true, 2000);
  keeper.note(LOG, true, 3000);
  keeper.note(LOG, true, 4000);
  const kept = { run: 2, since: 1000, aloneUntil: 4000, log: LOG };
  expect(keeper.trail()).toEqual(kept);
  expect(readTrailOf(data, 's1', 2)).toEqual(kept);
  expect(readTrailOf(data, 's1', 1)).toBeNull();
});

test('who was not alone once is not alone again', () => {
  const { data, keeper } = lab();
  keeper.note(LOG, true, 2000);
  keeper.note(LOG, false, 3000);
  keeper.note(LOG, true, 4000);
  expect(keeper.trail().aloneUntil).toBeNull();
  expect(readTrailOf(data, 's1', 2)).toEqual({ run: 2, since: 1000, aloneUntil: null, log: LOG });
});

test('where it was not looked whether it is alone, it was until it was started', () => {
  const { data, keeper } = lab();
  keeper.note(LOG, null, 2000);
  expect(readTrailOf(data, 's1', 2)?.aloneUntil).toBe(1000);
});

test('as long as nothing changes the file is not written again', () => {
  const { file, keeper } = lab();
  keeper.note(LOG, true, 2000);
  const { ino } = statSync(file);
  keeper.note(LOG, true, 3000);
  expect(statSync(file)).toMatchObject({ ino, mtimeMs: 3000 });
});

test.each([
  '',
  'null',
  '[]',
  '{"run":2}',
  '{"run":"2","since":1}',
  '{"run":2,"since":1,"log":{"run":5}}',
  'x'.repeat(5000),
])('of %j nothing is believed that is not there', (text) => {
  const { data, file } = lab();
  writeFileSync(file, text, { mode: 0o600 });
  expect(readTrailOf(data, 's1', 2) ?? { log: null, aloneUntil: null }).toMatchObject({ log: null, aloneUntil: null });
});

test('a folder that is gone ends nothing', () => {
  const { data, file, keeper } = lab();
  rmSync(join(file, '..'), { recursive: true });
  keeper.note(LOG, true, 2000);
  expect(readTrailOf(data, 's1', 2)).toBeNull();
});
