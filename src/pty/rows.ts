/** Reads rows of text out of the emulator's buffers. Nothing is remembered here. */

import type headless from '@xterm/headless';
import type { Row } from './lines.ts';

/** The rows from `from` on that hold text, each for itself. */
export function textRows(buffer: headless.IBuffer, from: number): string[] {
  const rows = Array.from({ length: buffer.length - from }, (_, row) => textOf(buffer.getLine(from + row)));
  return rows.filter((text) => text.trim() !== '');
}

/** The rows `from` to `to` (not included) of the normal screen, the last one first, with what wraps onto what. */
export function* wrappedRows(buffer: headless.IBuffer, from: number, to: number): Generator<Row> {
  const cell = buffer.getNullCell();
  for (let row = Math.min(to, buffer.length) - 1; row >= from; row--) {
    const line = buffer.getLine(row);
    const continues = line?.isWrapped === true && row > from && isFull(buffer.getLine(row - 1), line, cell);
    yield { text: textOf(line), continues };
  }
}

/**
 * The rows from `from` on, as a frame has them: ends trimmed, but for those that go on in the next one. On the alternate screen marks
 * of wrapping are left over from resizes.
 */
export function rowsFrom(buffer: headless.IBuffer, from: number): { rows: string[]; wrapped: boolean[] } {
  const found = [...wrappedRows(buffer, from, buffer.length)].reverse();
  const wrapped = found.map(({ continues }) => continues && buffer.type === 'normal');
  const rows = found.map(({ text }, row) => (wrapped[row + 1] === true ? text : text.trimEnd()));
  return { rows, wrapped };
}

/** The text up to the last cell that was written; spaces that were written count. */
function textOf(line: headless.IBufferLine | undefined): string {
  return line?.translateToString(true) ?? '';
}

/** A row wraps when it is written to its end, or up to a last cell that was too narrow for the wide character that follows. */
function isFull(
  line: headless.IBufferLine | undefined,
  next: headless.IBufferLine,
  cell: headless.IBufferCell,
): boolean {
  if (line === undefined) return false;
  const last = line.getCell(line.length - 1, cell);
  if (last === undefined || last.getChars() !== '' || last.getWidth() === 0) return true;
  return next.getCell(0, cell)?.getWidth() === 2;
}
