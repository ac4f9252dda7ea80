/** What was said, as rows of text: one look for the inline and the full-screen view. Pure. */

import type { Entry } from './conversation.ts';
import { visible, wrapped } from './layout.ts';
import type { Paint } from './paint.ts';

/** What a view tells about the sitting. */
export interface Facts {
  readonly id: string;
  readonly permission: string;
  readonly folder: string;
}

const BULLETS = { user: '\u276f', agent: '\u25cf', note: ' ' } as const;

/** An answer is followed by an empty row. */
export function entriesRows(entries: readonly Entry[], columns: number, paint: Paint): string[] {
  return entries.flatMap((entry) => [...entryRows(entry, columns, paint), ...(entry.by === 'user' ? [] : [''])]);
}

export function footerText({ id, permission }: Facts, hint: string): string {
  return hint === '' ? `permission ${permission} \u00b7 conversation ${id.slice(-8)} \u00b7 /help` : hint;
}

function entryRows(entry: Entry, columns: number, paint: Paint): string[] {
  const rows = wrapped(visible(entry.text), columns - 2);
  const bullet = entry.by === 'agent' ? paint.accent(BULLETS.agent) : BULLETS[entry.by];
  const tone = entry.by === 'user' ? paint.faint : (text: string) => text;
  return rows.map((row, index) => `${index === 0 ? bullet : ' '} ${tone(row)}`.trimEnd());
}
