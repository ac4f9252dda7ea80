/**
 * Bytes on their way into a descriptor that may refuse them: written at once where possible, else kept in order and tried
 * again after a growing pause. A program that never reads costs a few system calls a second and nothing else. The descriptor
 * and the clock are given; it does no input or output itself.
 */

import { errnoOf } from '../core/errors.ts';
import type { Delay } from './delay.ts';

export interface WriteQueueOptions {
  /** Writes some of the bytes and returns how many; throws EAGAIN when there is no room, anything else when nobody will read. */
  readonly write: (bytes: Uint8Array) => number;
  readonly delay: Delay;
  /** Called when nothing waits any more. */
  readonly onEmpty: () => void;
}

const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 100;

export class WriteQueue {
  readonly #options: WriteQueueOptions;
  #chunks: Uint8Array[] = [];
  #waiting = 0;
  #pauseMs = FIRST_PAUSE_MS;
  #cancel: (() => void) | undefined;
  #closed = false;

  constructor(options: WriteQueueOptions) {
    this.#options = options;
  }

  /** Bytes that were given and not written. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Copies what cannot be written at once, so that the caller may use its buffer again. */
  push(bytes: Uint8Array): void {
    if (this.#closed) return;
    const rest = this.#waiting === 0 ? this.#write(bytes) : bytes;
    if (rest.length === 0) return;
    this.#chunks.push(Uint8Array.from(rest));
    this.#waiting += rest.length;
    this.#cancel ??= this.#retryLater();
  }

  /** Tries at once: for when there is reason to think that there is room. */
  retry(): void {
    if (this.#waiting === 0 || this.#closed) return;
    this.#cancel?.();
    this.#cancel = undefined;
    const before = this.#waiting;
    this.#writeChunks();
    this.#pauseMs = this.#waiting < before ? FIRST_PAUSE_MS : Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
    if (this.#waiting > 0) this.#cancel = this.#retryLater();
    else if (!this.#closed) this.#options.onEmpty();
  }

  close(): void {
    this.#closed = true;
    this.#chunks = [];
    this.#waiting = 0;
    this.#cancel?.();
  }

  #retryLater(): () => void {
    return this.#options.delay(() => this.retry(), this.#pauseMs);
  }

  #writeChunks(): void {
    for (let chunk = this.#chunks[0]; chunk !== undefined; chunk = this.#chunks[0]) {
      const rest = this.#write(chunk);
      if (this.#closed) return;
      this.#waiting -= chunk.length - rest.length;
      if (rest.length > 0) {
        this.#chunks[0] = rest;
        return;
      }
      this.#chunks.shift();
    }
  }

  /** Writes until there is no room; returns what is left. */
  #write(bytes: Uint8Array): Uint8Array {
    let rest = bytes;
    try {
      while (rest.length > 0) rest = rest.subarray(this.#options.write(rest));
    } catch (error) {
      if (errnoOf(error) !== 'EAGAIN') this.close();
    }
    return this.#closed ? rest.subarray(rest.length) : rest;
  }
}
