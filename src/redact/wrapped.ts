/**
 * Secrets that a program broke at the right edge. A terminal says which rows it wrapped; a full-screen program breaks
 * lines by itself and says nothing, so the shape of the lines has to tell.
 */

import type { Found } from './find.ts';
import { LOOK_BEHIND, matchAt, mayEnd } from './find.ts';
import type { Page, View } from './page.ts';
import { pieceAt } from './page.ts';

/** The most lines that one secret is followed through: a JWT of 8 KiB in a box of 64 columns. */
const MOST_LINES = 128;
/** The start of a line as it would continue a token. */
const RUN = /^[\w+/.~%-]{1,400}(?:={1,2}(?![\w=]))?/;
/** Text is rarely set narrower. */
const LEAST_WIDTH = 30;
/** In a box that was full a shorter run is the rest of a token, even if it could be a word. */
const LEAST_WORD = 4;
/** Blanks and then a border: the text stopped before the box did. */
const PADDED = /^\s{4,400}[|\u2500-\u259f]/;
/** A border close behind the text: the box was full. */
const FULL = /^\s{0,2}[|\u2500-\u259f]/;

/**
 * Where in the view a secret ends that reaches the end of its line, when the next lines seem to carry the rest of it; undefined
 * when it does not run on. The rule itself decides how much it takes, so that a token of fixed length takes no more.
 */
export function continuation(page: Page, view: View, found: Found): number | undefined {
  const rule = found.rule;
  if (rule === undefined) return undefined;
  const context = view.text.slice(Math.max(0, found.from - LOOK_BEHIND), found.from);
  const first = pieceAt(view, found.end - 1);
  let token = view.text.slice(found.from, found.end);
  let end = found.end;
  for (let line = first; line < first + MOST_LINES && isAtEnd(page, view, line, end); line += 1) {
    const run = runAfter(page, line, rule.isWeak === true);
    const match = run === '' ? undefined : matchAt(context + token + run, rule, context.length);
    const taken = match === undefined ? 0 : match.end - context.length - token.length;
    if (taken <= 0) break;
    token += run.slice(0, taken);
    end = (view.starts[line + 1] ?? 0) + taken;
  }
  return end === found.end ? undefined : end;
}

/**
 * Whether the text of this line may go on in the next one, to tell by their widths: a line that was broken reaches the edge,
 * so the next one is no longer.
 *
 * @param isStrict  count all of the next line, not only its first word, and let no short line count as broken
 */
function mayRunOn(page: Page, line: number, isStrict: boolean): boolean {
  const piece = page.pieces[line];
  const next = page.pieces[line + 1];
  if (piece === undefined || next === undefined) return false;
  if (isStrict && piece.end - piece.lineStart < LEAST_WIDTH) return false;
  if (PADDED.test(page.text.slice(piece.end, piece.lineEnd))) return false;
  const nextEnd = isStrict ? next.end : next.start + (RUN.exec(page.text.slice(next.start, next.end))?.[0].length ?? 0);
  return nextEnd - next.lineStart <= piece.end - piece.lineStart;
}

/**
 * Where in the joined view a match ends that is one secret broken over lines; undefined when it is not: it must cross the end of
 * a line elsewhere than between a name and its value, and only lines that may run on. The words of the lines after it, which
 * a rule without a fixed length takes along, are left out.
 */
export function brokenEnd(page: Page, joined: View, found: Found): number | undefined {
  const end = endBeforeWords(page, joined, found);
  return end !== undefined && crossesLine(joined, found, end) ? end : undefined;
}

function endBeforeWords(page: Page, joined: View, found: Found): number | undefined {
  const isStrict = found.rule?.isWeak === true;
  const last = pieceAt(joined, found.end - 1);
  for (let line = pieceAt(joined, found.from) + 1; line <= last; line += 1) {
    if (runAfter(page, line - 1, isStrict) !== '') continue;
    const cut = joined.starts[line] ?? 0;
    if (isMatch(joined, found, cut)) return cut;
    if (!mayRunOn(page, line - 1, isStrict)) return undefined;
  }
  return mayEnd(joined.text, found.to) || joined.starts[last + 1] === found.to ? found.end : undefined;
}

function isMatch(joined: View, { from, start, rule }: Found, cut: number): boolean {
  if (rule === undefined || cut <= start) return false;
  const before = Math.max(0, from - LOOK_BEHIND);
  const match = matchAt(joined.text.slice(before, cut), rule, from - before);
  return match !== undefined && match.end + before === cut;
}

function crossesLine(joined: View, { from, start }: Found, end: number): boolean {
  const lines = pieceAt(joined, end - 1) - pieceAt(joined, from);
  const opensLine = start !== from && joined.starts[pieceAt(joined, start)] === start;
  return lines > (opensLine ? 1 : 0);
}

function isAtEnd(page: Page, view: View, line: number, end: number): boolean {
  const piece = page.pieces[line];
  return piece !== undefined && (view.starts[line] ?? 0) + piece.end - piece.start === end;
}

/** What the next line begins with, if it looks like the rest of a token and not like a word, a name or a call. */
function runAfter(page: Page, line: number, isStrict: boolean): string {
  const piece = page.pieces[line];
  const next = page.pieces[line + 1];
  if (piece === undefined || next === undefined || !mayRunOn(page, line, isStrict)) return '';
  const content = page.text.slice(next.start, next.end);
  const run = RUN.exec(content)?.[0] ?? '';
  if (FULL.test(page.text.slice(piece.end, piece.lineEnd)) && run.length < LEAST_WORD) return run;
  return /[=:(]/.test(content.charAt(run.length)) || isWordLike(run) ? '' : run;
}

/** Words, and names made of words: letters only, three or more to a word on average. */
function isWordLike(run: string): boolean {
  if (/[^A-Za-z_./-]/.test(run)) return false;
  const parts = run.split(/[_./-]+/).filter((part) => part !== '');
  if (parts.every((part) => /^(?:[A-Z]?[a-z]+|[A-Z]+)$/.test(part))) return true;
  const words = parts.flatMap((part) => part.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []);
  return words.join('').length / words.length >= 3;
}
