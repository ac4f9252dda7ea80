/**
 * From blocks to entries: pieces of whole lines, short enough that a page holds several and that nothing has to be cut off. How a
 * block is divided depends on the stored text alone, so that an offset always means the same entry. Pure.
 */

/** A piece of a block: the lines from `from` up to, without, `to`. */
export interface Piece {
  readonly from: number;
  readonly to: number;
}

/** JSON's bytes of the text of an entry that has several lines. */
const PIECE_BYTES = 1800;

/** A line that is longer than an entry is one by itself. */
export function piecesOf(lines: readonly string[]): readonly Piece[] {
  if (lines.length === 0) return [];
  const pieces: Piece[] = [];
  let from = 0;
  let bytes = 0;
  for (const [index, line] of lines.entries()) {
    const added = jsonBytes(line) + 2;
    if (index > from && bytes + added > PIECE_BYTES) {
      pieces.push({ from, to: index });
      from = index;
      bytes = 0;
    }
    bytes += added;
  }
  return [...pieces, { from, to: lines.length }];
}

/** How many bytes the text has in JSON, without its quotes. */
export function jsonBytes(text: string): number {
  return NEEDS_NO_ESCAPE.test(text) ? text.length : Buffer.byteLength(JSON.stringify(text)) - 2;
}

const NEEDS_NO_ESCAPE = /^[ !#-[\]-~]*$/;

/** The beginning of a text that is no longer than `maxBytes` in JSON, and whether that is all of it. */
export function cutToJsonBytes(text: string, maxBytes: number): { text: string; truncated: boolean } {
  if (jsonBytes(text) <= maxBytes) return { text, truncated: false };
  let bytes = 0;
  let length = 0;
  for (const character of text) {
    bytes += jsonBytes(character);
    if (bytes > maxBytes) break;
    length += character.length;
  }
  return { text: text.slice(0, length), truncated: true };
}
