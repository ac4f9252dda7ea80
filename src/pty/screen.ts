/**
 * The model of the agent's screen: @xterm/headless, fed with copies of the output, asked for its text. It is never in the way
 * of the bytes, and whatever it throws is counted and forgotten. Import it late: loading the emulator takes longer than starting
 * an agent. How pages of the alternate screen are kept stands in pages.ts.
 */

import headless from '@xterm/headless';
import type { Size } from './backend.ts';
import { type Batch, Conversation } from './conversation.ts';
import { Frames } from './frames.ts';
import { lastLines } from './lines.ts';
import type { Capture, Snapshot } from './live-event.ts';
import { Pages } from './pages.ts';
import { textRows } from './rows.ts';
import { cellsOf } from './widths.ts';

export interface Screen {
  feed(bytes: Uint8Array): void;
  /** In the order of the stream: bytes fed later were written at the new size. */
  resize(size: Size): void;
  /** Nothing has come for a while: what is shown is whole. */
  settle(): void;
  /** All was fed. */
  finish(): void;
  snapshot(): Snapshot;
  /** Rows with text that are shown now, chrome and all. */
  view(): readonly string[];
  /** Lines that became final since the last time; nothing without `capture: 'conversation'`. */
  takeTranscript(): readonly Batch[];
  /** Replies to the queries in the output; only with `answerQueries`. */
  onReply(listener: (reply: string) => void): void;
  /** How often the emulator failed; the text may be incomplete. */
  readonly failures: number;
}

export interface ScreenOptions {
  /** Where no real terminal does. */
  readonly answerQueries: boolean;
  /** Milliseconds of a clock that never goes back. */
  readonly elapsed?: () => number;
  /** Default: `screen`. */
  readonly capture?: Capture;
  /** What rows of the agent's interface look like. */
  readonly chrome?: readonly RegExp[];
}

const MAX_TITLE = 1024;
const [MIN_SCROLLBACK, MAX_SCROLLBACK, SCROLLBACK_CELLS] = [1000, 4000, 160_000];
const CANCEL = Uint8Array.of(0x18);
const ERASURE = Buffer.from('1J');
const MAX_FAILURES_IN_A_ROW = 10;

export function createScreen(size: Size, options: ScreenOptions): Screen {
  return new EmulatedScreen(size, options);
}

class EmulatedScreen implements Screen {
  readonly #options: ScreenOptions;
  #terminal: headless.Terminal;
  #pages: Pages;
  #frames: Frames;
  readonly #conversation: Conversation;
  #title: string | null = null;
  #reply: (reply: string) => void = () => undefined;
  #failuresInARow = 0;
  failures = 0;

  constructor(size: Size, options: ScreenOptions) {
    this.#options = options;
    this.#conversation = new Conversation({ capture: options.capture ?? 'screen', chrome: options.chrome ?? [] });
    ({ terminal: this.#terminal, pages: this.#pages, frames: this.#frames } = this.#create(size));
  }

  feed(bytes: Uint8Array): void {
    for (const piece of splitAfterErasures(bytes)) this.#guard(() => parse(this.#terminal, piece));
    this.#pages.follow();
    this.#guard(() => this.#frames.follow());
  }

  resize({ cols, rows }: Size): void {
    this.#guard(() => this.#frames.resizing());
    this.#guard(() => this.#terminal.resize(cols, rows));
    this.#guard(() => cutAlternate(this.#terminal));
    this.#frames.resized();
  }

  settle(): void {
    this.#guard(() => this.#frames.settle());
  }

  finish(): void {
    this.#guard(() => this.#frames.finish());
    if (this.#conversation.isWhole) this.#conversation.finish();
  }

  snapshot(): Snapshot {
    const { cols, rows } = this.#terminal;
    this.settle();
    const text = this.#conversation.isWhole ? this.#conversation.lines() : { lines: this.#lastLines(), above: [] };
    return { ...text, size: { cols, rows }, title: this.#title };
  }

  view(): readonly string[] {
    let rows: readonly string[] = [];
    this.#guard(() => {
      rows = textRows(this.#terminal.buffer.active, this.#terminal.buffer.active.baseY);
    });
    return rows;
  }

  takeTranscript(): readonly Batch[] {
    return this.#conversation.isWhole ? this.#conversation.take() : [];
  }

  onReply(listener: (reply: string) => void): void {
    this.#reply = listener;
  }

  #lastLines(): readonly string[] {
    let lines: readonly string[] = [];
    this.#guard(() => {
      lines = lastLines(this.#pages.pieces());
    });
    return lines;
  }

  #create({ cols, rows }: Size): { terminal: headless.Terminal; pages: Pages; frames: Frames } {
    const scrollback = Math.min(MAX_SCROLLBACK, Math.max(MIN_SCROLLBACK, Math.round(SCROLLBACK_CELLS / cols)));
    const terminal = new headless.Terminal({ cols, rows, scrollback, allowProposedApi: true, logLevel: 'off' });
    useWidths(terminal);
    terminal.onTitleChange((title) => {
      // agents take their title away when they exit
      if (title.trim() !== '') this.#title = title.slice(0, MAX_TITLE);
    });
    if (this.#options.answerQueries) terminal.onData((reply) => this.#reply(reply));
    const elapsed = this.#options.elapsed ?? (() => performance.now());
    const pages = new Pages(terminal, () => this.#conversation.lines().lines);
    // after the pages, since handlers that were registered last are run first
    const frames = new Frames({ terminal, sink: this.#conversation, elapsed, normal: this.#conversation.isWhole });
    return { terminal, pages, frames };
  }

  /** After a failure the emulator goes on between two sequences; when that does not help, with an empty screen. */
  #guard(action: () => void): void {
    try {
      action();
      this.#failuresInARow = 0;
    } catch {
      this.failures++;
      this.#failuresInARow++;
      this.#recover();
    }
  }

  #recover(): void {
    try {
      if (this.#failuresInARow > MAX_FAILURES_IN_A_ROW) throw new Error('the emulator is beyond repair');
      parse(this.#terminal, CANCEL);
    } catch {
      this.#failuresInARow = 0;
      const { cols, rows } = this.#terminal;
      const kept = this.#pages.salvage();
      this.#conversation.switchTo('normal');
      ({ terminal: this.#terminal, pages: this.#pages, frames: this.#frames } = this.#create({ cols, rows }));
      this.#pages.keep(kept);
    }
  }
}

/**
 * Parses at once. The public `write` parses in a timer, where a throw is nobody's to catch, and 12 ms at a stretch; the public
 * `writeSync` is deprecated and refuses work for ever once it has thrown.
 */
function parse(terminal: headless.Terminal, bytes: Uint8Array): void {
  (terminal as unknown as { _core: { _inputHandler: { parse(data: Uint8Array): unknown } } })._core._inputHandler.parse(
    bytes,
  );
}

interface CoreBuffer {
  readonly lines: {
    readonly length: number;
    get(row: number): { resize(cols: number, fill: unknown): void } | undefined;
  };
  getNullCell(): unknown;
}

/**
 * A terminal that gets narrower forgets what stood beyond its new edge. The emulator (6.0.0, Buffer.resize) does so where it wraps rows
 * anew and not on the alternate screen, where old text came back when it got wider again.
 */
function cutAlternate(terminal: headless.Terminal): void {
  const { alt } = (terminal as unknown as { _core: { buffers: { alt: CoreBuffer } } })._core.buffers;
  for (let row = 0; row < alt.lines.length; row++) alt.lines.get(row)?.resize(terminal.cols, alt.getNullCell());
}

/**
 * Cuts the bytes behind each `1J`. The emulator (6.0.0) throws at `CSI 1 J` on the last cell of a screen without scrollback
 * (InputHandler.eraseInDisplay, `lines.get(j + 1)!`), and what stands behind it in the same piece would be lost.
 */
function splitAfterErasures(bytes: Uint8Array): readonly Uint8Array[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let found = buffer.indexOf(ERASURE);
  if (found === -1) return [bytes];
  const pieces: Uint8Array[] = [];
  let start = 0;
  for (; found !== -1; found = buffer.indexOf(ERASURE, start)) {
    pieces.push(bytes.subarray(start, found + ERASURE.length));
    start = found + ERASURE.length;
  }
  return [...pieces, bytes.subarray(start)];
}

/** Registers our table of widths. How width and joining are packed: UnicodeService.createPropertyValue of 6.0.0. */
function useWidths(terminal: headless.Terminal): void {
  terminal.unicode.register({
    version: 'uuldana',
    wcwidth: cellsOf,
    charProperties: (codepoint, preceding) => {
      const cells = cellsOf(codepoint);
      const cellsBefore = (preceding >> 1) & 3;
      const joins = cells === 0 && cellsBefore > 0;
      return (Math.max(cells, joins ? cellsBefore : 0) << 1) | (joins ? 1 : 0);
    },
  });
  terminal.unicode.activeVersion = 'uuldana';
}
