/**
 * Finds secrets in a text: by the table of rules, and by the exact values it is given. Looks only where a keyword stands,
 * so its cost grows with the text and not with the number of rules tried at each character.
 */

import type { Rule } from './rule.ts';

export interface Found {
  readonly kind: string;
  /** The whole match, context included. */
  readonly from: number;
  readonly to: number;
  /** What is secret of it. */
  readonly start: number;
  readonly end: number;
  /** Absent for an exact value. */
  readonly rule?: Rule;
}

/** What cannot be told from shape: exact texts and the kind they are of. */
export interface Needle {
  readonly kind: string;
  readonly value: string;
}

/**
 * Where a text was put together: a line begins at this offset, so that what stands before is no part of its word, and a match
 * may have taken in the beginning of a line that is none of its own.
 */
export type IsEdge = (offset: number) => boolean;

/** The most characters that a pattern looks back for its context. */
export const LOOK_BEHIND = 48;

/**
 * All secrets in the text: the exact values, then rule by rule.
 *
 * @param isEdge  given for a text that was put together of lines; the caller then looks where a match really ends
 */
export function* findSecrets(
  text: string,
  rules: readonly Rule[],
  needles: readonly Needle[],
  isEdge?: IsEdge,
): Generator<Found> {
  for (const { kind, value } of needles) {
    for (const from of occurrences(text, value)) {
      yield { kind, from, to: from + value.length, start: from, end: from + value.length };
    }
  }
  const lower = asciiLower(text);
  const pairs = pairsIn(lower);
  for (const rule of rules) {
    for (const keyword of rule.keywords) {
      if (mayHold(pairs, keyword)) yield* findByKeyword(text, lower, keyword, rule, isEdge);
    }
  }
}

/** Which pairs of ASCII characters follow each other in the text: most keywords are ruled out by that, without looking for them. */
function pairsIn(text: string): Uint8Array {
  const pairs = new Uint8Array(0x4000);
  let before = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index) & 0x7f;
    pairs[(before << 7) | code] = 1;
    before = code;
  }
  return pairs;
}

/** False only for a keyword that is not in the text. */
function mayHold(pairs: Uint8Array, keyword: string): boolean {
  for (let index = 1; index < keyword.length; index += 1) {
    const pair = ((keyword.charCodeAt(index - 1) & 0x7f) << 7) | (keyword.charCodeAt(index) & 0x7f);
    if (pairs[pair] !== 1) return false;
  }
  return true;
}

/** The match of a rule that begins exactly here, whatever surrounds it. */
export function matchAt(text: string, rule: Rule, from: number): Found | undefined {
  rule.pattern.lastIndex = from;
  const match = rule.pattern.exec(text);
  if (match === null) return undefined;
  const to = from + match[0].length;
  const [start, end] = match.indices?.groups?.['secret'] ?? [from, to];
  return { kind: rule.kind, from, to, start, end, rule };
}

/** Whether a word ends here. */
export function mayEnd(text: string, to: number): boolean {
  return !/[A-Za-z0-9]/.test(text.charAt(to));
}

function* findByKeyword(
  text: string,
  lower: string,
  keyword: string,
  rule: Rule,
  isEdge: IsEdge | undefined,
): Generator<Found> {
  let done = 0;
  for (const from of occurrences(lower, keyword)) {
    if (from < done || !(isEdge?.(from) || mayBegin(text, from, rule.begins ?? 'word'))) continue;
    const found = matchAt(text, rule, from);
    if (found === undefined || !(isEdge || mayEnd(text, found.to)) || !isRandom(text, found, rule)) continue;
    if (mayEnd(text, found.to)) done = found.to;
    yield found;
  }
}

function* occurrences(text: string, part: string): Generator<number> {
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) yield at;
}

/** A longer text is judged by its beginning. */
const ENTROPY_SAMPLE = 256;

/** After an escape of JSON (`\n`) or of a URL (`%3D`) a new word begins, although a letter stands before it. */
const ESCAPE_BEFORE = /\\[nrt]$|%[0-9A-Fa-f]{2}$/;

function mayBegin(text: string, from: number, begins: 'word' | 'run' | 'anywhere'): boolean {
  if (begins === 'anywhere' || from === 0) return true;
  const inside = begins === 'word' ? /[A-Za-z0-9]/ : /[\w-]/;
  return !inside.test(text.charAt(from - 1)) || ESCAPE_BEFORE.test(text.slice(Math.max(0, from - 3), from));
}

function isRandom(text: string, { start, end }: Found, { entropy }: Rule): boolean {
  return entropy === undefined || entropyOf(text.slice(start, Math.min(end, start + ENTROPY_SAMPLE))) >= entropy;
}

/** Shannon entropy in bits a character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** Lower case that keeps every offset, which toLowerCase does not (U+0130). */
function asciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
