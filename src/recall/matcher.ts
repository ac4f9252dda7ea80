/** How lines are looked at: for the words of a query, or for an exact text. Pure; collect.ts counts what is found. */

import { folded, isPlain } from './fold.ts';
import { type Atom, MAX_QUERY_CHARACTERS, MIN_PREFIX, type Query } from './query.ts';
import { isUnspaced, type Token, tokensOf } from './tokens.ts';

/** `start` and `end` are offsets in the line. */
export interface Mark {
  readonly start: number;
  readonly end: number;
  readonly atom: number;
  /** 1 for the word itself, less for a longer or inflected one. */
  readonly strength: number;
}

export interface Matcher {
  /** How many things are looked for. */
  readonly atoms: number;
  /** False only when a line of a journal, its bytes read as Latin-1, holds nothing that is looked for. */
  mayHold(bytes: string): boolean;
  /** All places in a line of text where something is found. */
  marks(line: string): readonly Mark[];
  /** Which of the terms are found, given the atoms that are. */
  terms(present: (atom: number) => boolean): readonly boolean[];
}

const PREFIX_STRENGTH = 0.6;
const STEM_STRENGTH = 0.45;
/** The most letters of an ending. */
const MAX_ENDING = 6;

export function wordMatcher({ atoms, terms }: Query): Matcher {
  const seeds = atoms.map(({ stem, text }) => (stem.length < text.length ? stem : text));
  const anySeed = new RegExp(seeds.map(escaped).join('|') || '(?!)', 'gu');
  const inBytes = byteFilter(seeds);
  const inWord = wordCache(atoms);
  return {
    atoms: atoms.length,
    mayHold: (bytes) => inBytes.test(bytes),
    marks(line) {
      const text = folded(line);
      anySeed.lastIndex = 0;
      if (!anySeed.test(text)) return [];
      return isPlain(line) ? marksAround(line, text, anySeed, inWord) : marksIn(line, atoms);
    },
    terms: (present) =>
      terms.map(({ ways }) =>
        ways.some(({ atoms: all, needed }) => all.filter((atom) => present(atom)).length >= needed),
      ),
  };
}

/** A text as it stands, upper and lower case told apart. */
export function literalMatcher(typed: string): Matcher {
  const text = typed.slice(0, MAX_QUERY_CHARACTERS);
  const stored = Buffer.from(JSON.stringify(text).slice(1, -1), 'utf8').toString('latin1');
  return {
    atoms: 1,
    mayHold: (bytes) => bytes.includes(stored),
    marks: (line) => occurrences(line, text),
    terms: (present) => [present(0)],
  };
}

/** What a text tells by these marks: more with more different things that were looked for, whatever their number. */
export function worth(marks: readonly Mark[]): number {
  const byAtom = new Map<number, number>();
  for (const { atom, strength } of marks) byAtom.set(atom, Math.max(byAtom.get(atom) ?? 0, strength));
  return [...byAtom.values()].reduce((sum, strength) => sum + strength, 0);
}

function occurrences(line: string, text: string): readonly Mark[] {
  const marks: Mark[] = [];
  if (text === '') return marks;
  for (let start = line.indexOf(text); start !== -1; start = line.indexOf(text, start + text.length)) {
    marks.push({ start, end: start + text.length, atom: 0, strength: 1 });
  }
  return marks;
}

/** What stands for a letter with an accent, a wide or a composed one in UTF-8. A line with any of these is looked at as text. */
const OTHER_FORMS = '[\\xc3-\\xc9\\xcc\\xcd\\xe1\\xef]';

/** Of UTF-8 read as Latin-1, which is all that a line costs that holds nothing that is looked for. */
function byteFilter(seeds: readonly string[]): RegExp {
  return new RegExp([...seeds.flatMap(inUtf8), OTHER_FORMS].join('|'), 'i');
}

/** A word of ASCII as it is; of any other word a character that it cannot be without, or the first byte of its alphabet. */
function inUtf8(seed: string): readonly string[] {
  const other = [...seed].find((character) => character > '\x7f');
  if (other === undefined) return [escaped(seed)];
  const forms = [other, other.toUpperCase(), other.toLowerCase()];
  const bytes = forms.map((form) => Buffer.from(form, 'utf8').toString('latin1'));
  return isUnspaced(other) ? bytes.map(escaped) : bytes.map((form) => escaped(form.charAt(0)));
}

/** Only the words around what may be a match are looked at. */
function marksAround(line: string, text: string, anySeed: RegExp, inWord: (word: string) => readonly Mark[]) {
  const marks: Mark[] = [];
  let done = 0;
  anySeed.lastIndex = 0;
  for (let match = anySeed.exec(text); match !== null; match = anySeed.exec(text)) {
    if (match.index < done) continue;
    const start = wordStart(line, match.index);
    done = wordEnd(line, match.index);
    for (const mark of inWord(line.slice(start, done))) {
      marks.push({ ...mark, start: mark.start + start, end: mark.end + start });
    }
  }
  return marks;
}

function wordStart(line: string, from: number): number {
  let start = from;
  while (start > 0 && isAsciiWord(line.charCodeAt(start - 1))) start -= 1;
  return start;
}

function wordEnd(line: string, from: number): number {
  let end = from;
  while (end < line.length && isAsciiWord(line.charCodeAt(end))) end += 1;
  return Math.max(end, from + 1);
}

function isAsciiWord(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
}

const MAX_CACHED_WORDS = 10_000;
const MAX_CACHED_LENGTH = 64;

/** The marks of a word, remembered: a history has few different words. */
function wordCache(atoms: readonly Atom[]): (word: string) => readonly Mark[] {
  const known = new Map<string, readonly Mark[]>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const marks = marksIn(word, atoms);
    if (word.length <= MAX_CACHED_LENGTH && known.size < MAX_CACHED_WORDS) known.set(word, marks);
    return marks;
  };
}

function marksIn(line: string, atoms: readonly Atom[]): readonly Mark[] {
  const marks: Mark[] = [];
  for (const token of tokensOf(line)) {
    for (const [index, atom] of atoms.entries()) {
      const strength = strengthOf(token, atom);
      if (strength > 0) marks.push({ start: token.start, end: token.end, atom: index, strength });
    }
  }
  return marks;
}

function strengthOf({ text, type }: Token, atom: Atom): number {
  if ((type === 'pair') !== (atom.type === 'pair')) return 0;
  if (text === atom.text) return 1;
  if (atom.type === 'number') return 0;
  const isPrefix = atom.type === 'pair' || atom.text.length >= MIN_PREFIX;
  if (isPrefix && text.startsWith(atom.text)) return PREFIX_STRENGTH;
  const isKin = atom.type === 'word' && atom.text.length > MIN_PREFIX && text.startsWith(atom.stem);
  return isKin && text.length <= atom.stem.length + MAX_ENDING ? STEM_STRENGTH : 0;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
