/**
 * Finds which rows of a frame are which rows of the document: the pairs, in order on both sides, whose weight together is the
 * largest. A row that stands once on both sides is an anchor and outweighs any run of "}" and "return null;".
 */

import { type DocRow, isBlank, isGrown, isSolid } from './text.ts';

/** Indices in the document and in the frame. */
export type Pair = readonly [row: number, at: number];

export interface Alignment {
  readonly pairs: readonly Pair[];
  /** How many pairs are equal rows that can be known again; of these, how many stand once on both sides. */
  readonly equal: number;
  readonly anchors: number;
  /** How many rows of the frame that can be known again have no partner, though rows below them have one. */
  readonly torn: number;
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

const [GROWN, REPEATED, BLANK, NEXT, NEXT_BLANK] = [0.55, 0.3, 0.02, 0.25, 0.05];
const [SHORT, LONG] = [5, 60];
const NEARLY = 1e-4;

/** @param fixed rows of the document before this one are final: they match what equals them, and do not grow */
export function align(document: readonly DocRow[], span: Span, frame: readonly DocRow[], fixed: number): Alignment {
  const once = standingOnce(document, span, frame);
  const weigh = (row: number, at: number): number => {
    const [a, b] = [(document[row] as DocRow).text, (frame[at] as DocRow).text];
    if (a !== b) return row >= fixed && !isBlank(a) && !isBlank(b) && isGrown(a, b) ? GROWN : 0;
    const length = b.trim().length;
    if (length === 0) return BLANK;
    return length < SHORT || !once.has(b) ? REPEATED : Math.min(length, LONG) ** 2 / 20;
  };
  const pairs = upward(document, frame, heaviest(span, frame.length, weigh));
  const isEqual = ([row, at]: Pair) => document[row]?.text === frame[at]?.text && isSolid(frame[at]?.text ?? '');
  const isAnchor = (pair: Pair) => isEqual(pair) && once.has(frame[pair[1]]?.text ?? '');
  const matched = new Set(pairs.map(([, at]) => at));
  const above = frame.slice(0, pairs.at(-1)?.[1] ?? 0);
  const torn = above.filter(({ text }, at) => !matched.has(at) && isSolid(text)).length;
  return { pairs, torn, equal: pairs.filter(isEqual).length, anchors: pairs.filter(isAnchor).length };
}

function standingOnce(document: readonly DocRow[], { from, to }: Span, frame: readonly DocRow[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { text } of frame) counts.set(text, counts.has(text) ? 3 : 0);
  for (let row = from; row < to; row++) {
    const text = (document[row] as DocRow).text;
    const count = counts.get(text);
    if (count !== undefined) counts.set(text, count + 1);
  }
  return new Set([...counts].filter(([, count]) => count === 1).map(([text]) => text));
}

/** Longest common subsequence by weight; a pair that follows another one directly weighs more. */
function heaviest({ from, to }: Span, width: number, weigh: (row: number, at: number) => number): Pair[] {
  const stride = width + 1;
  const cells = (to - from + 1) * stride;
  const [best, paired] = [new Float64Array(cells), new Float64Array(cells)];
  const weights = new Float32Array(cells);
  const value = (cell: number, weight: number): number => {
    const before = cell - stride - 1;
    const chained = (paired[before] as number) > 0 ? (paired[before] as number) + bonus(weight) : 0;
    return weight + Math.max(chained, best[before] as number);
  };
  for (let row = from; row < to; row++) {
    for (let at = 0, cell = (row - from + 1) * stride + 1; at < width; at++, cell++) {
      const weight = weigh(row, at);
      if (weight > 0) {
        weights[cell] = weight;
        paired[cell] = value(cell, weight);
      }
      best[cell] = Math.max(paired[cell] as number, best[cell - 1] as number, best[cell - stride] as number);
    }
  }
  return walkBack({ from, to }, width, { best, paired, weights });
}

const bonus = (weight: number) => (weight < 0.1 ? NEXT_BLANK : NEXT);

interface Table {
  readonly best: Float64Array;
  readonly paired: Float64Array;
  readonly weights: Float32Array;
}

function walkBack({ from, to }: Span, width: number, { best, paired, weights }: Table): Pair[] {
  const stride = width + 1;
  const pairs: Pair[] = [];
  let [row, at, chained] = [to - from, width, false];
  while (row > 0 && at > 0) {
    const cell = row * stride + at;
    const [own, before] = [paired[cell] as number, cell - stride - 1];
    if (own > 0 && (chained || own >= (best[cell] as number) - NEARLY)) {
      pairs.push([from + row - 1, at - 1]);
      const weight = weights[cell] as number;
      const last = paired[before] as number;
      chained = last > 0 && Math.abs(own - weight - bonus(weight) - last) < 1e-3;
      row--;
      at--;
    } else if ((best[cell - 1] as number) >= (best[cell - stride] as number)) at--;
    else row--;
  }
  return pairs.reverse();
}

/** More pairs above the first, as long as the rows there are the same. */
function upward(document: readonly DocRow[], frame: readonly DocRow[], pairs: Pair[]): Pair[] {
  const more: Pair[] = [];
  let [row, at] = pairs[0] ?? [0, 0];
  while (row > 0 && at > 0 && document[row - 1]?.text === frame[at - 1]?.text) more.push([--row, --at]);
  return [...more.reverse(), ...pairs];
}
