/** What stands in for a terminal where there is none: standard input and output as they are, a size that nobody changes. */

import type { Size } from './backend.ts';
import { OutputSide } from './output-side.ts';
import type { UserTerminal } from './terminal.ts';

const SIZE: Size = { cols: 80, rows: 24 };

export class StreamTerminal extends OutputSide implements UserTerminal {
  readonly isTerminal = false;
  #ended: () => void = () => undefined;
  #listener: (bytes: Uint8Array) => boolean = () => true;
  readonly #onData = (bytes: Buffer) => {
    if (!this.#listener(bytes)) this.pauseInput();
  };
  readonly #onEnd = () => this.#ended();

  size(): Size {
    return SIZE;
  }

  enterRaw(): void {
    // there is nothing to change
  }

  leaveRaw(): void {
    // nothing was changed
  }

  onInput(listener: (bytes: Uint8Array) => boolean): void {
    this.#listener = listener;
    process.stdin.on('data', this.#onData).on('end', this.#onEnd).on('error', this.#onEnd);
  }

  pauseInput(): void {
    process.stdin.pause();
  }

  resumeInput(): void {
    process.stdin.resume();
  }

  onEnd(listener: () => void): void {
    this.#ended = listener;
  }

  onResize(): void {
    // the size is fixed
  }

  refreshSize(): void {
    // the size is fixed
  }

  isForeground(): boolean {
    return true;
  }

  close(): void {
    process.stdin.off('data', this.#onData).off('end', this.#onEnd).off('error', this.#onEnd);
    process.stdin.pause();
    this.closeOutput();
  }
}
