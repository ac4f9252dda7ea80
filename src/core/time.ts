/** Time as values: the clock that others are given, and the two forms in which time is written. */

export interface Clock {
  /** Unix time in milliseconds; may jump. */
  now(): number;
  /** Milliseconds of a clock that never goes back, for durations. */
  elapsed(): number;
}

/** RFC 3339 in UTC with milliseconds: the form of every `at`. */
export function formatAt(unixMs: number): string {
  return new Date(unixMs).toISOString();
}

/** Unix milliseconds of an `at`, or undefined when it is not one. */
export function parseAt(at: string): number | undefined {
  const unixMs = Date.parse(at);
  return Number.isNaN(unixMs) ? undefined : unixMs;
}

const UNITS: readonly (readonly [string, number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
];

/** A length of time for people: the largest fitting unit and, below it, one more (`1h 5m`, `42s`, `0s`). */
export function formatDuration(ms: number): string {
  const largest = UNITS.findIndex(([, size]) => ms >= size);
  if (largest === -1) return '0s';
  const [unit, size] = UNITS[largest] as readonly [string, number];
  const next = UNITS[largest + 1];
  const count = Math.floor(ms / size);
  const rest = next === undefined ? 0 : Math.floor((ms - count * size) / next[1]);
  return rest === 0 || next === undefined ? `${count}${unit}` : `${count}${unit} ${rest}${next[0]}`;
}
