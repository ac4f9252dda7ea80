/**
 * The document that an agent shows a window of, and nobody shows whole. Each frame is aligned with it and says what is new, what was
 * rewritten in place, and what is only out of view; rows far enough above the view are final and told.
 */

import { type Alignment, align, type Pair, type Span } from './align.ts';
import { merge } from './merge.ts';
import { rewrapped } from './rewrap.ts';
import { type DocRow, isSolid } from './text.ts';

export interface DocumentOptions {
  /** A row is final so many rows above the view. */
  readonly hold: number;
  /** Rows that are remembered, final ones included. */
  readonly memory: number;
  readonly tell: (row: DocRow) => void;
}

const [LOWEST_VIEW, TALLEST_VIEW] = [10, 60];
const MAX_PINNED = 4;
/** Rows of a frame that are aligned; on the alternate screen there are never so many. */
const MAX_ALIGNED = 300;
/** So many frames after a resize, rows may still be wrapped as before. */
const UNSETTLED_FRAMES = 10;

export class Document {
  readonly #options: DocumentOptions;
  #rows: DocRow[] = [];
  #final = 0;
  #top = 0;
  #lowest = 0;
  #seen = 0;
  #height = LOWEST_VIEW;
  #resized = false;
  #unsettled = 0;
  /** Where a page begins that had nothing in common with what was before, and may be a dialog. */
  #island: number | undefined;
  #pinned: readonly string[] = [];
  /** The last frame showed nothing: what comes is a page after it was cleared. */
  #emptied = false;

  constructor(options: DocumentOptions) {
    this.#options = options;
  }

  show(shown: readonly DocRow[]): void {
    const frame = this.#withoutPinned(shown);
    if (frame.length === 0) this.#emptied = true;
    if (frame.length === 0) return;
    this.#unsettled = Math.max(0, this.#unsettled - 1);
    this.#look(frame.slice(0, MAX_ALIGNED));
    this.#emptied = false;
    if (frame.length > MAX_ALIGNED) this.#follow(frame.slice(MAX_ALIGNED));
    this.#settle();
  }

  #look(frame: readonly DocRow[]): void {
    this.#height = Math.max(LOWEST_VIEW, Math.min(frame.length, TALLEST_VIEW));
    const pairs = this.#rows.length === 0 ? [] : this.#place(frame);
    if (this.#rows.length === 0) this.#begin(frame, false);
    else if (pairs === 'cleared') this.#begin(frame, false);
    else if (pairs !== 'apart') this.#take(frame, pairs);
    else if (!this.#takeByText(frame)) this.#begin(frame, !this.#emptied);
  }

  /** Rows of a frame that is too tall to be aligned as a whole: much went into the scrollback since the last one. */
  #follow(rows: readonly DocRow[]): void {
    this.#rows.push(...rows);
    this.#top = Math.max(this.#top, this.#rows.length - TALLEST_VIEW);
    this.#lowest = this.#top;
    this.#seen = this.#rows.length - this.#top;
  }

  resized(): void {
    this.#resized = true;
    this.#unsettled = UNSETTLED_FRAMES;
    this.#pinned = [];
  }

  /** All rows are final; frames may still come, and show what follows. */
  finish(): void {
    this.#tellTo(this.#rows.length);
  }

  /** Rows that are not final yet. */
  open(): readonly DocRow[] {
    return this.#rows.slice(this.#final);
  }

  #withoutPinned(frame: readonly DocRow[]): readonly DocRow[] {
    const { length } = this.#pinned;
    const isPinned = length > 0 && frame.length > length && this.#pinned.every((text, at) => frame[at]?.text === text);
    return isPinned ? frame.slice(length) : frame;
  }

  /** No row fits, but the text does, after a change of the width. */
  #takeByText(frame: readonly DocRow[]): boolean {
    const start = Math.max(this.#final, this.#top - 2 * this.#height);
    const found = this.#unsettled > 0 ? rewrapped(this.#rows.slice(start), frame) : undefined;
    if (found === undefined) return false;
    this.#rows.splice(start, this.#rows.length - start, ...found.before, ...frame, ...found.after);
    this.#top = start + found.before.length;
    this.#lowest = this.#top + found.after.length;
    this.#seen = frame.length;
    this.#resized = false;
    return true;
  }

  /** A page of its own: the first one, one behind a gap, or one after everything was cleared away. */
  #begin(frame: readonly DocRow[], gap: boolean): void {
    const start = this.#rows.length;
    if (gap) this.#island ??= start;
    this.#rows.push(...frame.map((row, at) => (at === 0 ? { ...row, gap: gap || row.gap } : row)));
    this.#top = start;
    this.#lowest = start;
    this.#seen = frame.length;
    this.#resized = false;
  }

  /** Where the frame belongs. */
  #place(frame: readonly DocRow[]): readonly Pair[] | 'apart' | 'cleared' {
    const unmoved = this.#unmoved(frame, 0.9);
    if (unmoved !== undefined) return unmoved;
    const solid = solidIn(frame);
    const found = this.#search(frame, solid);
    const repainted = found.anchors < 2 ? this.#unmoved(frame, 0.6) : undefined;
    const pairs = repainted ?? found.pairs;
    const first = pairs[0];
    if (first === undefined || (repainted === undefined && this.#isChance(found, solid))) return 'apart';
    return frame.length < this.#seen * 0.7 && first[0] + this.#height < this.#lowest ? 'cleared' : pairs;
  }

  /** So few rows fit that they say nothing. */
  #isChance(found: Alignment, solid: number): boolean {
    if (found.anchors >= 2 || this.#isSeam(found)) return false;
    if (solid <= 3) return this.#emptied && found.equal < Math.max(1, solid * 0.6);
    return found.equal / solid < (found.anchors > 0 ? 0.3 : 0.6);
  }

  /** Near first: an answer that repeats an earlier one must not be taken for scrolling back to it. */
  #search(frame: readonly DocRow[], solid: number): Alignment {
    let best: Alignment | undefined;
    for (const span of this.#spans(frame)) {
      const found = align(this.#rows, span, frame, this.#final);
      if (best === undefined || found.equal - found.torn > best.equal - best.torn) best = found;
      const isPlaced = found.anchors >= 2 || found.equal > solid * 0.6;
      if (isPlaced && found.torn <= Math.max(2, found.equal / 4)) break;
    }
    return best as Alignment;
  }

  /** What the last frame showed and all below; two heights more above; the part of all that is known which holds rows of the frame. */
  *#spans(frame: readonly DocRow[]): Generator<Span> {
    const { length } = this.#rows;
    yield { from: Math.min(this.#top, length), to: length };
    const near = Math.max(0, Math.min(this.#top, length - frame.length) - 2 * this.#height);
    if (near < this.#top) yield { from: near, to: length };
    const texts = new Set(frame.map(({ text }) => text).filter(isSolid));
    const from = this.#rows.findIndex(({ text }) => texts.has(text));
    if (from === -1 || from >= near) return;
    const last = this.#rows.findLastIndex(({ text }) => texts.has(text));
    yield { from: Math.max(0, from - this.#height), to: Math.min(length, last + this.#height) };
  }

  /** The end of the document at the top of the frame. */
  #isSeam({ pairs, anchors }: Alignment): boolean {
    const [first, last] = [pairs[0] as Pair, pairs.at(-1) as Pair];
    return anchors > 0 && first[1] <= 1 && pairs.length > last[1] - first[1] && last[0] >= this.#rows.length - 2;
  }

  /** This share of the rows stands where it stood. */
  #unmoved(frame: readonly DocRow[], share: number): Pair[] | undefined {
    const last = this.#rows.length - this.#top;
    const pairs = frame.flatMap(({ text }, at): Pair[] =>
      this.#rows[this.#top + at]?.text === text ? [[this.#top + at, at]] : [],
    );
    const wanted = share * Math.max(share > 0.8 ? 0 : frame.length, last);
    return pairs.length > 0 && pairs.length >= wanted ? pairs : undefined;
  }

  #take(shown: readonly DocRow[], aligned: readonly Pair[]): void {
    this.#dropIsland(aligned);
    const { frame, pairs } = this.#unpinned(shown, aligned);
    const { rows, top, back, first } = merge(
      {
        rows: this.#rows,
        final: this.#final,
        top: this.#top,
        seen: this.#seen,
        lowest: this.#lowest,
        resized: this.#resized,
        unsettled: this.#unsettled > 0,
      },
      frame,
      pairs,
    );
    this.#rows = [...rows];
    this.#top = top;
    this.#lowest = back ? Math.max(top, Math.min(this.#lowest, rows.length - 1)) : top;
    // one that scrolls is a page in its own right
    if (this.#island !== undefined && (this.#island >= rows.length || first > this.#island + 2))
      this.#island = undefined;
    this.#seen = shown.length;
    this.#resized = false;
  }

  /** The page before is back: what covered it was a dialog. */
  #dropIsland(pairs: readonly Pair[]): void {
    const island = this.#island;
    if (island === undefined || !pairs.every(([row]) => row < island)) return;
    this.#rows.length = Math.max(island, this.#final);
    this.#island = undefined;
  }

  /** Up to four rows that belong far above the rest are pinned to the top: the prompt that is being answered. */
  #unpinned(frame: readonly DocRow[], pairs: readonly Pair[]): { frame: readonly DocRow[]; pairs: readonly Pair[] } {
    for (let index = Math.min(MAX_PINNED, pairs.length - 1) - 1; index >= 0; index--) {
      const [row, at] = pairs[index] as Pair;
      const [nextRow, nextAt] = pairs[index + 1] as Pair;
      const rest = pairs.slice(index + 1);
      const isApart = nextAt <= 5 && nextRow - row > nextAt - at && row > at && frame.length >= this.#seen - 2;
      if (!isApart || this.#anchorsIn(frame, rest) < 2) continue;
      this.#pinned = frame.slice(0, at + 1).map(({ text }) => text);
      return { frame: frame.slice(at + 1), pairs: rest.map(([a, b]): Pair => [a, b - at - 1]) };
    }
    return { frame, pairs };
  }

  #anchorsIn(frame: readonly DocRow[], pairs: readonly Pair[]): number {
    return pairs.filter(([row, at]) => this.#rows[row]?.text === frame[at]?.text && isSolid(frame[at]?.text ?? ''))
      .length;
  }

  #settle(): void {
    this.#tellTo(Math.min(this.#top, this.#rows.length - this.#height) - this.#options.hold);
    if (this.#island !== undefined && this.#final > this.#island) this.#island = undefined;
    const forgotten = Math.min(this.#final, this.#rows.length - this.#options.memory);
    if (forgotten <= 0) return;
    this.#rows.splice(0, forgotten);
    this.#final -= forgotten;
    this.#top = Math.max(0, this.#top - forgotten);
    this.#lowest = Math.max(0, this.#lowest - forgotten);
    if (this.#island !== undefined) this.#island -= forgotten;
  }

  #tellTo(limit: number): void {
    while (this.#final < limit) this.#options.tell(this.#rows[this.#final++] as DocRow);
  }
}

const solidIn = (rows: readonly DocRow[]) => rows.filter(({ text }) => isSolid(text)).length;
