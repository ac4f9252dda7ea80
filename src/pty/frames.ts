/**
 * Takes frames of the emulator when the agent has drawn one: at the end of a synchronised update, else when the output rests, and
 * before what is shown is lost. It takes little of the time that passes, and what it skips the next frame shows.
 */

import type headless from '@xterm/headless';
import type { Frame } from './collector/collector.ts';
import { rowsFrom } from './rows.ts';

/** Who gets them. None of it throws. */
export interface FrameSink {
  frame(frame: Frame): void;
  /** The frames that follow are of this screen. */
  switchTo(screen: 'normal' | 'alternate'): void;
  resized(): void;
}

export interface FramesOptions {
  readonly terminal: headless.Terminal;
  readonly sink: FrameSink;
  /** Milliseconds of a clock that never goes back. */
  readonly elapsed: () => number;
  /** Whether the normal screen is collected, too. */
  readonly normal: boolean;
}

const SYNCHRONISED = 2026;
export const ALTERNATE_MODES: readonly number[] = [47, 1047, 1049];
/** Output that never rests is looked at so often; an update that takes longer than this is given up, as terminals do. */
const [FORCED_MS, LONGEST_UPDATE_MS] = [250, 1000];
/** From one frame to the next; and how much longer than a frame takes is waited for the next one. */
const [LEAST_MS, TIMES_ITS_COST] = [4, 19];

/** One erasure in 50 ms over time, some more at once. */
const [ERASURE_INTERVAL_MS, ERASURES_AT_ONCE] = [50, 20];

export class Frames {
  readonly #options: FramesOptions;
  #erasures = { left: ERASURES_AT_ONCE, at: 0 };
  #updating: number | undefined;
  #changed = false;
  #takenAt: number;
  #nextAt = Number.NEGATIVE_INFINITY;
  #last = '';
  /** On the row above the last frame of the normal screen; `top`: there was none. An erased screen does not take it away. */
  #above: headless.IMarker | 'top' | undefined = 'top';

  constructor(options: FramesOptions) {
    this.#options = options;
    this.#takenAt = options.elapsed();
    const { parser } = options.terminal;
    // handlers that return false leave the sequence to the emulator, which runs them before its own
    parser.registerCsiHandler({ prefix: '?', final: 'h' }, (params) => this.#modes(params, true));
    parser.registerCsiHandler({ prefix: '?', final: 'l' }, (params) => this.#modes(params, false));
    parser.registerCsiHandler({ final: 'J' }, ([what]) => this.#erase(Number(what ?? 0)));
    parser.registerEscHandler({ final: 'c' }, () => this.#lose());
  }

  /** To be called after each piece of output. */
  follow(): void {
    this.#changed = true;
    if (this.#options.elapsed() - this.#takenAt >= FORCED_MS) this.settle();
  }

  /** The output rests, or somebody wants to know what is shown. */
  settle(): void {
    if (this.#changed && !this.#isUpdating()) this.#take();
  }

  /** The terminal takes another size. */
  resizing(): void {
    this.#take();
    this.#forget();
  }

  resized(): void {
    this.#options.sink.resized();
  }

  /** All was seen. */
  finish(): void {
    this.#take();
  }

  #modes(params: (number | number[])[], set: boolean): false {
    if (params.includes(SYNCHRONISED)) this.#updating = set ? this.#options.elapsed() : undefined;
    if (params.includes(SYNCHRONISED) && !set) this.#takeIfCheap();
    if (params.some((mode) => ALTERNATE_MODES.includes(Number(mode)))) this.#switch(set);
    return false;
  }

  #switch(toAlternate: boolean): void {
    if (toAlternate === this.#onAlternate()) return;
    this.#take();
    this.#last = '';
    this.#options.sink.switchTo(toAlternate ? 'alternate' : 'normal');
  }

  #erase(what: number): false {
    const { cursorX, cursorY } = this.#options.terminal.buffer.active;
    const all = what >= 2 || (what === 0 && cursorX + cursorY === 0);
    if (all && !this.#isUpdating() && this.#mayLookAtErasure()) this.#take();
    if (all && what === 3) this.#forget();
    return false;
  }

  /** Looking costs more than erasing. */
  #mayLookAtErasure(): boolean {
    const now = this.#options.elapsed();
    const earned = (now - this.#erasures.at) / ERASURE_INTERVAL_MS;
    const left = Math.min(ERASURES_AT_ONCE, this.#erasures.left + earned);
    this.#erasures = { left: Math.max(left - 1, left % 1), at: now };
    return left >= 1;
  }

  #lose(): false {
    this.#switch(false);
    this.#forget();
    return false;
  }

  #isUpdating(): boolean {
    return this.#updating !== undefined && this.#options.elapsed() - this.#updating < LONGEST_UPDATE_MS;
  }

  #onAlternate(): boolean {
    return this.#options.terminal.buffer.active.type === 'alternate';
  }

  #takeIfCheap(): void {
    if (this.#options.elapsed() >= this.#nextAt) this.#take();
  }

  #take(): void {
    const { elapsed, normal } = this.#options;
    const from = elapsed();
    this.#changed = false;
    if (normal || this.#onAlternate()) this.#show(this.#frame());
    this.#takenAt = elapsed();
    this.#nextAt = this.#takenAt + Math.max(LEAST_MS, TIMES_ITS_COST * (this.#takenAt - from));
  }

  #show(frame: Frame): void {
    const text = frame.rows.join('\n');
    if (text === this.#last) return;
    this.#last = text;
    this.#options.sink.frame(frame);
  }

  #frame(): Frame {
    const { terminal } = this.#options;
    const { active } = terminal.buffer;
    const frame = rowsFrom(active, this.#firstRow());
    if (active.type === 'normal') {
      this.#forget();
      this.#above = active.baseY === 0 ? 'top' : terminal.registerMarker(-active.cursorY - 1);
    }
    return { ...frame, cols: terminal.cols };
  }

  /** Of the normal screen: what follows on the last frame's view, or all there is when that has gone. */
  #firstRow(): number {
    const { baseY, type } = this.#options.terminal.buffer.active;
    if (type === 'alternate' || this.#above === undefined) return baseY;
    return this.#above === 'top' || this.#above.isDisposed ? 0 : Math.min(baseY, this.#above.line + 1);
  }

  #forget(): void {
    if (typeof this.#above === 'object') this.#above.dispose();
    this.#above = undefined;
  }
}
