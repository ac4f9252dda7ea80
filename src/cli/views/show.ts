/** `show` for people and for programs. */

import { formatDuration } from '../../core/time.ts';
import type { ConversationLine } from '../../handoff/conversation.ts';
import { printable, printableLine } from '../../redact/gate.ts';
import type { RunDetails, SessionDetails } from '../../session/show.ts';
import { type ConversationStyle, createConversationPrinter } from './conversation.ts';
import { jsonText } from './json.ts';
import { age } from './list.ts';

export function showJson({ runDetails, notes: _, runs: __, ...session }: SessionDetails): string {
  return jsonText({ ...session, runs: runDetails });
}

export interface ShowOptions {
  readonly nowMs: number;
  /** What the runs showed; null: the rows of their last screens, as they were. */
  readonly conversation: readonly ConversationLine[] | null;
  readonly style: ConversationStyle;
}

/** So many lines of what each run said are shown. */
const LAST_LINES = 120;

export function showText(session: SessionDetails, options: ShowOptions): string {
  const { nowMs } = options;
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
  return `${head.join('')}${session.runDetails.map((run) => runText(run, options)).join('')}`;
}

function runText(run: RunDetails, options: ShowOptions): string {
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
  return `\n${printable(facts.join('\n'))}\n${shownText(run, options)}`;
}

function shownText({ run, screen }: RunDetails, { conversation, style }: ShowOptions): string {
  if (screen.length === 0) return '  (no screen text)\n';
  if (conversation === null) return `${printable(screen.map((line) => `  | ${line}`).join('\n'))}\n`;
  const lines = conversation.filter((line) => line.run === run);
  const last = lines.slice(-LAST_LINES);
  const printer = createConversationPrinter(style);
  const before = printer.note(lines.length - last.length, 'before (uuldana log shows all)');
  return `\n${before}${printer.print(last)}${printer.leftOut()}`;
}

function ending(run: RunDetails): string {
  const length = run.duration_ms === null ? '' : ` after ${formatDuration(run.duration_ms)}`;
  const how = run.signal ?? (run.exit_code === null ? '' : `status ${run.exit_code}`);
  const why = [how, run.reason ?? ''].filter((part) => part !== '').join(', ');
  return `started ${run.started_at ?? '?'}, ${run.status}${length}${why === '' ? '' : ` (${why})`}`;
}
