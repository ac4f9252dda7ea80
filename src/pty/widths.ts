/**
 * How many cells a character takes, as terminals have it since Unicode 11: emoji that are pictures by themselves are wide. The
 * emulator's own table is that of Unicode 6, where they are narrow, and every full-screen program that addresses cells behind an
 * emoji then seems to write in the wrong place. A pure function of the code point; no grapheme clusters.
 */

/** Ranges of East Asian Wide and Fullwidth, and the planes of ideographs (Unicode 11, EastAsianWidth.txt), first to last. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2329, 0x232a],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18aff],
  [0x1b000, 0x1b2ff],
  [0x1f200, 0x1f265],
  [0x20000, 0x2fffd],
  [0x30000, 0x3fffd],
];
/** Marks that sit on the character before, format characters, and the vowels and finals of a Hangul syllable. */
const ZERO = /^(?:[\p{Mn}\p{Me}\u1160-\u11ff\ud7b0-\ud7ff]|(?!\u00ad)\p{Cf})$/u;
const PICTURE = /^\p{Emoji_Presentation}$/u;
const FIRST_INTERESTING = 0x300;
const UNKNOWN = 255;

/** What has been looked up, for the planes that occur in text. */
const known = new Uint8Array(0x20000).fill(UNKNOWN);

export function cellsOf(codepoint: number): 0 | 1 | 2 {
  if (codepoint < 0x20 || (codepoint >= 0x7f && codepoint < 0xa0)) return 0;
  if (codepoint < FIRST_INTERESTING) return 1;
  if (codepoint >= known.length) return lookUp(codepoint);
  if (known[codepoint] === UNKNOWN) known[codepoint] = lookUp(codepoint);
  return known[codepoint] as 0 | 1 | 2;
}

function lookUp(codepoint: number): 0 | 1 | 2 {
  const character = String.fromCodePoint(codepoint);
  if (ZERO.test(character)) return 0;
  return PICTURE.test(character) || WIDE.some(([first, last]) => codepoint >= first && codepoint <= last) ? 2 : 1;
}
