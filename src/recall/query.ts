/** What a person typed, as words that are looked for. Pure; tokens.ts says what a word is, and match.ts looks for them. */

import { isFiller, withoutPhrases } from './filler.ts';
import { folded } from './fold.ts';
import { isUnspaced, runsOf, tokensOf } from './tokens.ts';

/** One token that is looked for. */
export interface Atom {
  readonly text: string;
  /** What tokens of the same family begin with; as long as `text` where it has no ending that is known. */
  readonly stem: string;
  readonly type: 'word' | 'number' | 'pair';
}

/** One word of the query. It is found when one of its ways is: `needed` of these atoms. */
export interface Term {
  readonly text: string;
  readonly ways: readonly { readonly atoms: readonly number[]; readonly needed: number }[];
}

export interface Query {
  readonly atoms: readonly Atom[];
  /** None: it was filler only, and asks for what is newest. */
  readonly terms: readonly Term[];
}

/** A question is a sentence or two; what is longer is cut. */
export const MAX_QUERY_CHARACTERS = 1000;
const MAX_TERMS = 24;

/** Shorter words are found as they are, not as the beginning of another. */
export const MIN_PREFIX = 3;

/** Up to so many pairs all have to be there; of a longer run, which is a phrase of several words, half of them. */
const PAIRS_OF_A_WORD = 3;

export function parseQuery(typed: string): Query {
  const text = typed.slice(0, MAX_QUERY_CHARACTERS);
  const words = wordsOf(withoutPhrases(text));
  const atoms: Atom[] = [];
  const indexOf = (atom: Atom) => {
    const known = atoms.findIndex(({ text: other, type }) => other === atom.text && type === atom.type);
    return known === -1 ? atoms.push(atom) - 1 : known;
  };
  const terms = words.slice(0, MAX_TERMS).map((word) => termOf(word, indexOf));
  return { atoms, terms };
}

/** The words without filler, each once; Japanese endings count only where nothing else was typed. */
function wordsOf(text: string): readonly string[] {
  const words = Array.from(runsOf(text), (run) => run.text);
  const isTelling = (word: string) =>
    !isFiller(folded(word)) && ![...tokensOf(word)].every((token) => isFiller(token.text));
  const telling = words.filter(isTelling);
  const strong = telling.filter((word) => !/^\p{Script=Hiragana}+$/u.test(word));
  const chosen = strong.length > 0 ? strong : telling.filter((word) => [...word].length > 2);
  return [...new Set(chosen)];
}

function termOf(word: string, indexOf: (atom: Atom) => number): Term {
  const tokens = [...tokensOf(word)];
  if (isUnspaced(word)) return { text: word, ways: [pairWay(tokens, indexOf)] };
  const parts = tokens.filter(({ type }) => type === 'part').map(({ text }) => indexOf(wordAtom(text)));
  const wholes = tokens.filter(({ type }) => type === 'whole').map(({ text }) => indexOf(wordAtom(text)));
  const ways = [{ atoms: parts, needed: parts.length }, ...wholes.map((atom) => ({ atoms: [atom], needed: 1 }))];
  return { text: word, ways };
}

/** A lone character is looked for as the beginning of a pair; of a longer run the last one is in the pair before it. */
function pairWay(tokens: readonly { readonly text: string }[], indexOf: (atom: Atom) => number) {
  const pairs = tokens.length > 1 ? tokens.slice(0, -1) : tokens;
  const atoms = pairs.map(({ text }) => indexOf({ text, stem: text, type: 'pair' }));
  const needed = atoms.length <= PAIRS_OF_A_WORD ? atoms.length : Math.ceil(atoms.length / 2);
  return { atoms, needed };
}

function wordAtom(text: string): Atom {
  const isNumber = /^\p{N}+$/u.test(text);
  return { text, stem: isNumber ? text : stemOf(text), type: isNumber ? 'number' : 'word' };
}

/** Endings of English, German and the Romance languages. */
const ENDINGS = /(?:ations?|aciones|acion|azione|izing|ments?|ions?|ings?|ized|ies|ied|ers?|ed|es|en|os|as|s|e|y|a|o)$/;
const MIN_STEM = 4;

/** What stays the same when a word is inflected, roughly; other alphabets lose up to two letters at the end. */
function stemOf(word: string): string {
  if (word.length <= MIN_STEM) return word;
  if (!/^[a-z]+$/.test(word)) return word.slice(0, Math.max(MIN_STEM, word.length - 2));
  const stem = word.replace(ENDINGS, '').replace(/(.)\1$/, '$1');
  if (stem.length >= MIN_STEM) return stem;
  return /ing$|ed$/.test(word) && stem.length >= MIN_PREFIX ? stem : word.slice(0, MIN_STEM);
}
