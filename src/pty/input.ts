/**
 * Reads along what the user types: finds Ctrl-Z, and whether the user spoke. Bytes are handed on unchanged and at once; nothing
 * is ever held back, and nothing that was typed is kept. How bytes become keys stands in keys.ts.
 */

import { type Key, KeyReader } from './keys.ts';

export interface InputRead {
  /** What to hand on: everything but Ctrl-Z. */
  readonly forward: readonly Uint8Array[];
  /** Ctrl-Z was typed. */
  readonly suspend: boolean;
  /** Printable text was typed or pasted and Enter followed, here or in pieces since the last time. */
  readonly spoke: boolean;
}

export interface InputWatcher {
  push(bytes: Uint8Array): InputRead;
}

/**
 * A 0x1A in a larger read than this, or in what comes right behind one, was not typed: it is part of something that was pasted
 * into a program without bracketed paste.
 */
const TYPED_BYTES = 16;
const BURST_MS = 100;
const [CTRL_C, CTRL_U, CTRL_W, CTRL_Z] = [0x03, 0x15, 0x17, 0x1a];

export interface InputOptions {
  /** Whether Ctrl-Z is ours. */
  readonly suspendKey: boolean;
  /** Milliseconds of a clock that never goes back. */
  readonly elapsed?: () => number;
}

export function createInputWatcher(options: InputOptions): InputWatcher {
  const { suspendKey, elapsed = () => performance.now() } = options;
  const keys = new KeyReader();
  const line = new TypedLine();
  let burstUntil = Number.NEGATIVE_INFINITY;

  return {
    push: (bytes) => {
      const now = elapsed();
      if (bytes.length > TYPED_BYTES) burstUntil = now + BURST_MS;
      const isTyped = now >= burstUntil;
      const forward: Uint8Array[] = [];
      let [start, suspend, spoke] = [0, false, false];
      keys.read(bytes, (key, from, to) => {
        if (line.takes(key)) spoke = true;
        if (!suspendKey || !isSuspendKey(key, isTyped, from)) return;
        suspend = true;
        if (from > start) forward.push(bytes.subarray(start, from));
        start = to;
      });
      if (start < bytes.length) forward.push(bytes.subarray(start));
      return { forward, suspend, spoke };
    },
  };
}

/** @param from where the key begins; before the read when it is split, and then it is too late to take it out */
function isSuspendKey(key: Key, isTyped: boolean, from: number): boolean {
  if (key.kind !== 'control' || key.code !== CTRL_Z || key.pasted || key.repeated || from < 0) return false;
  return key.encoded || isTyped;
}

/** Whether the line that is being typed holds text. The text itself is not kept. */
class TypedLine {
  #characters = 0;
  #hasText = false;
  #hasSpace = false;

  /** Returns whether the line was spoken by this key. */
  takes(key: Key): boolean {
    if (key.kind === 'text') this.#add(key.code);
    else if (key.kind === 'enter' && !key.pasted) return this.#enter();
    else if (key.kind === 'backspace') this.#remove();
    else if (key.kind === 'control' && !key.pasted) this.#control(key.code);
    return false;
  }

  #add(code: number): void {
    this.#characters++;
    if (code === 0x20) this.#hasSpace = true;
    else this.#hasText = true;
  }

  #enter(): boolean {
    const spoke = this.#hasText;
    this.#clear();
    return spoke;
  }

  #remove(): void {
    this.#characters--;
    if (this.#characters <= 0) this.#clear();
  }

  #control(code: number): void {
    if (code === CTRL_C || code === CTRL_U) this.#clear();
    // of several words it takes one, and there is text left
    if (code === CTRL_W && !this.#hasSpace) this.#clear();
  }

  #clear(): void {
    this.#characters = 0;
    this.#hasText = false;
    this.#hasSpace = false;
  }
}
