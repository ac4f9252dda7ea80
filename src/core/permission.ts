/**
 * Permission levels and their order. What a level means to a provider stands in its adapter, what a session may get in
 * src/policy; this file only compares.
 */

/** From the strictest to the most permissive. */
export const LEVELS = ['read-only', 'ask', 'edits', 'auto', 'bypass'] as const;

export type Level = (typeof LEVELS)[number];

/** `held`: the agent cannot leave the level upwards while it runs. `at-launch`: it starts there, and can be raised inside. */
export type Strength = 'held' | 'at-launch';

/** How a level is put in force: by a flag, a variable, a settings overlay, or only by what the user declared. */
export interface Enforcement {
  readonly how: 'flag' | 'env' | 'settings' | 'declared';
  readonly what: string;
}

export function isLevel(value: unknown): value is Level {
  return (LEVELS as readonly unknown[]).includes(value);
}

export function isAbove(level: Level, ceiling: Level): boolean {
  return LEVELS.indexOf(level) > LEVELS.indexOf(ceiling);
}

/** The strictest of the levels; of none, the strictest there is, so that missing knowledge never raises. */
export function strictest(levels: readonly Level[]): Level {
  const lowest = Math.min(...levels.map((level) => LEVELS.indexOf(level)));
  return LEVELS[lowest] ?? 'read-only';
}
