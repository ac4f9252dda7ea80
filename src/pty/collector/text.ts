/** How rows of text are compared, measured and told apart. */

import { cellsOf } from '../widths.ts';

/** A row of what an agent shows, without its chrome. */
export interface DocRow {
  readonly text: string;
  /** The terminal wrapped it: it goes on from the row above. */
  readonly wrapped: boolean;
  /** Rows may be missing above it. */
  readonly gap: boolean;
  /** How wide the terminal was. */
  readonly cols: number;
}

const SOLID = 8;
const SPINNERS = /[\u2800-\u28ff✻✽✶✢·✳∗*◐◓◑◒▪■⬝]+/g;

export const isBlank = (text: string): boolean => text.trim() === '';

/** Long enough to be known again. */
export const isSolid = (text: string): boolean => text.length >= SOLID && text.trim().length >= SOLID;

/** Without what changes in place: digits and spinners. */
export const mask = (text: string): string => text.replace(/\d+/g, '0').replace(SPINNERS, '~').trim();

/** Without what wrapping and boxes add. */
export const squash = (rows: readonly DocRow[]): string =>
  rows.map(({ text }) => text.replace(/[\s\u2500-\u259f]+/g, '')).join('');

/** The same row later: more or less of it. Rows that differ in digits only are the rows of a list as well as a counter. */
export function isGrown(before: string, after: string): boolean {
  const [short, long] = before.length < after.length ? [before, after] : [after, before];
  return long.startsWith(short) && short.trim().length > 1;
}

/** How many cells of a row it takes. */
export function cellsIn(text: string): number {
  let cells = 0;
  for (const character of text) cells += cellsOf(character.codePointAt(0) as number);
  return cells;
}
