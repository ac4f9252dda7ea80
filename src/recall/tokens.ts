/**
 * From text to the tokens that are compared: words, the parts of camelCase and snake_case names, and pairs of characters where
 * a script writes no spaces. Pure, total, linear.
 */

import { folded } from './fold.ts';

/** `start` and `end` are offsets in the text as it was given. */
export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /**
   * `part`: of a name, or a whole word. `whole`: a name of several parts, read as one. `pair`: of a script without spaces;
   * the last character of a run stands alone, so that each character begins a token.
   */
  readonly type: 'part' | 'whole' | 'pair';
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** Scripts that are written without spaces, or, as Korean, with endings glued to the words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆]/u;

/** Runs of one kind within a word: each unspaced script for itself (a verb's ending is no part of its stem), or everything else. */
const RUNS =
  /[\p{Script=Han}々〆]+|\p{Script=Hiragana}+|[\p{Script=Katakana}ー]+|\p{Script=Hangul}+|[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}]+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆])[\p{L}\p{M}\p{N}])+/gu;

/** `HTTPServer` is HTTP and Server, `sha256sum` stays one. */
const PARTS = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}+(?!\p{Ll})\p{N}*|\p{Lu}?[^\p{Lu}]+|\p{Lu}/gu;

/** A word longer than this is no word but data; its beginning is enough to find it. */
const MAX_WORD = 128;

export function* tokensOf(text: string): Generator<Token> {
  for (const run of runsOf(text))
    yield* isUnspaced(run.text) ? pairsOf(run.text, run.start) : namesOf(run.text, run.start);
}

/** The words of a text, where a word of several scripts is several. */
export function* runsOf(text: string): Generator<{ readonly text: string; readonly start: number }> {
  for (const { 0: word, index: wordStart } of text.matchAll(WORD)) {
    for (const { 0: run, index } of word.matchAll(RUNS))
      yield { text: run.slice(0, MAX_WORD), start: wordStart + index };
  }
}

export function isUnspaced(run: string): boolean {
  return UNSPACED.test(run);
}

function* pairsOf(run: string, start: number): Generator<Token> {
  const characters = [...run];
  let at = start;
  for (const [index, character] of characters.entries()) {
    const pair = character + (characters[index + 1] ?? '');
    yield { text: folded(pair), start: at, end: at + pair.length, type: 'pair' };
    at += character.length;
  }
}

/** The parts of a name, and the name itself where it has several. */
function* namesOf(word: string, start: number): Generator<Token> {
  const parts = [...word.matchAll(PARTS)];
  for (const { 0: part, index } of parts) {
    yield { text: folded(part), start: start + index, end: start + index + part.length, type: 'part' };
  }
  if (parts.length > 1) yield { text: folded(word), start, end: start + word.length, type: 'whole' };
}
