/**
 * Takes what is no conversation off a frame: rows that the adapter knows as chrome, the input box and all below it, a scroll bar, and
 * what is seen to stay in its place while the rest moves.
 */

import { type DocRow, isBlank, isSolid, mask } from './text.ts';

/** One look at a terminal. */
export interface Frame {
  /** Their ends trimmed. On the normal screen: what went into the scrollback since the last frame, too. */
  readonly rows: readonly string[];
  /** Which rows the terminal wrapped onto. On the alternate screen these marks are left over from resizes, so there are none. */
  readonly wrapped: readonly boolean[];
  readonly cols: number;
}

/** How far from the bottom an input box may begin, and how tall it may be. */
const [FOOTER_ROWS, BOX_ROWS] = [16, 12];
const HEADER_ROWS = 4;
/** A row stays in place when it did so often while others moved. */
const TIMES_STILL = 2;
const MOVED_TOGETHER = 4;
const MAX_KNOWN_STILL = 2000;
/** A row between boxes: nothing but lines. */
const EDGE = /^\s*[╭┌╹└╰]?[─━═▀▄▔▁]{20,}[╮┐┘╯]?\s*$/;
const BAR = /[│┃█▐▌░▒▓║▕▏╎▲▼]\s*$/;

export class Body {
  readonly #chrome: readonly RegExp[];
  readonly #still = new Map<string, number>();
  #last: readonly string[] = [];

  constructor(chrome: readonly RegExp[]) {
    this.#chrome = chrome;
  }

  rowsOf(frame: Frame): readonly DocRow[] {
    const rows = withoutBar(frame.rows);
    this.#learn(rows);
    const isChrome = rows.map((row) => !isBlank(row) && this.#chrome.some((pattern) => pattern.test(row)));
    let [from, to] = [this.#headerEnd(rows), this.#footerBegin(rows, isChrome)];
    while (to > from && (isBlank(rows[to - 1] as string) || isChrome[to - 1] === true)) to--;
    while (from < to && isBlank(rows[from] as string)) from++;
    return rows.flatMap((text, at): DocRow[] => {
      if (at < from || at >= to || isChrome[at] === true) return [];
      return [{ text, wrapped: frame.wrapped[at] === true, gap: false, cols: frame.cols }];
    });
  }

  resized(): void {
    this.#last = [];
  }

  #headerEnd(rows: readonly string[]): number {
    let from = 0;
    while (from < HEADER_ROWS && this.#isStill(headerKey(rows[from] ?? ''))) from++;
    return from;
  }

  /** The input box is found by its chrome; where nothing is known of it, by what stays. */
  #footerBegin(rows: readonly string[], isChrome: readonly boolean[]): number {
    const lowest = isChrome.lastIndexOf(true);
    if (lowest >= 0 && lowest >= rows.length - FOOTER_ROWS) return boxBegin(rows, isChrome, lowest);
    let to = rows.length;
    for (let at = rows.length - 1, misses = 0; at >= 0 && misses <= 2; at--) {
      const row = rows[at] as string;
      if (this.#isStill(footerKey(rows, at))) [to, misses] = [at, 0];
      else if (!isBlank(row)) misses++;
    }
    return to;
  }

  #isStill(key: string): boolean {
    return (this.#still.get(key) ?? 0) >= TIMES_STILL;
  }

  /** Rows at the top and the bottom that stay while at least four others move by the same distance. */
  #learn(rows: readonly string[]): void {
    const last = this.#last;
    this.#last = rows;
    if (last.length !== rows.length || mostMoved(last, rows) < MOVED_TOGETHER) return;
    if (this.#still.size > MAX_KNOWN_STILL) this.#still.clear();
    // exactly: rows of a list may differ in their digits only
    const stays = (at: number) => rows[at] === last[at];
    for (let at = rows.length - 1; at >= 0 && stays(at); at--) this.#count(rows[at] as string, footerKey(rows, at));
    for (let at = 0; at < HEADER_ROWS && at < rows.length && !isBlank(rows[at] as string) && stays(at); at++) {
      this.#count(rows[at] as string, headerKey(rows[at] as string));
    }
  }

  #count(row: string, key: string): void {
    if (!isBlank(row)) this.#still.set(key, (this.#still.get(key) ?? 0) + 1);
  }
}

const headerKey = (row: string) => `^${mask(row)}`;
const footerKey = (rows: readonly string[], at: number) => `${rows.length - at}@${mask(rows[at] as string)}`;

/** From the lowest row of chrome up, over blank rows, more chrome and what stands between two edges of a box. */
function boxBegin(rows: readonly string[], isChrome: readonly boolean[], lowest: number): number {
  let at = lowest;
  for (;;) {
    const above = EDGE.test(rows[at] as string) ? upperEdge(rows, at) : undefined;
    if (above !== undefined) at = above;
    else if (at > 0 && (isChrome[at - 1] === true || isBlank(rows[at - 1] as string))) at--;
    else return at;
  }
}

function upperEdge(rows: readonly string[], at: number): number | undefined {
  for (let row = at - 1; row >= Math.max(0, at - BOX_ROWS); row--) if (EDGE.test(rows[row] as string)) return row;
  return undefined;
}

/** A scroll bar: most rows end in the glyphs of one. */
function withoutBar(rows: readonly string[]): readonly string[] {
  const barred = rows.filter((row) => BAR.test(row)).length;
  return barred > rows.length / 2 ? rows.map((row) => row.replace(BAR, '').trimEnd()) : rows;
}

/** How many rows moved by the distance by which most did. */
function mostMoved(before: readonly string[], after: readonly string[]): number {
  const places = new Map<string, number>();
  for (const [at, row] of before.entries()) if (isSolid(row)) places.set(row, places.has(row) ? -1 : at);
  const votes = new Map<number, number>();
  for (const [at, row] of after.entries()) {
    const place = places.get(row);
    if (place === undefined || place < 0 || place === at) continue;
    votes.set(place - at, (votes.get(place - at) ?? 0) + 1);
  }
  return Math.max(0, ...votes.values());
}
