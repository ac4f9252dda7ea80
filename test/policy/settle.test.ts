import { expect, test } from 'vitest';
import type { Level } from '../../src/core/permission.ts';
import { lockable, settleLevels } from '../../src/policy/settle.ts';
import type { LevelPromise } from '../../src/provider/adapter.ts';
import type { Found } from '../../src/provider/raise.ts';

const lock = { args: ['--locked'], enforcedBy: [], overrides: ['rules', 'hooks'], costs: ['rules', 'status'] };

const levels = {
  ask: { args: ['--ask'], strength: 'at-launch', reaches: 'auto', enforcedBy: [], lock },
  edits: { args: ['--edits'], strength: 'held', reaches: 'edits', enforcedBy: [] },
} as const satisfies Partial<Record<Level, LevelPromise>>;

const one = (id: string, changes: Partial<Found> = {}): Found => ({
  id,
  what: id,
  file: '~/.acme.json',
  levels: ['ask'],
  reaches: 'auto',
  shared: false,
  count: 1,
  ...changes,
});

const rules = one('rules');
const status = one('status', { levels: [] });

// what was found, strict, then: is the lock used, how well is ask held, what is said to be found, what is switched off
test.each([
  ['nothing', [], false, '--locked', 'held', [], []],
  ['nothing', [], true, '--locked', 'held', [], []],
  ["the user's rules", [rules], false, '--ask', 'at-launch', ['rules'], []],
  ["the user's rules", [rules], true, '--locked', 'held', [], ['rules']],
  ["the repository's rules", [one('rules', { shared: true })], false, '--locked', 'held', [], ['rules']],
  ['what costs and raises nothing', [status], false, '--ask', 'at-launch', [], []],
  ['what costs and raises nothing', [status], true, '--locked', 'held', [], ['status']],
  ['what raises and costs nothing', [one('hooks')], false, '--locked', 'held', [], []],
  ['what no lock overrides', [one('policy')], true, '--locked', 'at-launch', ['policy'], []],
  ['what raises other levels', [one('policy', { levels: ['edits'] })], true, '--locked', 'held', [], []],
] as const)('%s, strict: %4$s', (_, found, strict, argument, strength, named, off) => {
  const { ask } = settleLevels(levels, found, strict);
  expect(ask?.args).toEqual([argument]);
  expect(ask?.strength).toBe(strength);
  expect(ask?.reaches).toBe(strength === 'held' ? 'ask' : 'auto');
  expect(ask?.found.map(({ id }) => id)).toEqual(named);
  expect(ask?.switchedOff.map(({ id }) => id)).toEqual(off);
});

test('a level that is held without a lock is not, where something raises it', () => {
  const found = [one('policy', { levels: ['edits'], reaches: 'bypass' })];
  expect(settleLevels(levels, found, false).edits).toMatchObject({ strength: 'at-launch', reaches: 'bypass', found });
  expect(settleLevels(levels, [], false).edits).toMatchObject({ strength: 'held', reaches: 'edits', found: [] });
});

test('what lies below the level does not lower what it reaches', () => {
  const found = [one('policy', { levels: ['edits'], reaches: 'ask' })];
  expect(settleLevels(levels, found, false).edits).toMatchObject({ strength: 'held', reaches: 'edits' });
});

test('which levels a strict ceiling would hold', () => {
  expect(lockable(levels, [rules])).toEqual(['ask']);
  expect(lockable(levels, [])).toEqual([]);
  expect(lockable(levels, [rules, one('policy')])).toEqual([]);
});
