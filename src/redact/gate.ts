/**
 * The gate that stored text passes before it is printed: no control sequence, no control character and no invisible
 * character that reorders or hides text comes through. It does not look for secrets; src/redact/secrets.ts does.
 *
 * Why not strip-ansi alone: it leaves C1 controls, unterminated strings and bidi controls.
 */

/** Control sequences by ECMA-48 (5.4, 5.6, 8.3) and the forms that xterm takes besides (ctlseqs: BEL ends an OSC). */
const SEQUENCES = new RegExp(
  [
    // CSI, 7 and 8 bit; parameters, intermediates and, unless it is cut off, the final byte
    String.raw`(?:\x1b\[|\x9b)[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]?`,
    // DCS, SOS, OSC, PM, APC up to their end; where the end is missing, up to the end of the line
    String.raw`(?:\x1b[PX\]^_]|[\x90\x98\x9d-\x9f])(?:[^\x07\x18\x1a\x1b\x80-\x9f]*(?:\x07|\x1b\\|\x9c)|[^\n\x07\x18\x1a\x1b\x80-\x9f]*)`,
    // SS2 and SS3 with the character they shift
    String.raw`(?:\x1b[NO]|[\x8e\x8f])[\x20-\x7e]?`,
    // all other escapes: charset choices and the like, then those of one character, then a lone ESC
    String.raw`\x1b(?:[\x20-\x2f]+[\x30-\x7e]?|[\x30-\x7e])?`,
  ].join('|'),
  'g',
);

/** C0 but tab and newline, DEL, C1. */
const CONTROLS = /(?![\n\t])\p{Control}/gu;

/**
 * Marks and isolates of the bidi algorithm, line and paragraph separators, zero-width and other characters without a
 * picture, and the tag characters outside a flag. Soft hyphens stay: terminals show them.
 */
const INVISIBLE =
  /[\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,8})[\u{e0000}-\u{e007f}]/gu;

/** Joiners stay between pictures (family emoji) and after letters of scripts that need them (Persian, Hindi). */
const STRAY_JOINERS =
  /(?<!\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}]?\ufe0f?|(?![A-Za-z])\p{L}|\p{M})[\u200c\u200d]|(?<=\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}]?\ufe0f?)[\u200c\u200d](?!\p{Extended_Pictographic})/gu;

/** Variation selectors choose a form of the character before them; elsewhere they only carry hidden data. */
const STRAY_SELECTORS =
  /(?<!\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}]?|[0-9#*]|\p{Script=Han}|\p{Script=Mongolian}|\p{Script=Phags_Pa}|\p{Script=Myanmar})[\ufe00-\ufe0f\u{e0100}-\u{e01ef}\u180b-\u180d\u180f]/gu;

const LONE_SURROGATES = /\p{Surrogate}/gu;

/**
 * The text without anything that a terminal would act on. Newlines and tabs stay; a carriage return does not.
 *
 * @param text  any string, lone surrogates included (they become U+FFFD)
 *
 * Pure, total, linear, and idempotent.
 */
export function printable(text: string): string {
  return text
    .replace(SEQUENCES, '')
    .replace(CONTROLS, '')
    .replace(LONE_SURROGATES, '\ufffd')
    .replace(INVISIBLE, '')
    .replace(STRAY_SELECTORS, '')
    .replace(STRAY_JOINERS, '');
}

/** As `printable`, on one line: each run that begins with a newline, tab or carriage return becomes one space. */
export function printableLine(text: string): string {
  return printable(text.replaceAll('\r', '\n')).replace(/ ?[\n\t][\n\t ]*/g, ' ');
}
