/**
 * The way of the output: from the agent's terminal into a ring, at once on to the user's terminal, and later, in small slices,
 * to the screen model. It is where flow control lives: a reader that is slow, or a model that is far behind, makes it refuse
 * more output, so that nothing is dropped and memory is bounded.
 */

import type { Size } from './backend.ts';
import type { Modes } from './modes.ts';
import { createRing, type Ring } from './ring.ts';
import type { Screen } from './screen.ts';

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
const MAX_UNWRITTEN = 64 * 1024;
/** The model may be this far behind; then reading waits until it is half as far. */
const MAX_UNPARSED = 2 * 1024 * 1024;
const SLICE_MS = 1;
const SLICE_BYTES = 8 * 1024;
const HEAD_BYTES = 256;

export class Relay {
  readonly #options: RelayOptions;
  readonly #ring: Ring = createRing(RING_BYTES);
  #screen: Screen | undefined;
  #resizes: { readonly at: number; readonly size: Size }[] = [];
  #insertion: Uint8Array | undefined;
  #offered = 0;
  #writing: Promise<void> | undefined;
  #held = false;
  #discards = false;
  #refused = false;
  #flushPlanned = false;
  #parsePlanned = false;
  #head = '';
  #asked = { count: 0, at: Number.NEGATIVE_INFINITY };
  #finished: (() => void) | undefined;

  constructor(options: RelayOptions) {
    this.#options = options;
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

  /** The model is there, or undefined: there will be none. */
  connect(screen: Screen | undefined): void {
    this.#screen = screen ?? IDLE;
    this.#planParse();
  }

  /** What is read from now on was written at this size. */
  resizeScreen(size: Size): void {
    this.#resizes.push({ at: this.#ring.position.read, size });
    this.#planParse();
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

  /** Lets the model see all that was written. It must be connected. */
  parseAll(): void {
    while (this.#parseSlice()) {
      // the agent has ended: nothing else waits
    }
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
    this.#planParse();
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

  #planParse(): void {
    if (this.#parsePlanned || this.#screen === undefined) return;
    this.#parsePlanned = true;
    setImmediate(() => {
      this.#parsePlanned = false;
      const until = performance.now() + SLICE_MS;
      let more = this.#parseSlice();
      while (more && performance.now() < until) more = this.#parseSlice();
      this.#offerRoom();
      if (more) this.#planParse();
    });
  }

  /** Feeds the model with some bytes, or resizes it. Returns whether there is more. */
  #parseSlice(): boolean {
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
const IDLE: Screen = {
  feed: () => undefined,
  resize: () => undefined,
  snapshot: () => ({ lines: [], size: { cols: 80, rows: 24 }, title: null }),
  onReply: () => undefined,
  failures: 1,
};
