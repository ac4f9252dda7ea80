/** `show` for people and for programs. */

import { formatDuration } from '../../core/time.ts';
import { printable, printableLine } from '../../redact/gate.ts';
import type { RunDetails, SessionDetails } from '../../session/show.ts';
import { jsonText } from './json.ts';
import { age } from './list.ts';

export function showJson({ runDetails, notes: _, runs: __, ...session }: SessionDetails): string {
  return jsonText({ ...session, runs: runDetails });
}

export function showText(session: SessionDetails, nowMs: number): string {
  const { name, title, workspace, ceiling, status, created_at, last_active_at, live_pid } = session;
  const facts: readonly (readonly [string, string | null])[] = [
    ['session', session.session],
    ['name', name],
    ['title', title],
    ['folder', workspace],
    ['status', live_pid === null ? status : `${status} (pid ${live_pid})`],
    ['ceiling', ceiling],
    ['created', created_at],
    ['last active', last_active_at === null ? null : `${last_active_at} (${age(last_active_at, nowMs)} ago)`],
    ['journal', session.journal],
    ['damaged lines', session.damaged_lines > 0 ? String(session.damaged_lines) : null],
    ...session.notes.map((note) => ['note', note] as const),
  ];
  const head = facts
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${key.padEnd(14)}${printableLine(value ?? '')}\n`);
  return `${head.join('')}${session.runDetails.map(runText).join('')}`;
}

function runText(run: RunDetails): string {
  const version = run.provider_version === null ? '' : ` ${run.provider_version}`;
  const permission =
    run.permission === null
      ? 'no permission recorded'
      : `permission ${run.permission.effective} (${run.permission.strength})`;
  const facts = [
    `Run ${run.run}: ${run.provider ?? '?'}${version}, ${run.via ?? 'not started'}, ${permission}`,
    `  ${ending(run)}`,
    ...(run.native_ids.length > 0 ? [`  conversation ${run.native_ids.join(' -> ')}`] : []),
    ...run.limits.map(({ text }) => `  limit: ${text}`),
  ];
  const screen = run.screen.length === 0 ? ['  (no screen text)'] : run.screen.map((line) => `  | ${line}`);
  return `\n${printable([...facts, ...screen].join('\n'))}\n`;
}

function ending(run: RunDetails): string {
  const length = run.duration_ms === null ? '' : ` after ${formatDuration(run.duration_ms)}`;
  const how = run.signal ?? (run.exit_code === null ? '' : `status ${run.exit_code}`);
  const why = [how, run.reason ?? ''].filter((part) => part !== '').join(', ');
  return `started ${run.started_at ?? '?'}, ${run.status}${length}${why === '' ? '' : ` (${why})`}`;
}
