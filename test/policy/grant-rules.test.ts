/**
 * Every combination of what is asked for, the ceiling, its strictness, the level granted last, the settings' and the provider's default
 * and what the provider can promise, against the rules of the design, written down as rules: of these exactly one fits each
 * combination, and it says what comes out.
 */

import assert from 'node:assert/strict';
import { expect, test } from 'vitest';
import { LEVELS, type Level } from '../../src/core/permission.ts';
import { decideGrant } from '../../src/policy/grant.ts';
import type { SettledPromise } from '../../src/policy/settle.ts';

/** Ranks: 0 is read-only, 4 is bypass; null is "nothing". */
interface Case {
  readonly asked: number | null;
  readonly ceiling: number;
  readonly strict: boolean;
  readonly last: number | null;
  readonly settings: number | null;
  readonly standard: number | null;
  /** By rank of the level: how far it reaches; undefined: there is no such level. */
  readonly reach: readonly (number | undefined)[];
}

const BYPASS = 4;

const has = ({ reach }: Case, level: number) => reach[level] !== undefined;
const fits = ({ reach, strict, ceiling }: Case, level: number) => !strict || (reach[level] ?? 0) <= ceiling;
const wanted = ({ last, settings, standard, ceiling }: Case) => last ?? settings ?? standard ?? ceiling;
const ranks = [0, 1, 2, 3, 4];

/** The highest level that is neither above what is wanted nor above the ceiling; -1: there is none. */
const lowered = (one: Case) =>
  Math.max(-1, ...ranks.filter((level) => has(one, level) && level <= wanted(one) && level <= one.ceiling));

/** It never asks by default, may not here, and could only be read-only instead, which nobody expects of it. */
const nothingBetween = (one: Case) =>
  wanted(one) === BYPASS && one.ceiling !== BYPASS && !ranks.slice(1, -1).some((level) => has(one, level));

const RULES: Readonly<Record<string, (one: Case) => boolean>> = {
  'above-ceiling': ({ asked, ceiling }) => asked !== null && asked > ceiling,
  'no-such-level': (one) => one.asked !== null && one.asked <= one.ceiling && !has(one, one.asked),
  'nothing-between': (one) => one.asked === null && nothingBetween(one),
  'nothing-below-ceiling': (one) => one.asked === null && !nothingBetween(one) && lowered(one) === -1,
  'reaches-above-ceiling': (one) =>
    one.asked === null
      ? !nothingBetween(one) && lowered(one) !== -1 && !fits(one, lowered(one))
      : one.asked <= one.ceiling && has(one, one.asked) && !fits(one, one.asked),
  ...Object.fromEntries(
    LEVELS.map((level, rank) => [
      level,
      (one: Case) =>
        has(one, rank) &&
        fits(one, rank) &&
        (one.asked === null
          ? !nothingBetween(one) && lowered(one) === rank
          : one.asked === rank && rank <= one.ceiling),
    ]),
  ),
};

/** Which levels there are, as the bits of a number, and how far each reaches. */
function promises(set: number, reachOf: (level: number) => number): readonly (number | undefined)[] {
  return ranks.map((level) => ((set >> level) & 1 ? reachOf(level) : undefined));
}

const REACHES = [(level: number) => level, (level: number) => Math.max(level, 3), () => BYPASS];

const MAYBE = [null, ...ranks] as const;

const AXES = {
  reach: REACHES.flatMap((reachOf) => Array.from({ length: 32 }, (_, set) => promises(set, reachOf))),
  asked: MAYBE,
  ceiling: ranks,
  strict: [true, false],
  last: MAYBE,
  settings: [null, 1, BYPASS],
  standard: MAYBE,
};

/** All ways to take one of each axis, one after the other: there are too many to hold. */
function* everyCase(axes: [string, readonly unknown[]][] = Object.entries(AXES), chosen: object = {}): Generator<Case> {
  const [axis, ...rest] = axes;
  if (axis === undefined) yield chosen as Case;
  else for (const value of axis[1]) yield* everyCase(rest, { ...chosen, [axis[0]]: value });
}

const level = (rank: number | null): Level | null => (rank === null ? null : (LEVELS[rank] ?? null));

function outcome({ asked, ceiling, strict, last, settings, standard, reach }: Case): string {
  const listed = reach.flatMap((reaches, rank) => (reaches === undefined ? [] : [[LEVELS[rank], promise(reaches)]]));
  const decided = decideGrant({
    adapter: { id: 'acme', title: 'Acme', defaultLevel: level(standard), levels: Object.fromEntries(listed) },
    asked: level(asked),
    ceiling: LEVELS[ceiling] ?? 'read-only',
    since: null,
    strict,
    lastGranted: level(last),
    settingsLevel: level(settings),
  });
  return decided.ok ? decided.level : decided.refusal.reason;
}

function promise(reaches: number): SettledPromise {
  return {
    args: [],
    strength: 'held',
    reaches: LEVELS[reaches] ?? 'bypass',
    enforcedBy: [],
    found: [],
    switchedOff: [],
  };
}

test('in every combination comes out what the one rule that fits says', () => {
  const seen = new Map<string, number>();
  let cases = 0;
  for (const one of everyCase()) {
    const fitting = Object.keys(RULES).filter((name) => RULES[name]?.(one));
    assert.equal(fitting.length, 1, `rules ${fitting.join()} fit ${JSON.stringify(one)}`);
    assert.equal(outcome(one), fitting[0], JSON.stringify(one));
    seen.set(fitting[0] ?? '', (seen.get(fitting[0] ?? '') ?? 0) + 1);
    cases += 1;
  }
  expect(cases).toBe(32 * 3 * 6 * 5 * 2 * 6 * 3 * 6);
  // each outcome occurs, so no rule is idle
  expect([...seen.keys()].sort()).toEqual(Object.keys(RULES).sort());
});
