/** A handoff never raises a permission, whatever was granted, and whatever the next provider has. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAbove, LEVELS, type Level, strictest } from '../../src/core/permission.ts';
import type { History } from '../../src/journal/fold.ts';
import { decideGrant } from '../../src/policy/grant.ts';
import type { SettledPromise } from '../../src/policy/settle.ts';
import { carriedLevel } from '../../src/session/handoff.ts';

const level = fc.constantFrom(...LEVELS);
const historyOf = (granted: readonly (Level | null)[]) =>
  ({
    runs: granted.map((effective) => ({ permission: effective === null ? null : { effective } })),
  }) as unknown as History;

function promise(of: Level, reaches: Level): SettledPromise {
  const strength = of === reaches ? 'held' : 'at-launch';
  return { args: [], strength, reaches, enforcedBy: [], found: [], switchedOff: [] };
}

const provider = fc.uniqueArray(level, { minLength: 1 }).chain((levels) =>
  fc.record({
    levels: fc.constant(Object.fromEntries(levels.map((one) => [one, promise(one, one)]))),
    defaultLevel: fc.option(fc.constantFrom(...levels)),
    id: fc.constant('acme'),
    title: fc.constant('Acme'),
  }),
);

test('what nobody asked for is never above what was granted last, nor bypass; what is asked for never above the ceiling', () => {
  const facts = fc.record({
    granted: fc.array(fc.option(level), { maxLength: 4 }),
    ceiling: level,
    strict: fc.boolean(),
    asked: fc.option(level),
    settingsLevel: fc.option(level),
    adapter: provider,
  });
  fc.assert(
    fc.property(facts, ({ granted, ceiling, strict, asked, settingsLevel, adapter }) => {
      const lastGranted = carriedLevel(historyOf(granted));
      const decided = decideGrant({ adapter, ceiling, strict, asked, settingsLevel, since: 'then', lastGranted });
      if (!decided.ok) return;
      expect(isAbove(decided.level, ceiling)).toBe(false);
      if (asked !== null) return;
      const last = granted.findLast((one) => one !== null) ?? 'read-only';
      expect(isAbove(decided.level, strictest([last, 'auto']))).toBe(false);
    }),
    { numRuns: 3000 },
  );
});

test.each([
  [[], 'read-only'],
  [['ask'], 'ask'],
  [['ask', 'bypass'], 'auto'],
  [['bypass', 'edits', null], 'edits'],
] as const)('after %j it starts from %s', (granted, expected) => {
  expect(carriedLevel(historyOf(granted))).toBe(expected);
});
