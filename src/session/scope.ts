/** Which of the stored sessions a search, or a program that recalls, may see: by folder, provider, time and status. */

import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { UuldanaError } from '../core/errors.ts';
import { parseSince, SINCE_FORMS } from '../core/since.ts';
import { parseAt } from '../core/time.ts';
import { findAdapter } from '../provider/registry.ts';
import type { Ports } from './ports.ts';
import type { SessionStatus, SessionSummary } from './summaries.ts';

/** As it was typed; null where nothing was. */
export interface Filters {
  readonly provider: string | null;
  readonly since: string | null;
  readonly until: string | null;
  readonly status: string | null;
}

/** `workspace` null: all folders. */
export interface Scope {
  readonly workspace: string | null;
}

const STATUSES: readonly SessionStatus[] = ['running', 'exited', 'signaled', 'failed', 'interrupted'];

/** @throws UuldanaError `usage` when both are given, `workspace` when the current folder is gone */
export function scopeOf(ports: Ports, { workspace, all }: { workspace: string | null; all: boolean }): Scope {
  if (all && workspace !== null) {
    throw new UuldanaError('usage', '--all and --workspace contradict each other', { hint: 'Give one of them.' });
  }
  if (all) return { workspace: null };
  return { workspace: workspace === null ? ports.currentFolder() : folderNamed(workspace) };
}

/** A folder that is gone may still have sessions, under the path it had. */
function folderNamed(typed: string): string {
  const path = resolve(typed);
  try {
    return realpathSync(path);
  } catch {
    return path; // gone: taken as it was typed
  }
}

/** @throws UuldanaError `usage`, `provider-unknown` for a filter that says nothing */
export function inScope(
  ports: Ports,
  sessions: readonly SessionSummary[],
  { workspace }: Scope,
  filters: Filters,
): readonly SessionSummary[] {
  const since = momentOf('since', filters.since, ports);
  const until = momentOf('until', filters.until, ports);
  const status = statusOf(filters.status);
  const provider = providerOf(ports, sessions, filters.provider);
  return sessions.filter(
    (session) =>
      (workspace === null || session.workspace === workspace) &&
      (provider === null || session.provider === provider) &&
      (status === null || session.status === status) &&
      (since === null || timeOf(session.last_active_at) >= since) &&
      (until === null || timeOf(session.created_at) <= until),
  );
}

function momentOf(option: 'since' | 'until', typed: string | null, { clock }: Ports): number | null {
  if (typed === null) return null;
  const ms = parseSince(typed, clock.now());
  if (ms !== undefined) return ms;
  throw new UuldanaError('usage', `--${option} takes ${SINCE_FORMS}, not "${typed}"`, {
    hint: `As in: --${option} 3d`,
  });
}

function statusOf(typed: string | null): SessionStatus | null {
  const status = STATUSES.find((each) => each === typed);
  if (typed === null || status !== undefined) return status ?? null;
  throw new UuldanaError('usage', `--status is one of ${STATUSES.join(', ')}, not "${typed}"`, {
    hint: 'As in: --status interrupted',
  });
}

/** A provider that stored sessions name needs not be one that is known today. */
function providerOf(ports: Ports, sessions: readonly SessionSummary[], typed: string | null): string | null {
  if (typed === null || sessions.some(({ provider }) => provider === typed)) return typed;
  return findAdapter(ports.adapters, typed).id;
}

function timeOf(at: string | null): number {
  return at === null ? 0 : (parseAt(at) ?? 0);
}
