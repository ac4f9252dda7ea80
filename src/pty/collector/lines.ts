/**
 * From rows to logical lines. What the terminal wrapped is joined as it is; what the agent wrapped itself is joined where the next
 * word did not fit, the indents agree, and no list, box or paragraph begins.
 */

import { cutLine } from '../lines.ts';
import { cellsIn, type DocRow, isBlank } from './text.ts';

export interface Line {
  readonly text: string;
  /** Lines may be missing before it. */
  readonly gap: boolean;
}

const BEGINS = /^\s*([-•*●✦◆›❯>┃│╭╰├]|\d+[.)])\s/;
const BULLET = /^\s*(?:[-•*●✦◆]|\d+\.)?\ufe0e?\s*/;
/** A row that leaves more than this free was not wrapped. */
const FULL = 0.85;

export class LineJoiner {
  readonly #lines: { text: string; gap: boolean }[] = [];
  /** The row above; undefined when it was blank. */
  #above: DocRow | undefined;
  /** Of each width of the terminal, the widest row so far. */
  readonly #widest = new Map<number, number>();

  put(row: DocRow): void {
    const above = this.#above;
    const last = this.#lines.at(-1);
    this.#above = isBlank(row.text) ? undefined : row;
    if (isBlank(row.text)) return;
    if (last !== undefined && !row.gap && row.wrapped) last.text = cutLine(last.text + row.text);
    else if (last !== undefined && above !== undefined && !row.gap && this.#continues(above, row)) {
      last.text = cutLine(`${last.text} ${row.text.trim()}`);
    } else this.#lines.push({ text: cutLine(row.text), gap: row.gap });
    this.#widest.set(row.cols, Math.max(this.#widest.get(row.cols) ?? 0, cellsIn(row.text)));
  }

  /** Lines that will not grow any more: all but the last. They are taken out. */
  take(): Line[] {
    return this.#lines.splice(0, this.#lines.length - 1);
  }

  /** The line that may still grow, and what it becomes with these rows behind it. Changes nothing. */
  with(rows: readonly DocRow[]): readonly Line[] {
    const joiner = this.#copy();
    for (const row of rows) joiner.put(row);
    return joiner.#lines;
  }

  #copy(): LineJoiner {
    const copy = new LineJoiner();
    copy.#above = this.#above;
    for (const [cols, width] of this.#widest) copy.#widest.set(cols, width);
    copy.#lines.push(...this.#lines.slice(-1).map((line) => ({ ...line })));
    return copy;
  }

  #continues(above: DocRow, row: DocRow): boolean {
    if (above.cols !== row.cols || BEGINS.test(row.text)) return false;
    const bullet = BULLET.exec(above.text)?.[0] ?? '';
    const indent = row.text.search(/\S/);
    if (![above.text.search(/\S/), bullet.length, cellsIn(bullet)].includes(indent)) return false;
    const [width, word] = [cellsIn(above.text), row.text.trim().split(' ')[0] ?? ''];
    const full = Math.max(this.#widest.get(row.cols) ?? 0, row.cols * FULL);
    return width < above.cols && width + 1 + cellsIn(word) > full;
  }
}
