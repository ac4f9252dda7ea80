/**
 * The text of the emulator's two screens, in the order in which it was shown. The alternate screen forgets everything when it is
 * left, so what was collected of it is kept as a page then, at the place in the normal screen where it was entered.
 */

import type headless from '@xterm/headless';
import { Boundary } from './boundary.ts';
import { ALTERNATE_MODES } from './frames.ts';
import { MAX_LINES, type Row } from './lines.ts';
import { wrappedRows } from './rows.ts';

interface Page {
  readonly rows: readonly string[];
  readonly boundary: Boundary;
}

export class Pages {
  readonly #terminal: headless.Terminal;
  readonly #collected: () => readonly string[];
  #pages: Page[] = [];
  /** Where the alternate screen that is shown now was entered. */
  #entry: Boundary | undefined;

  /** @param collected the lines of the alternate screen that is shown, or was left just now */
  constructor(terminal: headless.Terminal, collected: () => readonly string[]) {
    this.#terminal = terminal;
    this.#collected = collected;
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
    if (this.#onAlternate()) pieces.push(() => separate(this.#collected()));
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
    }
    return false;
  }

  #leave(): false {
    if (this.#onAlternate()) this.#add(this.#collected(), this.#entry ?? new Boundary(this.#terminal, 0));
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
    const { baseY, cursorY } = this.#terminal.buffer.active;
    if (this.#onAlternate()) return false;
    if (what === 0) this.#move((row) => Math.min(row, baseY + cursorY));
    if (what === 2) this.#move((row) => Math.min(row, baseY));
    if (what === 3) this.#move((row) => Math.max(row - baseY, 0));
    return false;
  }

  /** Pages that were left on rows that are erased come after what remains above. */
  #move(place: (row: number) => number): void {
    for (const { boundary } of this.#pages) {
      const row = place(boundary.row);
      if (row !== boundary.row) boundary.moveTo(row);
    }
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
