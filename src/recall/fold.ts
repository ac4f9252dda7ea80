/** The form in which words are compared: no case, no accents, one form a character. Pure. */

/** Letters that no decomposition takes apart. */
const LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
};
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/** Accents of Latin, Greek and Cyrillic, Hebrew points and Arabic vowel marks. The marks of Japanese and Indic scripts make other letters. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;

/** ASCII, and the lines, arrows, quotes and dots that screens are full of. */
const PLAIN = /^[\0-\x7f\u2010-\u2027\u2030-\u205e\u2190-\u23ff\u2500-\u2bff]*$/;

/** Whether folding keeps every offset. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/** Wide and narrow forms, ligatures and composed letters become the plain ones. */
export function folded(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  const plain = text.normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toLowerCase();
  // lower case of "İ" brings an accent of its own
  return plain.replace(ACCENTS, '').replace(SPECIAL, (letter) => LETTERS[letter] ?? letter);
}
