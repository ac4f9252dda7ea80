/**
 * Private-key blocks (PEM: RFC 7468; PGP: RFC 9580, 6.2), which no single pattern covers: they span lines, are shown in
 * boxes, in diffs and as one JSON string, and may lack their beginning or their end because the screen did.
 */

import type { Page, View } from './page.ts';
import { coverPage, lineAt, newMark, pageOffset } from './page.ts';

const KIND = 'private-key';
/** Blanks are optional: a marker that wraps loses the one at which it was broken. */
const BEGIN = /-----BEGIN[A-Z0-9 ]{0,40}PRIVATE ?KEY(?: ?BLOCK)?-----/g;
const END = /-----END[A-Z0-9 ]{0,40}PRIVATE ?KEY(?: ?BLOCK)?-----/g;
/** A line of a body, with the line number or sign before it in a listing and the quotes and escapes of a string. */
const BODY = /^(?:\d{1,6}\s{0,2}[\s|\u2502:\u2192]\s{0,8})?(?:[+-]\s{0,8})?["']?[A-Za-z0-9+/=\\]{1,8192}["']?[,;]?$/;
const HEADER = /^(?:[+-]\s{0,8})?(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset): /;
const BODY_CHARACTER = /[A-Za-z0-9+/=\\]/;
/** A shorter line in front of an end without a beginning may be a word. */
const LEAST_BODY_LINE = 20;

interface Marker {
  /** Offsets in the page. */
  readonly start: number;
  readonly end: number;
}

/**
 * Covers the blocks: all between a beginning and its end; from a beginning without an end on as long as the lines look like
 * a body; and the body in front of an end without a beginning. A marker that stands alone, as in prose or code, stays.
 *
 * @param joined  the page's view without separators, where markers that wrap are whole
 */
export function coverPrivateKeys(page: Page, joined: View): void {
  const ends = new Map(markersIn(page, joined, END).map((end) => [end.start, end]));
  let coveredTo = 0;
  for (const begin of markersIn(page, joined, BEGIN)) {
    if (begin.start < coveredTo) continue;
    const bodyEnd = endOfBody(page, begin.end);
    coveredTo = ends.get(bodyEnd)?.end ?? bodyEnd;
    if (coveredTo > begin.end) coverPage(page, begin.start, coveredTo, newMark(page, KIND));
  }
  for (const end of ends.values()) if (page.marks[end.start] === 0) coverTail(page, end);
}

function markersIn(page: Page, joined: View, pattern: RegExp): Marker[] {
  return [...joined.text.matchAll(pattern)].map((match) => ({
    start: pageOffset(page, joined, match.index),
    end: pageOffset(page, joined, match.index + match[0].length - 1) + 1,
  }));
}

/** Where the body that begins here stops: at the marker of its end, or behind the last line that looks like a body. */
function endOfBody(page: Page, from: number): number {
  const first = lineAt(page, from);
  const lineEnd = page.pieces[first]?.end ?? from;
  let end = from;
  while (end < lineEnd && BODY_CHARACTER.test(page.text.charAt(end))) end += 1;
  return end < lineEnd ? end : endOfLines(page, first + 1, end);
}

/** As `endOfBody`, from the beginning of a line; one empty line may stand between. */
function endOfLines(page: Page, first: number, found: number): number {
  let end = found;
  let blanks = 0;
  for (let line = first; line < page.pieces.length && blanks < 2; line += 1) {
    const { start, content } = contentAt(page, line);
    const marker = content.indexOf('-----END');
    if (marker !== -1) return start + marker;
    blanks = content === '' ? blanks + 1 : 0;
    if (blanks > 0) continue;
    if (!BODY.test(content) && !HEADER.test(content)) return end;
    end = start + content.length;
  }
  return end;
}

function coverTail(page: Page, end: Marker): void {
  const last = lineAt(page, end.start);
  let from = end.start;
  while (from > (page.pieces[last]?.start ?? 0) && BODY_CHARACTER.test(page.text.charAt(from - 1))) from -= 1;
  for (let line = last - 1; line >= 0 && isBodyLine(page, line, line === last - 1); line -= 1) {
    from = page.pieces[line]?.start ?? from;
  }
  if (from < end.start) coverPage(page, from, end.end, newMark(page, KIND));
}

/** The last line of a body may be short. */
function isBodyLine(page: Page, line: number, isLast: boolean): boolean {
  const { content } = contentAt(page, line);
  return BODY.test(content) && (isLast || content.length >= LEAST_BODY_LINE);
}

function contentAt(page: Page, line: number): { start: number; content: string } {
  const piece = page.pieces[line];
  return piece === undefined
    ? { start: page.text.length, content: '' }
    : { start: piece.start, content: page.text.slice(piece.start, piece.end) };
}
