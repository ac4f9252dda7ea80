/**
 * Secrets that a program broke at the right edge. A terminal says which rows it wrapped; a full-screen program breaks
 * lines by itself and says nothing, so the shape of the lines has to tell.
 */

import type { Found } from './find.ts';
import { LOOK_BEHIND, matchAt } from './find.ts';
import type { Page, View } from './page.ts';
import { pieceAt } from './page.ts';

/** The most lines that one secret is followed through: a JWT of 8 KiB in a box of 64 columns. */
const MOST_LINES = 128;
/** The start of a line as it would continue a token. */
const RUN = /^[\w+/.~%-]{1,400}(?:={1,2}(?![\w=]))?/;
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
 * @param isStrict  count all of the next line, not only its first word
 */
export function mayRunOn(page: Page, line: number, isStrict: boolean): boolean {
  const piece = page.pieces[line];
  const next = page.pieces[line + 1];
  if (piece === undefined || next === undefined) return false;
  if (PADDED.test(page.text.slice(piece.end, piece.lineEnd))) return false;
  const nextEnd = isStrict ? next.end : next.start + (RUN.exec(page.text.slice(next.start, next.end))?.[0].length ?? 0);
  return nextEnd - next.lineStart <= piece.end - piece.lineStart;
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
  if (FULL.test(page.text.slice(piece.end, piece.lineEnd))) return run;
  return /[=:(]/.test(content.charAt(run.length)) || isWordLike(run) ? '' : run;
}

/** Words, and names made of words: letters only, in stretches of three or more between changes of case. */
function isWordLike(run: string): boolean {
  if (/[^A-Za-z_./-]/.test(run)) return false;
  const parts = run.split(/[_./-]+/).filter((part) => part !== '');
  if (parts.every((part) => /^(?:[A-Z]?[a-z]+|[A-Z]+)$/.test(part))) return true;
  const stretches = parts.flatMap((part) => part.split(/(?<=[a-z])(?=[A-Z])/));
  return parts.join('').length / stretches.length >= 3;
}
