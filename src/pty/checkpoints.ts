/** When to tell that the screen has changed: some time after a change, and never more often. What a checkpoint is used for, others know. */

import type { Delay } from './delay.ts';
import type { Snapshot } from './live-event.ts';

export interface CheckpointOptions {
  readonly intervalMs: number;
  readonly snapshot: () => Snapshot;
  readonly tell: (snapshot: Snapshot) => void;
  readonly delay: Delay;
}

export class Checkpoints {
  readonly #options: CheckpointOptions;
  #cancel: (() => void) | undefined;
  #told = '';

  constructor(options: CheckpointOptions) {
    this.#options = options;
  }

  /** Output was seen. Cheap: called for each piece of it. */
  changed(): void {
    this.#cancel ??= this.#options.delay(() => this.#tell(), this.#options.intervalMs);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = () => undefined;
  }

  #tell(): void {
    this.#cancel = undefined;
    const snapshot = this.#options.snapshot();
    const text = JSON.stringify(snapshot);
    if (text === this.#told) return;
    this.#told = text;
    this.#options.tell(snapshot);
  }
}
