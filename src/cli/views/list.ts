/** `list` for people and for programs. */

import { shortId } from '../../core/ids.ts';
import { formatDuration, parseAt } from '../../core/time.ts';
import type { SessionSummary } from '../../session/summaries.ts';
import { jsonText } from './json.ts';
import { table } from './table.ts';

const HEADINGS = ['SESSION', 'STATUS', 'AGE', 'PROVIDER', 'CEILING', 'RUNS', 'NAME OR TITLE', 'FOLDER'];

export function listJson(sessions: readonly SessionSummary[]): string {
  return jsonText(sessions);
}

export async function listText(sessions: readonly SessionSummary[], nowMs: number): Promise<string> {
  if (sessions.length === 0) return 'No sessions yet. Start one with: uuldana\n';
  return await table([HEADINGS, ...sessions.map((session) => row(session, nowMs))]);
}

function row(session: SessionSummary, nowMs: number): readonly string[] {
  const { status, provider, ceiling, runs, name, title, workspace, last_active_at } = session;
  const label = name ?? title ?? '-';
  return [
    shortId(session.session),
    status,
    age(last_active_at, nowMs),
    provider ?? '?',
    ceiling,
    String(runs),
    label,
    workspace ?? '?',
  ];
}

export function age(at: string | null, nowMs: number): string {
  const then = at === null ? undefined : parseAt(at);
  return then === undefined
    ? '?'
    : formatDuration(Math.max(0, nowMs - then))
        .split(' ', 1)
        .join('');
}
