/**
 * From rows of cells to the lines that a person would say were there: wrapped rows joined, ends trimmed, only lines with text,
 * the last of them. Works on text; what a row is, and when it goes on in the next one, is the emulator's affair.
 */

/** A row of the screen, its unwritten end already cut off. */
export interface Row {
  readonly text: string;
  /** Whether it goes on from the row above. */
  readonly continues: boolean;
}

export const MAX_LINES = 120;
const MAX_LINE_BYTES = 8192;
const CUT_MARK = '…';

/**
 * Collects the last lines of several pieces of a screen, from the end of the last piece back to where there are enough.
 *
 * @param pieces functions that give the rows of a piece from its last to its first; the last piece is asked first
 * @returns at most 120 lines, oldest first, each at most 8 KiB of UTF-8
 */
export function lastLines(pieces: readonly (() => Iterable<Row>)[]): string[] {
  const lines: string[] = [];
  for (const rows of pieces.toReversed()) {
    let below: string[] = [];
    for (const { text, continues } of rows()) {
      below.push(text);
      if (continues) continue;
      addLine(lines, below);
      if (lines.length === MAX_LINES) return lines.reverse();
      below = [];
    }
    if (below.length > 0) addLine(lines, below);
  }
  return lines.slice(0, MAX_LINES).reverse();
}

function addLine(lines: string[], rowsFromBelow: string[]): void {
  const line = rowsFromBelow.reverse().join('').trimEnd();
  if (line !== '') lines.push(cutLine(line));
}

/** Cuts a line that is longer than 8 KiB, by bytes but not inside a character. */
export function cutLine(line: string): string {
  // no UTF-16 unit takes more than three bytes
  if (line.length * 3 <= MAX_LINE_BYTES || Buffer.byteLength(line) <= MAX_LINE_BYTES) return line;
  const bytes = Buffer.from(line);
  let end = MAX_LINE_BYTES - Buffer.byteLength(CUT_MARK);
  while (((bytes[end] as number) & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end) + CUT_MARK;
}
