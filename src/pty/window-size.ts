/** The size of the terminal, as the agent and the screen model are told of it. */

import type { Size } from './backend.ts';
import { delay } from './delay.ts';

export interface WindowSizeOptions {
  /** The terminal's size now. */
  readonly read: () => Size;
  readonly tellAgent: (size: Size) => void;
  readonly tellScreen: (size: Size) => void;
  /** Bytes of output so far. */
  readonly output: () => number;
}

/** At least this lies between the two changes of a kick, and at most that when the agent draws nothing. */
const [KICK_MS, LONGEST_KICK_MS] = [50, 1000];

export class WindowSize {
  readonly #options: WindowSizeOptions;
  #now: Size;
  #isPlanned = false;

  constructor(options: WindowSizeOptions) {
    this.#options = options;
    this.#now = options.read();
  }

  /** The size that was told last. */
  get now(): Size {
    return this.#now;
  }

  /** It may have changed. Told once a turn of the event loop, however many signals arrive: the last size wins. */
  changed(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      this.#tell(this.#options.read());
    });
  }

  /**
   * Makes the agent draw anew what others have drawn over, by a size that is wrong until it has drawn something: many programs
   * look at the size and not at the signal. The terminal's size, and so the screen's, stays what it is.
   */
  kick(): void {
    const { cols, rows } = this.#now;
    this.#options.tellAgent({ cols, rows: rows > 1 ? rows - 1 : rows + 1 });
    this.#endKick(this.#options.output(), performance.now() + LONGEST_KICK_MS);
  }

  #endKick(outputBefore: number, until: number): void {
    delay(() => {
      const hasDrawn = this.#options.output() > outputBefore || performance.now() >= until;
      if (hasDrawn) this.#options.tellAgent(this.#now);
      else this.#endKick(outputBefore, until);
    }, KICK_MS);
  }

  #tell(size: Size): void {
    if (size.cols === this.#now.cols && size.rows === this.#now.rows) return;
    this.#now = size;
    this.#options.tellAgent(size);
    this.#options.tellScreen(size);
  }
}
