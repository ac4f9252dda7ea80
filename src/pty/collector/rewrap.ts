/** Finds a frame in the document by its text alone, where another width has wrapped every row of it otherwise. Pure. */

import { type DocRow, squash } from './text.ts';

const [LEAST, LENGTH] = [12, 24];

export interface Rewrapped {
  readonly before: readonly DocRow[];
  /** Below the frame, when somebody has scrolled back. */
  readonly after: readonly DocRow[];
}

/** @returns what of the rows stands before and after the frame; undefined when it is not there */
export function rewrapped(rows: readonly DocRow[], frame: readonly DocRow[]): Rewrapped | undefined {
  const [known, shown] = [squash(rows), squash(frame)];
  const head = shown.slice(0, LENGTH);
  const at = head.length < LEAST ? -1 : known.lastIndexOf(head);
  if (at === -1) return undefined;
  const rest = known.slice(at);
  const same = commonLength(rest, shown);
  if (same < 0.8 * Math.min(rest.length, shown.length)) return undefined;
  const [before, mid] = split(rows, at);
  return { before, after: rest.length > shown.length ? split(mid, shown.length)[1] : [] };
}

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

/** Cuts rows after so many characters that are not spaces, inside a row where it must be. */
function split(rows: readonly DocRow[], length: number): [before: readonly DocRow[], after: readonly DocRow[]] {
  let left = length;
  for (const [index, row] of rows.entries()) {
    const own = squash([row]).length;
    if (left < own) return left === 0 ? [rows.slice(0, index), rows.slice(index)] : cut(rows, index, left);
    left -= own;
  }
  return [rows, []];
}

function cut(rows: readonly DocRow[], index: number, length: number): [readonly DocRow[], readonly DocRow[]] {
  const row = rows[index] as DocRow;
  let end = 0;
  while (squash([{ ...row, text: row.text.slice(0, end) }]).length < length) end++;
  const [head, tail] = [row.text.slice(0, end).trimEnd(), row.text.slice(end).trimStart()];
  return [
    [...rows.slice(0, index), { ...row, text: head }],
    [{ ...row, text: tail, gap: false }, ...rows.slice(index + 1)],
  ];
}
