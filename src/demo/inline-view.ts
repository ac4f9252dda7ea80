/**
 * Draws below what the terminal already shows: what was said scrolls up as ordinary lines; the edited line and a footer stand
 * under it and are drawn anew at each change.
 */

import type { View } from './conversation.ts';
import { entriesRows, type Facts, footerText } from './entry-rows.ts';
import { editorRows, fitted, visible, widthOf } from './layout.ts';
import { EMPTY_LINE, type Line } from './line-editor.ts';
import { createPaint, type Paint } from './paint.ts';
import type { Terminal } from './terminal.ts';

/** A view with a line to edit. */
export interface EditorView extends View {
  open(): void;
  edit(line: Line, hint: string): void;
  redraw(): void;
  close(): void;
}

const MARGIN = 4;
const MOST_BANNER_COLUMNS = 64;

export function createInlineView(terminal: Terminal, given: Facts): EditorView {
  const paint = createPaint(terminal.hasColour);
  let facts = given;
  let shown: { line: Line; hint: string } = { line: EMPTY_LINE, hint: '' };
  let cursorRow = 0;

  const region = () => {
    const drawn = editRegion(terminal, shown.line, footerText(facts, shown.hint), paint);
    cursorRow = drawn.cursorRow;
    return drawn.text;
  };
  const erase = () => `\r${cursorRow > 0 ? `\x1b[${cursorRow}A` : ''}\x1b[J`;
  const print = (rows: readonly string[]) => {
    const erased = erase();
    terminal.write(erased + rows.map((row) => `${row}\r\n`).join('') + region());
  };
  return {
    open: () => print([...banner(terminal.size().columns, facts, paint), '']),
    show: (entries) => print(entriesRows(entries, terminal.size().columns, paint)),
    reset(id) {
      facts = { ...facts, id };
      print([paint.faint(`\u2500\u2500 new conversation ${id.slice(-8)}`), '']);
    },
    setTitle: (text) => terminal.write(titleSequence(text)),
    edit(line, hint) {
      shown = { line, hint };
      print([]);
    },
    redraw: () => print([]),
    close: () => terminal.write(erase()),
  };
}

export function titleSequence(text: string): string {
  return `\x1b]2;${visible(text).replaceAll('\n', ' ')}\x07`;
}

/** The edited line over the footer, with the cursor moved to its place, and how far from the top that is. */
function editRegion(terminal: Terminal, line: Line, footer: string, paint: Paint): { text: string; cursorRow: number } {
  const { columns, rows } = terminal.size();
  const edited = editorRows(line.text, line.cursor, Math.max(1, columns - MARGIN));
  const most = Math.max(1, rows - MARGIN);
  const from = Math.max(0, edited.row - most + 1);
  const visibleRows = edited.rows.slice(from, from + most);
  const cursorRow = edited.row - from;
  const text = visibleRows.map((row, index) => `${index === 0 ? '\u276f' : ' '} ${row}\r\n`).join('');
  const up = visibleRows.length - cursorRow;
  return {
    text: `${text}  ${paint.faint(fitted(footer, columns - 2).trimEnd())}\r\x1b[${up}A\x1b[${edited.column + 2}C`,
    cursorRow,
  };
}

/** A box with what a newcomer should know. */
function banner(columns: number, { id, permission, folder }: Facts, paint: Paint): string[] {
  const inner = Math.max(1, Math.min(MOST_BANNER_COLUMNS, columns) - 4);
  const rows = [
    paint.strong(fitted('uuldana demo agent 1.0.0', inner)),
    fitted('Repeats what you say. No network, no account, no model.', inner),
    '',
    fitted(`folder        ${tail(folder, inner - 14)}`, inner),
    fitted(`conversation  ${id}`, inner),
    fitted(`permission    ${permission}`, inner),
  ];
  const side = paint.faint('\u2502');
  return [
    paint.faint(`\u256d${'\u2500'.repeat(inner + 2)}\u256e`),
    ...rows.map((row) => `${side} ${row === '' ? ' '.repeat(inner) : row} ${side}`),
    paint.faint(`\u2570${'\u2500'.repeat(inner + 2)}\u256f`),
    paint.faint('  Say anything. /help lists what else there is.'),
  ];
}

/** The end of a path, which tells more than its beginning. */
function tail(path: string, columns: number): string {
  const shown = visible(path);
  return widthOf(shown) <= columns ? shown : `\u2026${shown.slice(Math.min(0, 1 - columns))}`;
}
