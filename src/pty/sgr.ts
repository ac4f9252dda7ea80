/**
 * Which character attributes a program left on, from its SGR sequences. It does not keep the attributes' values: all that is
 * asked is whether something is on.
 */

import type { Csi } from './csi.ts';

const UNDERLINE = 4;
const UNDERLINED = 1 << 2;
/** Code -> the attribute it switches on. Colours 30 to 37 and the like are ranges, see `colourOf`. */
const SETS: Readonly<Record<number, number>> = {
  1: 1 << 0,
  2: 1 << 0,
  3: 1 << 1,
  4: UNDERLINED,
  21: UNDERLINED,
  5: 1 << 3,
  6: 1 << 3,
  7: 1 << 4,
  8: 1 << 5,
  9: 1 << 6,
  53: 1 << 7,
  51: 1 << 8,
  52: 1 << 8,
};
const [FOREGROUND, BACKGROUND, UNDERLINE_COLOUR] = [1 << 9, 1 << 10, 1 << 11];
/** Code -> the attribute it switches off. */
const CLEARS: Readonly<Record<number, number>> = {
  22: 1 << 0,
  23: 1 << 1,
  24: UNDERLINED,
  25: 1 << 3,
  27: 1 << 4,
  28: 1 << 5,
  29: 1 << 6,
  55: 1 << 7,
  54: 1 << 8,
  39: FOREGROUND,
  49: BACKGROUND,
  59: UNDERLINE_COLOUR,
};

/**
 * The attributes that are on after an SGR sequence.
 *
 * @param attributes those that were on before it; 0: none
 * @param sequence final `m`, no prefix
 */
export function attributesAfter(attributes: number, { params, isPart, count }: Csi): number {
  let on = count === 0 ? 0 : attributes;
  for (let at = 0; at < count; at++) {
    if (isPart[at] === 1) continue;
    const code = Math.max(0, params[at] as number);
    const hasPart = at + 1 < count && isPart[at + 1] === 1;
    on = code === UNDERLINE && hasPart && params[at + 1] === 0 ? on & ~UNDERLINED : afterCode(on, code);
    if (isExtended(code) && !hasPart) at += valuesAfter(params[at + 1]);
  }
  return on;
}

function afterCode(on: number, code: number): number {
  return code === 0 ? 0 : (on | (SETS[code] ?? colourOf(code))) & ~(CLEARS[code] ?? 0);
}

function colourOf(code: number): number {
  if ((code >= 30 && code <= 38) || (code >= 90 && code <= 97)) return FOREGROUND;
  if ((code >= 40 && code <= 48) || (code >= 100 && code <= 107)) return BACKGROUND;
  return code === 58 ? UNDERLINE_COLOUR : 0;
}

const isExtended = (code: number) => code === 38 || code === 48 || code === 58;

/** `38;5;N` and `38;2;R;G;B`: how many parameters belong to the colour. */
function valuesAfter(kind: number | undefined): number {
  if (kind === 5) return 2;
  return kind === 2 ? 4 : 0;
}
