/**
 * The way of the output: from the agent's terminal into a ring, at once on to the user's terminal, and later to the screen model
 * (screen-feed.ts). It is where flow control lives: a reader that is slow, or a model that is far behind, makes it refuse
 * more output, so that nothing is dropped and memory is bounded.
 */

import type { Modes } from './modes.ts';
import { createRing, type Ring } from './ring.ts';
import { ScreenFeed } from './screen-feed.ts';

export interface RelayOptions {
  readonly modes: Modes;
  /** As `write` of UserTerminal. */
  readonly write: (bytes: Uint8Array) => Promise<void> | undefined;
  /** Reading may go on. */
  readonly onRoom: () => void;
  /** The screen model has seen new output. */
  readonly onScreen: () => void;
}

const RING_BYTES = 4 * 1024 * 1024;
/** The kernel gives at most 4 KiB at a time (Linux 6, n_tty.c); more would only leave gaps before the ring's end. */
const READ_BYTES = 16 * 1024;
const WRITE_BYTES = 64 * 1024;
/** Unwritten bytes that may wait for a slow reader. */
const MAX_UNWRITTEN = 256 * 1024;
/** The model may be this far behind; then reading waits until it is half as far. */
const MAX_UNPARSED = 2 * 1024 * 1024;
const HEAD_BYTES = 256;

export class Relay {
  readonly #options: RelayOptions;
  readonly #ring: Ring = createRing(RING_BYTES);
  #insertion: Uint8Array | undefined;
  #offered = 0;
  #writing: Promise<void> | undefined;
  #held = false;
  #discards = false;
  #refused = false;
  #flushPlanned = false;
  #head = '';
  #asked = { count: 0, at: Number.NEGATIVE_INFINITY };
  #finished: (() => void) | undefined;

  /** The way to the screen model. */
  readonly screen: ScreenFeed;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.screen = new ScreenFeed(this.#ring, { onScreen: options.onScreen, onSlice: () => this.#offerRoom() });
  }

  get bytesRead(): number {
    return this.#ring.position.read;
  }

  /** When the last question to the terminal was written (`performance.now`); -Infinity when there was none. */
  get askedAt(): number {
    return this.#asked.at;
  }

  /** The first bytes of the output, as Latin-1, or all if they were no more than 256. */
  get head(): string {
    return this.#ring.position.read <= HEAD_BYTES ? this.#head : '';
  }

  space(): Uint8Array {
    const space = this.#ring.space(READ_BYTES);
    this.#offered = space.length;
    return space;
  }

  /** So many bytes were read into `space`. False: read no more until `onRoom`. */
  filled(count: number): boolean {
    if (this.#head.length < HEAD_BYTES) this.#keepHead(count);
    this.#ring.commit(count);
    // a full read means that more is to come: then fewer, larger writes
    if (count < this.#offered || this.#unwritten() >= WRITE_BYTES) this.#flush();
    else this.#planFlush();
    this.#refused = !this.#hasRoom();
    return !this.#refused;
  }

  /** Writes bytes of our own as soon as they split nothing of the agent's. Those that still wait are replaced. */
  insert(bytes: Uint8Array): void {
    this.#insertion = bytes;
    this.#flush();
  }

  /** Writes nothing more until `release`. Resolves when what is being written is. */
  async hold(): Promise<void> {
    this.#held = true;
    await this.#writing;
  }

  release(): void {
    this.#held = false;
    this.#flush();
    this.#offerRoom();
  }

  /** From now on the terminal gets nothing any more; the model still does. */
  discard(): void {
    this.#discards = true;
    this.release();
  }

  /** Resolves when all that was read is written. */
  written(): Promise<void> {
    return new Promise((resolve) => {
      this.#finished = resolve;
      this.#flush();
    });
  }

  #keepHead(count: number): void {
    const bytes = this.#ring.space(Math.min(count, HEAD_BYTES - this.#head.length));
    this.#head += Buffer.from(bytes).toString('latin1');
  }

  #unwritten(): number {
    return this.#ring.position.read - this.#ring.position.written;
  }

  #unparsed(): number {
    return this.#ring.position.read - this.#ring.position.parsed;
  }

  #hasRoom(): boolean {
    const isSlow = (this.#writing !== undefined || this.#held) && this.#unwritten() >= MAX_UNWRITTEN;
    const limit = this.#refused ? MAX_UNPARSED / 2 : MAX_UNPARSED;
    return !isSlow && this.#unparsed() < limit;
  }

  #offerRoom(): void {
    if (!this.#refused || !this.#hasRoom()) return;
    this.#refused = false;
    this.#options.onRoom();
  }

  #planFlush(): void {
    if (this.#flushPlanned) return;
    this.#flushPlanned = true;
    setImmediate(() => {
      this.#flushPlanned = false;
      this.#flush();
    });
  }

  #flush(): void {
    while (this.#writing === undefined && !this.#held && (this.#insertNow() || this.#unwritten() > 0))
      this.#writeSome();
    if (this.#writing === undefined && this.#unwritten() === 0) this.#finished?.();
    this.screen.plan();
  }

  #writeSome(): void {
    const bytes = this.#ring.unwritten(WRITE_BYTES);
    if (this.#writing !== undefined || bytes.length === 0) return;
    this.#write(bytes, () => {
      const { modes } = this.#options;
      this.#ring.wrote(bytes.length);
      modes.push(bytes);
      if (modes.asked > this.#asked.count) this.#asked = { count: modes.asked, at: performance.now() };
    });
  }

  /** Writes what waits to be put in, if it may be now. Returns whether it did. */
  #insertNow(): boolean {
    const bytes = this.#insertion;
    if (bytes === undefined || !this.#options.modes.atRest) return false;
    this.#insertion = undefined;
    this.#write(bytes, () => this.#options.modes.push(bytes));
    return true;
  }

  #write(bytes: Uint8Array, done: () => void): void {
    this.#writing = this.#discards ? undefined : this.#options.write(bytes);
    if (this.#writing === undefined) {
      done();
      return;
    }
    void this.#writing.then(() => {
      this.#writing = undefined;
      done();
      this.#flush();
      this.#offerRoom();
    });
  }
}
