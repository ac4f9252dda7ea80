/**
 * The text of the emulator's two screens, in the order in which it was shown. The alternate screen forgets everything when it is
 * left, so its text is taken just before and kept as a page, at the place in the normal screen where it was entered.
 */

import type headless from '@xterm/headless';
import { Boundary } from './boundary.ts';
import { MAX_LINES, type Row } from './lines.ts';
import { textRows, wrappedRows } from './rows.ts';

interface Page {
  readonly rows: readonly string[];
  readonly boundary: Boundary;
}

const ALTERNATE_MODES = [47, 1047, 1049];
/** Reading the page before an erasure costs more than the erasure: one in 50 ms over time, some more at once. */
const ERASURE_INTERVAL_MS = 50;
const ERASURES_AT_ONCE = 20;
/** So little may stand on a page that was erased right before it was left: a word of goodbye. */
const FAREWELL_ROWS = 2;

export class Pages {
  readonly #terminal: headless.Terminal;
  readonly #elapsed: () => number;
  #pages: Page[] = [];
  /** Where the alternate screen that is shown now was entered. */
  #entry: Boundary | undefined;
  /** What stood on the alternate screen before it was erased last. */
  #erased: readonly string[] = [];
  #allowance = { erasures: ERASURES_AT_ONCE, at: 0 };

  constructor(terminal: headless.Terminal, elapsed: () => number) {
    this.#terminal = terminal;
    this.#elapsed = elapsed;
    const { parser } = terminal;
    // handlers that return false leave the sequence to the emulator, which runs them before its own
    const switches = (params: (number | number[])[]) => params.some((mode) => ALTERNATE_MODES.includes(Number(mode)));
    parser.registerCsiHandler({ prefix: '?', final: 'h' }, (params) => switches(params) && this.#enter());
    parser.registerCsiHandler({ prefix: '?', final: 'l' }, (params) => switches(params) && this.#leave());
    parser.registerCsiHandler({ final: 'J' }, ([what]) => this.#erase(Number(what ?? 0)));
    parser.registerEscHandler({ final: 'c' }, () => this.#reset());
  }

  /** To be called after each piece of output. */
  follow(): void {
    if (this.#onAlternate()) return;
    for (const { boundary } of this.#pages) boundary.follow();
  }

  /** The pieces of all that is known, oldest first, as `lastLines` takes them. */
  pieces(): (() => Iterable<Row>)[] {
    const { normal } = this.#terminal.buffer;
    const pieces: (() => Iterable<Row>)[] = [];
    let start = 0;
    for (const { rows, boundary } of this.#pages) {
      const [from, to] = [start, Math.max(start, boundary.row)];
      pieces.push(() => wrappedRows(normal, from, to));
      pieces.push(() => separate(rows));
      start = to;
    }
    pieces.push(() => wrappedRows(normal, start, normal.length));
    if (this.#onAlternate()) pieces.push(() => separate(this.#shown()));
    return pieces;
  }

  /** The text of an emulator that is given up, as far as it can still be read. */
  salvage(): readonly string[] {
    try {
      return this.pieces().flatMap((rows) => [...rows()].map(({ text }) => text).reverse());
    } catch {
      return this.#pages.flatMap(({ rows }) => rows);
    }
  }

  /** Puts text of an earlier emulator before everything else. */
  keep(rows: readonly string[]): void {
    this.#add(rows, new Boundary(this.#terminal, 0));
  }

  #onAlternate(): boolean {
    return this.#terminal.buffer.active.type === 'alternate';
  }

  #enter(): false {
    if (!this.#onAlternate()) {
      const { baseY, cursorY, cursorX } = this.#terminal.buffer.active;
      // a row with text before the cursor came before the page; what follows on an empty one comes after it
      this.#entry = new Boundary(this.#terminal, baseY + cursorY + (cursorX > 0 ? 1 : 0));
      this.#erased = [];
    }
    return false;
  }

  #leave(): false {
    if (this.#onAlternate()) this.#add(this.#shown(), this.#entry ?? new Boundary(this.#terminal, 0));
    this.#entry = undefined;
    return false;
  }

  #reset(): false {
    this.#leave();
    for (const { boundary } of this.#pages) boundary.moveTo(0);
    return false;
  }

  /** Before an erasure of all below the cursor (0), of the whole screen (2), of the scrollback (3). */
  #erase(what: number): false {
    const { baseY, cursorX, cursorY } = this.#terminal.buffer.active;
    if (!this.#onAlternate()) {
      if (what === 0) this.#move((row) => Math.min(row, baseY + cursorY));
      if (what === 2) this.#move((row) => Math.min(row, baseY));
      if (what === 3) this.#move((row) => Math.max(row - baseY, 0));
    } else if (what === 2 || (what === 0 && cursorX + cursorY === 0)) this.#remember();
    return false;
  }

  /** Pages that were left on rows that are erased come after what remains above. */
  #move(place: (row: number) => number): void {
    for (const { boundary } of this.#pages) {
      const row = place(boundary.row);
      if (row !== boundary.row) boundary.moveTo(row);
    }
  }

  #remember(): void {
    if (!this.#mayRead()) return;
    const rows = this.#current();
    if (rows.length > 0) this.#erased = rows;
  }

  #mayRead(): boolean {
    const now = this.#elapsed();
    const earned = (now - this.#allowance.at) / ERASURE_INTERVAL_MS;
    const erasures = Math.min(ERASURES_AT_ONCE, this.#allowance.erasures + earned);
    const may = erasures >= 1;
    this.#allowance = { erasures: may ? erasures - 1 : erasures, at: now };
    return may;
  }

  #current(): string[] {
    return textRows(this.#terminal.buffer.alternate);
  }

  /** The text of the alternate screen, or what stood there before it was wiped for good. */
  #shown(): readonly string[] {
    const rows = this.#current();
    const wiped = rows.length <= FAREWELL_ROWS && this.#erased.length > rows.length;
    return wiped ? [...this.#erased, ...rows] : rows;
  }

  #add(rows: readonly string[], boundary: Boundary): void {
    const last = this.#pages.at(-1);
    const isRepeated = last?.boundary.row === boundary.row && last.rows.join('\n') === rows.join('\n');
    if (rows.length === 0 || isRepeated) return;
    this.#pages.push({ rows: rows.slice(-MAX_LINES), boundary });
    while (this.#pages.slice(1).reduce((sum, page) => sum + page.rows.length, 0) >= MAX_LINES) {
      this.#pages.shift()?.boundary.dispose();
    }
  }
}

function* separate(rows: readonly string[]): Generator<Row> {
  for (const text of rows.toReversed()) yield { text, continues: false };
}
