/**
 * From an adapter's promise to what it is worth on this machine, in this folder: with the lock that it has where that is to be
 * used, and with what was found that lets things run unasked in spite of it. Pure.
 */

import { isAbove, LEVELS, type Level } from '../core/permission.ts';
import type { Adapter, LevelPromise } from '../provider/adapter.ts';
import type { Found } from '../provider/raise.ts';

/** A promise that counts here and now. */
export interface SettledPromise extends LevelPromise {
  /** What lets things run unasked and is not overridden; it is counted in `reaches`. */
  readonly found: readonly Found[];
  /** What the user has and the lock switches off in this run. */
  readonly switchedOff: readonly Found[];
}

export type SettledLevels = Readonly<Partial<Record<Level, SettledPromise>>>;

/**
 * A lock is used where a strict ceiling asks for it, and otherwise where it costs the user nothing: what the repository brings
 * along is not the user's own.
 */
export function settleLevels(levels: Adapter['levels'], found: readonly Found[], strict: boolean): SettledLevels {
  const settled: Partial<Record<Level, SettledPromise>> = {};
  for (const level of LEVELS) {
    const promise = levels[level];
    if (promise !== undefined) settled[level] = settle(level, promise, found, strict);
  }
  return settled;
}

function settle(level: Level, promise: LevelPromise, found: readonly Found[], strict: boolean): SettledPromise {
  const { lock, ...base } = promise;
  const costs = found.filter(({ id }) => lock?.costs.includes(id));
  const isLocked = lock !== undefined && (strict || costs.every(({ shared }) => shared));
  const chosen: LevelPromise = isLocked ? { ...lock, strength: 'held', reaches: level } : base;
  const left = found.filter(({ id, levels }) => levels.includes(level) && !chosen.overrides?.includes(id));
  const reaches = highest([level, chosen.reaches, ...left.map((one) => one.reaches)]);
  return {
    ...chosen,
    strength: isAbove(reaches, level) ? 'at-launch' : chosen.strength,
    reaches,
    found: left,
    switchedOff: isLocked ? costs : [],
  };
}

function highest(levels: readonly Level[]): Level {
  return LEVELS.findLast((level) => levels.includes(level)) ?? 'bypass';
}

/** Levels that a strict ceiling would have held and that are only stated at launch without it. */
export function lockable(levels: Adapter['levels'], found: readonly Found[]): readonly Level[] {
  const [loose, strict] = [settleLevels(levels, found, false), settleLevels(levels, found, true)];
  return LEVELS.filter((level) => loose[level]?.strength === 'at-launch' && strict[level]?.strength === 'held');
}
