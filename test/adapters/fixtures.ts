/** Reads what was seen of an agent (fixtures/<id>), and tells what its patterns find there. */

import { readFileSync } from 'node:fs';

/** `resets_at`: the words that name the time. */
export interface LimitCase {
  readonly limit: boolean;
  readonly resets_at: string | null;
  readonly lines: readonly string[];
}

export interface FarewellCase {
  readonly id: string | null;
  readonly lines: readonly string[];
}

export function fixture(provider: string, name: string): string {
  return readFileSync(new URL(`../../fixtures/${provider}/${name}`, import.meta.url), 'utf8');
}

/** How long the patterns take on a line of 100,000 characters that nearly fits. */
export function longestMs(patterns: readonly string[], begin: string, repeated: string): number {
  const line = begin + repeated.repeat(Math.ceil(100_000 / repeated.length));
  const started = performance.now();
  for (const pattern of patterns) new RegExp(pattern, 'iu').exec(line);
  return performance.now() - started;
}
