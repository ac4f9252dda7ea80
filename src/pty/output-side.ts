/** What both kinds of user terminal share: output, and the news that nobody reads it. */

import { createOutput, type Output } from './output.ts';

export abstract class OutputSide {
  readonly #output: Output;
  #gone: (() => void) | undefined;
  #isGone = false;

  constructor() {
    this.#output = createOutput(() => this.lose());
  }

  write(bytes: Uint8Array): Promise<void> | undefined {
    return this.#isGone ? undefined : this.#output.write(bytes);
  }

  onGone(listener: () => void): void {
    this.#gone = listener;
  }

  protected lose(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#gone?.();
  }

  protected closeOutput(): void {
    this.#output.close();
  }
}
