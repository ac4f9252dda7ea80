/**
 * What a frame that was aligned says of the document: which rows are new, rewritten, gone, or only out of view. Pure; document.ts
 * decides what a frame is compared with.
 */

import type { Pair } from './align.ts';
import { type DocRow, isBlank, squash } from './text.ts';

/** The document, and how the last frame looked at it. */
export interface View {
  readonly rows: readonly DocRow[];
  /** How many rows are final and stay as they are. */
  readonly final: number;
  /** The row that the last frame began with, and how many it showed. */
  readonly top: number;
  readonly seen: number;
  /** The furthest `top` ever: above it, somebody has scrolled back. */
  readonly lowest: number;
  /** The width changed since the last frame. */
  readonly resized: boolean;
  /** It changed so lately that the first row may begin inside a line that is wrapped otherwise. */
  readonly unsettled: boolean;
}

export interface Merged {
  readonly rows: readonly DocRow[];
  readonly top: number;
  /** Somebody has scrolled back. */
  readonly back: boolean;
  /** The row that the frame would begin with, had nothing above its first pair changed. */
  readonly first: number;
}

/** How far back pinned rows are looked for. */
const PINNED_FROM = 400;
const TAIL = 24;

/** @param pairs at least one */
export function merge(view: View, frame: readonly DocRow[], pairs: readonly Pair[]): Merged {
  const [row0, at0] = pairs[0] as Pair;
  const first = Math.max(0, row0 - at0);
  const hidden = view.rows.length - row0 - pairs.length;
  const back = view.lowest > first && hidden > 0 && (!view.resized || view.lowest > view.top);
  const next = withHead(view, frame.slice(0, at0), row0, back);
  let [row, at] = [row0, at0];
  let top: number | undefined;
  for (const [pairRow, pairAt] of pairs) {
    addBetween(next, view, { from: row, to: pairRow, shown: frame.slice(at, pairAt), back, last: false });
    top ??= next.length - pairAt;
    next.push(joined(view, frame, [pairRow, pairAt]));
    [row, at] = [pairRow + 1, pairAt + 1];
  }
  addBetween(next, view, { from: row, to: view.rows.length, shown: frame.slice(at), back, last: true });
  return { rows: next, top: Math.max(0, top ?? 0), back, first };
}

/** The document down to the first pair, with what the frame shows above that. */
function withHead(view: View, head: readonly DocRow[], row0: number, back: boolean): DocRow[] {
  const { rows, final, top, unsettled } = view;
  const next = rows.slice(0, row0);
  if (head.length === 0) return next;
  const isBegin = row0 === 0 && final === 0 && !back;
  const isBehindGap = row0 > 0 && rows[row0]?.gap === true && row0 >= final;
  if (isBegin || isBehindGap) {
    // older than all that is known, or behind a gap, which is above them now
    const gap = isBehindGap || rows[row0]?.gap === true;
    return [...next, ...head.map((shown, index) => (index === 0 ? { ...shown, gap } : shown))];
  }
  const first = Math.max(0, row0 - head.length);
  // where the view moved, too, only what was drawn where nothing stood
  const isEmpty = next.slice(first).every(({ text }) => isBlank(text));
  const mayReplace = isEmpty || (first === top && top < row0);
  if (row0 > 0 && !back && mayReplace && !unsettled) replaceTail(next, first, final, head);
  return next;
}

/** The last rows of `next` were rewritten while they were shown, unless what is shown there is pinned or the same text. */
function replaceTail(next: DocRow[], from: number, final: number, head: readonly DocRow[]): void {
  if (from < final) return;
  const known = new Set(next.slice(Math.max(0, from - PINNED_FROM), from).map(({ text }) => text));
  if (head.every(({ text }) => isBlank(text) || known.has(text))) return;
  // the same text, wrapped otherwise or cut at the top
  if (squash(next.slice(-head.length - 4)).endsWith(squash(head).slice(-TAIL))) return;
  next.splice(from, next.length - from, ...head);
}

/** The frame's form of a row, unless it is final. A gap before it is closed by rows that stand above it in the frame. */
function joined({ rows, final }: View, frame: readonly DocRow[], [row, at]: Pair): DocRow {
  const old = rows[row] as DocRow;
  const shown = frame[at] as DocRow;
  if (row < final) return old;
  return { ...(old.text === shown.text ? old : shown), gap: old.gap && at === 0 };
}

interface Between {
  /** Rows of the document without a partner, and those of the frame at the same place. */
  readonly from: number;
  readonly to: number;
  readonly shown: readonly DocRow[];
  readonly back: boolean;
  /** Behind the last pair. */
  readonly last: boolean;
}

function addBetween(next: DocRow[], view: View, { from, to, shown, back, last }: Between): void {
  const fixed = Math.max(from, Math.min(to, view.final));
  next.push(...view.rows.slice(from, fixed));
  const allFixed = fixed > from && fixed === to;
  if (allFixed && !last) return;
  next.push(...(allFixed ? shown : oneOf(view, { from: fixed, to, shown, back })));
}

/** Either what the document says, or what the frame says; behind a gap both. */
function oneOf(view: View, { from, to, shown, back }: Omit<Between, 'last'>): readonly DocRow[] {
  const old = view.rows.slice(from, to);
  // rows that the last frame did not show were not rewritten before our eyes
  const isHidden = back || old.length > Math.max(0, view.top + view.seen + 2 - from);
  const isBehindGap = old[0]?.gap === true && shown.length > 0 && from > 0;
  if (isBehindGap) return isHidden || old.length > shown.length + 2 ? [...shown, ...old] : shown;
  return isHidden && old.length > shown.length ? old : shown;
}
