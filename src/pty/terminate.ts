/**
 * How a run is ended against the agent's will: a ladder of signals to its whole process group, each rung with time to comply.
 * Signals and timers are given, so that the ladder is a table and a small machine and nothing more.
 */

import type { Delay } from './delay.ts';

export interface Grace {
  /** From the first signal to TERM. */
  readonly hangupMs: number;
  /** From TERM to KILL. */
  readonly terminateMs: number;
}

export const DEFAULT_GRACE: Grace = { hangupMs: 2000, terminateMs: 5000 };

export interface Rung {
  readonly signal: NodeJS.Signals;
  /** How long it has before the next rung. */
  readonly waitMs: number;
}

/** The signal that was passed on, then TERM, then KILL; a passed-on TERM is not sent twice. */
export function rungsFrom(first: NodeJS.Signals, grace: Grace): readonly Rung[] {
  const last: Rung = { signal: 'SIGKILL', waitMs: 0 };
  if (first === 'SIGTERM') return [{ signal: first, waitMs: grace.terminateMs }, last];
  return [{ signal: first, waitMs: grace.hangupMs }, { signal: 'SIGTERM', waitMs: grace.terminateMs }, last];
}

export interface LadderOptions {
  readonly grace: Grace;
  /** Signals the whole group. */
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly delay: Delay;
}

export class Ladder {
  readonly #options: LadderOptions;
  #rungs: readonly Rung[] = [];
  #cancel: (() => void) | undefined;
  #reason: string | null = null;

  constructor(options: LadderOptions) {
    this.#options = options;
  }

  /** Why the run is being ended; null while it is not. */
  get reason(): string | null {
    return this.#reason;
  }

  /** Steps on the ladder, or, when that was done before, goes to its end at once. */
  begin(signal: NodeJS.Signals, reason: string): void {
    const isSecond = this.#reason !== null;
    this.#reason ??= reason;
    this.#rungs = isSecond ? [{ signal: 'SIGKILL', waitMs: 0 }] : rungsFrom(signal, this.#options.grace);
    this.#next();
  }

  /** No more signals. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#rungs = [];
  }

  #next(): void {
    this.#cancel?.();
    const [rung, ...rest] = this.#rungs;
    if (rung === undefined) return;
    this.#rungs = rest;
    this.#options.kill(rung.signal);
    // a stopped program sees no signal but KILL before it goes on
    this.#options.kill('SIGCONT');
    this.#cancel = rest.length === 0 ? undefined : this.#options.delay(() => this.#next(), rung.waitMs);
  }
}
