/** How lines are looked at: for the words of a query, or for an exact text. Pure; collect.ts counts what is found. */

import { folded } from './fold.ts';
import { type Atom, MAX_QUERY_CHARACTERS, MIN_PREFIX, type Query } from './query.ts';
import { type Token, tokensOf } from './tokens.ts';

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
const MAX_ENDING = 4;

export function wordMatcher({ atoms, terms }: Query): Matcher {
  const seeds = atoms.map(({ stem, text }) => (stem.length < text.length ? stem : text));
  const anySeed = new RegExp(seeds.map(escaped).join('|') || '(?!)', 'u');
  const inBytes = byteFilter(seeds);
  return {
    atoms: atoms.length,
    mayHold: (bytes) => inBytes === null || inBytes.test(bytes),
    marks: (line) => (anySeed.test(folded(line)) ? marksIn(line, atoms) : []),
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

/**
 * What stands for a letter with an accent, a wide or a composed one in UTF-8 read as Latin-1. A line with any of these is looked
 * at as text. Null: a word outside of ASCII is looked for, and every line is.
 */
function byteFilter(seeds: readonly string[]): RegExp | null {
  if (seeds.some((seed) => !/^[\0-\x7f]*$/.test(seed))) return null;
  return new RegExp([...seeds.map(escaped), '[\\xc3-\\xc9\\xcc\\xcd\\xe1\\xef]'].join('|'), 'i');
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
