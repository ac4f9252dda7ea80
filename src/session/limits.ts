/** Usage limits that a provider announced on its screen, by the patterns of its adapter. Pure. */

import { formatAt, parseAt } from '../core/time.ts';
import type { Limit } from '../journal/event.ts';
import type { Adapter } from '../provider/adapter.ts';
import { resetInstant, type SaidWhen } from '../provider/reset-time.ts';

export interface Announcement extends Omit<Limit, 'kind'> {
  /** Which of the adapter's patterns found it. */
  readonly pattern: number;
  /** The words that name the time; null when there are none. */
  readonly said: string | null;
}

/** Lines near the end only: what stands higher up is conversation about limits more often than a limit. */
const LAST_LINES = 40;
const MAX_LINE_CHARACTERS = 1000;
/** Agents break an announcement themselves, anywhere, and draw a frame around it. */
const MAX_ROWS = 9;
const FRAME = /^[\s│┃]+|[\s│┃]+$/gu;

type Announcing = Pick<Adapter, 'limitPatterns' | 'promptPattern'>;

/**
 * @param lines  what the run shows
 * @param when   when that was, and the zone that its agent lives in
 * @returns at most one announcement a pattern, the latest, of those that stand below the last prompt. `resets_at` only where the
 * words name a time that can be told for sure
 */
export function limitsShown(adapter: Announcing, lines: readonly string[], when: SaidWhen): readonly Announcement[] {
  const rows = belowPrompt(adapter, lines.slice(-LAST_LINES))
    .map((line) => line.slice(0, MAX_LINE_CHARACTERS).replace(FRAME, ''))
    .filter((row) => row !== '');
  return adapter.limitPatterns.flatMap((source, pattern) => {
    const expression = new RegExp(source, 'iu');
    const found = rows.map((_, at) => announcedAt(expression, rows, at, when)).findLast((one) => one !== null);
    return found ? [{ ...found, pattern }] : [];
  });
}

/** What the checkpoint of a run shows that was not recorded before its supervisor was lost. */
export function limitsLeft(
  adapter: Announcing,
  { lines, at }: { readonly lines: readonly string[]; readonly at: string },
  recorded: readonly Pick<Limit, 'resets_at'>[],
  zone: string,
): readonly Limit[] {
  const shown = limitsShown(adapter, lines, { now: parseAt(at) ?? 0, zone });
  return recorded.length > 0 ? [] : shown.map(({ text, resets_at }) => ({ kind: 'limit', text, resets_at }));
}

/** An announcement above the latest prompt is an old one. */
function belowPrompt({ promptPattern }: Announcing, lines: readonly string[]): readonly string[] {
  if (promptPattern === undefined) return lines;
  const prompt = new RegExp(promptPattern, 'u');
  return lines.slice(lines.findLastIndex((line) => prompt.test(line.slice(0, MAX_LINE_CHARACTERS))) + 1);
}

/**
 * A pattern that says where an announcement begins is tried on the row with those that follow it, then on the row alone: the first
 * that names a time. One that may fit in the middle of a text is tried on rows alone.
 */
function announcedAt(
  expression: RegExp,
  rows: readonly string[],
  at: number,
  when: SaidWhen,
): Omit<Announcement, 'pattern'> | null {
  const isAnchored = expression.source.startsWith('^');
  const joined = rows
    .slice(at, at + MAX_ROWS)
    .join(' ')
    .replace(/\s+/gu, ' ');
  const tried = isAnchored ? [joined, rows[at] ?? ''] : [rows[at] ?? ''];
  const found = tried.flatMap((text) => announcedIn(expression, text, isAnchored, when) ?? []);
  return found.find(({ resets_at }) => resets_at !== null) ?? found[0] ?? null;
}

function announcedIn(expression: RegExp, text: string, isAnchored: boolean, when: SaidWhen) {
  const match = expression.exec(text);
  if (match === null) return null;
  const said = match.groups?.['resets_at'] ?? null;
  const instant = said === null ? null : resetInstant(said, when);
  // of joined rows those that the pattern does not reach are something else
  const words = isAnchored ? match[0] : text;
  return { text: words.trim(), said, resets_at: instant === null ? null : formatAt(instant) };
}
