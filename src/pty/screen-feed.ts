/**
 * Shows the screen model what was written to the terminal, later and in small slices, so that neither echo nor throughput waits
 * for it. Changes of size come in their place in the stream.
 */

import type { Size } from './backend.ts';
import type { Ring } from './ring.ts';
import type { Screen } from './screen.ts';

export interface ScreenFeedOptions {
  /** The model has seen something. */
  readonly onScreen: () => void;
  /** A slice is over; the ring may have room again. */
  readonly onSlice: () => void;
}

/** How long the event loop may wait for it, and what is parsed before the clock is looked at. */
const [SLICE_MS, SLICE_BYTES] = [1, 8 * 1024];
/** Agents that mark no updates draw a frame in one go and rest for longer: 20 to 50 ms make no difference, 100 lose lines. */
const REST_MS = 25;

export class ScreenFeed {
  readonly #ring: Ring;
  readonly #options: ScreenFeedOptions;
  #screen: Screen | undefined;
  #resizes: { readonly at: number; readonly size: Size }[] = [];
  #isPlanned = false;
  #rest: NodeJS.Timeout | undefined;

  constructor(ring: Ring, options: ScreenFeedOptions) {
    this.#ring = ring;
    this.#options = options;
  }

  /** The model is there, or undefined: there will be none. */
  connect(screen: Screen | undefined): void {
    this.#screen = screen ?? NO_SCREEN;
    this.plan();
  }

  /** What is read from now on was written at this size. */
  resize(size: Size): void {
    this.#resizes.push({ at: this.#ring.position.read, size });
    this.plan();
  }

  /** There is something to show. Cheap: called for each piece of output. */
  plan(): void {
    if (this.#isPlanned || this.#screen === undefined) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      const until = performance.now() + SLICE_MS;
      let hasMore = this.#showSome();
      while (hasMore && performance.now() < until) hasMore = this.#showSome();
      this.#options.onSlice();
      if (hasMore) this.plan();
      else this.#rests();
    });
  }

  /** What was shown is whole when nothing follows for a while. */
  #rests(): void {
    this.#rest?.refresh();
    this.#rest ??= setTimeout(() => {
      this.#rest = undefined;
      this.#screen?.settle();
    }, REST_MS).unref();
  }

  /** Shows all that was written, at once. The model must be connected. */
  showAll(): void {
    while (this.#showSome()) {
      // the agent has ended: nothing else waits
    }
  }

  /** Some bytes, or a change of size. Returns whether there may be more. */
  #showSome(): boolean {
    const next = this.#resizes[0];
    const bytes = this.#ring.unparsed(SLICE_BYTES, next?.at);
    if (bytes.length > 0) {
      this.#screen?.feed(bytes);
      this.#ring.parsed(bytes.length);
      this.#options.onScreen();
      return true;
    }
    if (next === undefined || next.at > this.#ring.position.parsed) return false;
    this.#resizes.shift();
    this.#screen?.resize(next.size);
    return true;
  }
}

/** Where the emulator cannot be loaded. */
const NO_SCREEN: Screen = {
  feed: () => undefined,
  resize: () => undefined,
  settle: () => undefined,
  finish: () => undefined,
  view: () => [],
  takeTranscript: () => [],
  snapshot: () => ({ lines: [], above: [], size: { cols: 80, rows: 24 }, title: null }),
  onReply: () => undefined,
  failures: 1,
};
