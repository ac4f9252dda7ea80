/** What stands on the terminal while a session is picked: what was typed, the sessions that fit, and the end of what the chosen one showed. Pure. */

import { shortId } from '../../core/ids.ts';
import { printableLine } from '../../redact/gate.ts';
import type { Preview } from '../../session/preview.ts';
import type { SessionSummary } from '../../session/summaries.ts';
import { age } from './list.ts';
import type { Paint } from './marked.ts';

export interface PickerState {
  readonly typed: string;
  /** Those that fit what was typed, with their numbers. */
  readonly fitting: readonly { readonly session: SessionSummary; readonly number: number }[];
  /** Index of the chosen one among them. */
  readonly cursor: number;
  readonly preview: Preview | null;
}

export interface PickerLook {
  readonly columns: number;
  readonly rows: number;
  readonly nowMs: number;
  readonly paint: Paint;
  readonly widthOf: (text: string) => number;
}

/** Rows for anything but sessions and preview: what is asked, two empty ones, the facts, and one below. */
const OTHER_ROWS = 5;
const MAX_SESSIONS = 10;

export function pickerFrame(state: PickerState, look: PickerLook): string {
  const { fitting, cursor, preview } = state;
  const room = Math.max(2, look.rows - OTHER_ROWS);
  const shown = Math.min(MAX_SESSIONS, Math.ceil(room / 2), fitting.length);
  const first = Math.max(0, Math.min(cursor - Math.floor(shown / 2), fitting.length - shown));
  const rows = fitting.slice(first, first + shown).map((each, index) => rowOf(each, first + index === cursor, look));
  const chosen = fitting[cursor];
  const below = chosen === undefined || preview === null ? [] : previewOf(chosen.session, preview, room - shown, look);
  return [questionOf(state, look), ...(rows.length > 0 ? rows : ['  no session fits']), ...below].join('\n');
}

function questionOf({ typed, fitting }: PickerState, { columns, widthOf }: PickerLook): string {
  const help = fitting.length === 1 ? '1 session' : `${fitting.length} sessions`;
  return clipped(
    `Which session? ${typed}▏  (${help}; type to filter, arrows and Enter, or a number)`,
    columns - 1,
    widthOf,
  );
}

function rowOf(
  { session, number }: PickerState['fitting'][number],
  isChosen: boolean,
  { columns, nowMs, paint, widthOf }: PickerLook,
): string {
  const { session: id, status, last_active_at, provider, name, title } = session;
  const cells = [
    String(number).padStart(3),
    shortId(id),
    age(last_active_at, nowMs).padStart(4),
    status.padEnd(11),
    (provider ?? '?').padEnd(8),
    printableLine(name ?? title ?? '-'),
  ];
  const row = clipped(`${isChosen ? '❯' : ' '}${cells.join('  ')}`, columns - 1, widthOf);
  return isChosen ? paint.heading(row) : row;
}

/** The last lines that fit, below the facts. */
function previewOf(
  { provider, ceiling, workspace, runs }: SessionSummary,
  { level, lines }: Preview,
  room: number,
  { columns, paint, widthOf }: PickerLook,
): readonly string[] {
  const permission = level === null ? `ceiling ${ceiling}` : `permission ${level}, ceiling ${ceiling}`;
  const facts = [provider ?? '?', permission, runs === 1 ? '1 run' : `${runs} runs`, printableLine(workspace ?? '?')];
  const text = lines.length > 0 ? lines.slice(-Math.max(1, room)) : ['(no screen text)'];
  return [
    '',
    paint.faint(clipped(facts.join(' · '), columns - 1, widthOf)),
    ...text.map((line) => clipped(`  │ ${printableLine(line)}`, columns - 1, widthOf)),
  ];
}

/** As much of a text as fits into so many columns. */
function clipped(text: string, columns: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= columns) return text;
  let shown = '';
  for (const character of text) {
    if (widthOf(shown + character) > columns - 1) break;
    shown += character;
  }
  return `${shown}…`;
}

/** Whether a session is meant by what was typed: its number alone, or words that all occur in what is known of it. */
export function fitsTyped(typed: string, session: SessionSummary, number: number, count: number): boolean {
  const text = typed.trim().toLowerCase();
  if (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= count) return Number(text) === number;
  const { session: id, name, title, provider, status, workspace } = session;
  const known = [id, name, title, provider, status, workspace].join(' ').toLowerCase();
  return text.split(/\s+/).every((word) => known.includes(word));
}
