/** Columns of text for a terminal, each as wide as its widest cell. Cells pass the gate. */

import { printableLine } from '../../redact/gate.ts';

const GAP = '  ';

/** @param rows  the first one holds the headings; the last column is not padded */
export async function table(rows: readonly (readonly string[])[]): Promise<string> {
  const clean = rows.map((row) => row.map(printableLine));
  const widthOf = await widthFor(clean.flat());
  const widths = (clean[0] ?? []).map((_, column) => Math.max(...clean.map((row) => widthOf(row[column] ?? ''))));
  const padded = (cell: string, column: number) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell));
  const line = (row: readonly string[]) =>
    row.map((cell, column) => (column === row.length - 1 ? cell : padded(cell, column)));
  return clean.map((row) => `${line(row).join(GAP).trimEnd()}\n`).join('');
}

/** ASCII is as wide as it is long; the library for all other text takes longer to load than all else that a list needs. */
export async function widthFor(cells: readonly string[]): Promise<(text: string) => number> {
  if (cells.every((cell) => /^[ -~]*$/.test(cell))) return (text) => text.length;
  return (await import('string-width')).default;
}
