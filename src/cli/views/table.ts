/** Columns of text for a terminal, each as wide as its widest cell. Cells pass the gate. */

import stringWidth from 'string-width';
import { printableLine } from '../../redact/gate.ts';

const GAP = '  ';

/** @param rows  the first one holds the headings; the last column is not padded */
export function table(rows: readonly (readonly string[])[]): string {
  const clean = rows.map((row) => row.map(printableLine));
  const widths = (clean[0] ?? []).map((_, column) => Math.max(...clean.map((row) => stringWidth(row[column] ?? ''))));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column === row.length - 1 ? cell : cell + ' '.repeat((widths[column] ?? 0) - stringWidth(cell)),
      )
      .join(GAP);
  return clean.map((row) => `${line(row).trimEnd()}\n`).join('');
}
