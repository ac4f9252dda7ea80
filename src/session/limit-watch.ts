/**
 * Which limits a run's agent announces while it lives, each announcement once. Words may vanish again before the run ends, and stay
 * on the screen long after they have been said. Knows neither the journal nor the screen model.
 */

import { parseAt } from '../core/time.ts';
import type { Limit } from '../journal/event.ts';
import { type Announcement, limitsShown } from './limits.ts';

export interface LimitWatchRequest {
  readonly adapter: Parameters<typeof limitsShown>[0];
  /** Of the agent's process. */
  readonly zone: string;
  readonly now: () => number;
  readonly redact: (text: string) => string;
  readonly onLimit: (limit: Limit) => void;
}

/** A countdown names another time at each look, and means the same. */
const SAME_WITHIN_MS = 10 * 60_000;

export class LimitWatch {
  readonly #request: LimitWatchRequest;
  #shown: readonly Announcement[] = [];
  #standing: readonly Announcement[] = [];
  readonly #told: Announcement[] = [];

  constructor(request: LimitWatchRequest) {
    this.#request = request;
  }

  /** The screen while the run lives. While an announcement is being written its time may be cut off, so it has to be seen twice. */
  look(lines: readonly string[]): void {
    const { adapter, zone, now } = this.#request;
    const before = this.#shown;
    this.#shown = limitsShown(adapter, lines, { now: now(), zone });
    this.#settle(this.#shown.filter((one) => before.some((other) => isSame(one, other) || isSameWords(one, other))));
  }

  /** The last screen. What an agent draws when it leaves may hide what it announced a moment before. */
  end(lines: readonly string[]): void {
    const { adapter, zone, now } = this.#request;
    const before = this.#shown;
    this.#shown = limitsShown(adapter, lines, { now: now(), zone });
    this.#settle([
      ...this.#shown,
      ...before.filter((one) => !this.#shown.some(({ pattern }) => pattern === one.pattern)),
    ]);
  }

  /** The limit that is in force now, as far as is known: one that ends later, or that the last screen shows without a time. */
  inForce(): Limit | null {
    const { now } = this.#request;
    const ahead = this.#told.findLast(({ resets_at }) => (parseAt(resets_at ?? '') ?? 0) > now());
    const found =
      ahead ?? this.#told.findLast((one) => one.resets_at === null && this.#shown.some((other) => isSame(one, other)));
    return found === undefined ? null : this.#limitOf(found);
  }

  #settle(settled: readonly Announcement[]): void {
    // one that stood there already is not read anew: "3pm" would be tomorrow's once it is past
    const fresh = settled.filter((one) => !this.#standing.some((other) => isSameWords(one, other)));
    this.#standing = settled;
    for (const one of fresh) {
      if (this.#told.some((other) => isSame(one, other))) continue;
      this.#told.push(one);
      this.#request.onLimit(this.#limitOf(one));
    }
  }

  #limitOf({ text, resets_at }: Announcement): Limit {
    return { kind: 'limit', text: this.#request.redact(text), resets_at };
  }
}

function isSameWords(one: Announcement, other: Announcement): boolean {
  return one.pattern === other.pattern && one.said === other.said;
}

function isSame(one: Announcement, other: Announcement): boolean {
  if (one.pattern !== other.pattern) return false;
  const [a, b] = [parseAt(one.resets_at ?? ''), parseAt(other.resets_at ?? '')];
  return a === undefined || b === undefined ? a === b && one.said === other.said : Math.abs(a - b) <= SAME_WITHIN_MS;
}
