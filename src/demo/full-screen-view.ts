/**
 * Draws on the alternate screen, as most agents do: a header, what was said, the edited line in a box, a footer. Each change
 * draws all of it, and nothing of it is left on the terminal at the end.
 */

import type { Entry } from './conversation.ts';
import { entriesRows, type Facts, footerText } from './entry-rows.ts';
import { type EditorView, titleSequence } from './inline-view.ts';
import { editorRows, fitted } from './layout.ts';
import { EMPTY_LINE, type Line } from './line-editor.ts';
import { createPaint, type Paint } from './paint.ts';
import type { Terminal } from './terminal.ts';

const ALTERNATE_ON = '\x1b[?1049h\x1b[2J';
const ALTERNATE_OFF = '\x1b[?25h\x1b[?1049l';
const CURSOR_OFF = '\x1b[?25l';
const CURSOR_ON = '\x1b[?25h';
/** Header, footer and the two borders of the box. */
const FRAME_ROWS = 4;
const MOST_EDITOR_ROWS = 8;

interface Page {
  readonly facts: Facts;
  readonly entries: readonly Entry[];
  readonly line: Line;
  readonly hint: string;
}

export function createFullScreenView(terminal: Terminal, facts: Facts): EditorView {
  const paint = createPaint(terminal.hasColour);
  let page: Page = { facts, entries: [], line: EMPTY_LINE, hint: '' };
  let isOpen = false;
  const turnTo = (change: Partial<Page>) => {
    page = { ...page, ...change };
    if (isOpen) terminal.write(drawnPage(page, terminal.size(), paint));
  };
  return {
    open() {
      isOpen = true;
      terminal.write(ALTERNATE_ON);
      turnTo({});
    },
    show: (entries) => turnTo({ entries: [...page.entries, ...entries] }),
    reset: (id) => turnTo({ facts: { ...page.facts, id }, entries: [] }),
    setTitle: (text) => terminal.write(titleSequence(text)),
    edit: (line, hint) => turnTo({ line, hint }),
    redraw: () => turnTo({}),
    close() {
      if (isOpen) terminal.write(ALTERNATE_OFF);
      isOpen = false;
    },
  };
}

function drawnPage(page: Page, { columns, rows }: { columns: number; rows: number }, paint: Paint): string {
  const inner = Math.max(1, columns - 6);
  const edited = editorRows(page.line.text, page.line.cursor, inner);
  const shown = Math.max(1, Math.min(edited.rows.length, MOST_EDITOR_ROWS, rows - FRAME_ROWS));
  const from = Math.max(0, edited.row - shown + 1);
  const room = Math.max(0, rows - FRAME_ROWS - shown);
  const all = [
    header(page.facts, columns, paint),
    ...filled(saidRows(page, columns, room, paint), room),
    ...box(edited.rows.slice(from, from + shown), inner, paint),
    paint.faint(fitted(`  ${footerText(page.facts, page.hint)}`, columns)),
  ];
  const text = all
    .slice(0, rows)
    .map((row, index) => `\x1b[${index + 1};1H${row}\x1b[K`)
    .join('');
  const cursor = `\x1b[${Math.min(rows, room + 3 + edited.row - from)};${Math.min(columns, edited.column + 5)}H`;
  return CURSOR_OFF + text + cursor + CURSOR_ON;
}

function header({ id, permission }: Facts, columns: number, paint: Paint): string {
  const right = `${permission} \u00b7 ${id.slice(-8)} `;
  return paint.strong(fitted(fitted(' uuldana demo agent', columns - right.length) + right, columns));
}

/** The last rows that there is room for; before anything is said, a word of welcome. */
function saidRows({ entries }: Page, columns: number, room: number, paint: Paint): string[] {
  const welcome: Entry = { by: 'note', text: 'Say anything. /help lists what else there is.' };
  const rows = entriesRows(entries.length === 0 ? [welcome] : entries.slice(-room - 1), columns, paint);
  return room === 0 ? [] : rows.slice(-room);
}

function filled(rows: readonly string[], room: number): string[] {
  return [...rows, ...Array.from({ length: Math.max(0, room - rows.length) }, () => '')];
}

function box(rows: readonly string[], inner: number, paint: Paint): string[] {
  const side = paint.faint('\u2502');
  return [
    paint.faint(`\u256d${'\u2500'.repeat(inner + 4)}\u256e`),
    ...rows.map((row, index) => `${side} ${index === 0 ? '\u276f' : ' '} ${fitted(row, inner)} ${side}`),
    paint.faint(`\u2570${'\u2500'.repeat(inner + 4)}\u256f`),
  ];
}
