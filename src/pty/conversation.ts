/**
 * What is collected of a run. Without `capture: 'conversation'` only visits to the alternate screen are, since the emulator keeps the
 * rest. A collector that fails is replaced by an empty one behind a gap.
 */

import { Collector, type Frame, type Line } from './collector/collector.ts';
import { MAX_LINES } from './lines.ts';
import type { Capture } from './live-event.ts';

/** Lines that follow on each other. `gap`: some may be missing before the first. */
export interface Batch {
  readonly lines: readonly string[];
  readonly gap: boolean;
}

export interface ConversationOptions {
  readonly capture: Capture;
  readonly chrome: readonly RegExp[];
}

export class Conversation {
  readonly #options: ConversationOptions;
  #collector: Collector;
  #onAlternate = false;
  /** Final lines: of this visit, or those that nobody has taken. */
  #final: Line[] = [];

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.#collector = new Collector(options);
  }

  get isWhole(): boolean {
    return this.#options.capture === 'conversation';
  }

  frame(frame: Frame): void {
    this.#try((collector) => collector.frame(frame));
    this.#final.push(...this.#collector.take());
    if (!this.isWhole) this.#final = this.#final.slice(-MAX_LINES);
  }

  switchTo(screen: 'normal' | 'alternate'): void {
    this.#onAlternate = screen === 'alternate';
    if (!this.isWhole && this.#onAlternate) {
      this.#collector = new Collector(this.#options);
      this.#final = [];
    }
    this.#try((collector) => collector.switchTo(screen));
    this.#final.push(...this.#collector.take());
  }

  resized(): void {
    this.#try((collector) => collector.resized());
  }

  /** The last lines, and those before that are not final or were not taken. */
  lines(): { readonly above: readonly string[]; readonly lines: readonly string[] } {
    const all = [...this.#final, ...this.#collector.open()].map(({ text }) => text.trimEnd());
    return { above: all.slice(0, -MAX_LINES), lines: all.slice(-MAX_LINES) };
  }

  /** Final lines before the last 120 that exist; at the end of all before the last 120. They are told once. */
  take(): readonly Batch[] {
    const spare = Math.max(0, this.#final.length + this.#collector.open().length - MAX_LINES);
    return batches(this.#final.splice(0, spare));
  }

  /** All that was seen is final. */
  finish(): void {
    this.#final.push(...this.#collector.take(), ...this.#collector.open());
    this.#collector = new Collector(this.#options);
  }

  #try(action: (collector: Collector) => void): void {
    try {
      action(this.#collector);
    } catch {
      // what it knew but for its final lines is lost, which the gap says; the agent goes on
      this.#collector = new Collector({ ...this.#options, gap: true });
      if (this.#onAlternate) this.#collector.switchTo('alternate');
    }
  }
}

function batches(lines: readonly Line[]): readonly Batch[] {
  const found: { lines: string[]; gap: boolean }[] = [];
  for (const { text, gap } of lines) {
    const last = found.at(-1);
    if (last === undefined || gap) found.push({ lines: [text.trimEnd()], gap });
    else last.lines.push(text.trimEnd());
  }
  return found;
}
