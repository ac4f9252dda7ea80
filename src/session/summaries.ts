/**
 * Every stored session in the shape that `list` prints: the journals' own summaries joined with names and with what lives.
 */

import type { Level } from '../core/permission.ts';
import type { RunEndStatus } from '../journal/event.ts';
import type { JournalSummary } from '../journal/file.ts';
import { readOwner } from './live.ts';
import { type Labels, NO_LABEL, readLabels } from './names.ts';
import type { Ports } from './ports.ts';

export type SessionStatus = 'running' | RunEndStatus | 'interrupted';

/** DESIGN 12, `list`; persisted-style keys because it is printed as JSON. */
export interface SessionSummary {
  readonly session: string;
  readonly name: string | null;
  readonly title: string | null;
  readonly pinned: boolean;
  readonly workspace: string | null;
  readonly ceiling: Level;
  readonly provider: string | null;
  readonly status: SessionStatus;
  readonly runs: number;
  readonly created_at: string | null;
  readonly last_active_at: string | null;
  readonly live_pid: number | null;
}

export interface Summaries {
  /** Latest event first. */
  readonly sessions: readonly SessionSummary[];
  /** Files among the journals that were not read, and why. */
  readonly refused: readonly { readonly file: string; readonly reason: string }[];
  /** Sessions that are never deleted by themselves: written by a newer uuldana, or with a header that cannot be read. */
  readonly untouchable: ReadonlySet<string>;
}

export function readSummaries(ports: Ports): Summaries {
  const { files, refused } = ports.journalFile.listJournalFiles(ports.data.journals);
  const labels = readLabels(ports.data);
  const sessions: SessionSummary[] = [];
  const skipped = [...refused];
  const untouchable = new Set<string>();
  for (const { session, path } of files) {
    const read = ports.journalFile.readSummary(path);
    if (!read.ok) {
      skipped.push({ file: path, reason: read.reason });
      continue;
    }
    sessions.push(summaryOf(ports, session, read.summary, labels));
    if (read.summary.newerVersion !== null || read.summary.session === null) untouchable.add(session);
  }
  return { sessions: sessions.sort(byLatestEvent), refused: skipped, untouchable };
}

function summaryOf(ports: Ports, session: string, journal: JournalSummary, labels: Labels): SessionSummary {
  const label = labels.get(session) ?? NO_LABEL;
  const livePid = liveOwnerPid(ports, session);
  return {
    session,
    name: label.name,
    title: journal.title,
    pinned: label.pinned,
    workspace: journal.workspace,
    ceiling: journal.ceiling,
    provider: journal.provider,
    status: livePid === null ? (journal.ended ?? 'interrupted') : 'running',
    runs: journal.runs,
    created_at: journal.createdAt,
    last_active_at: journal.lastActiveAt,
    live_pid: livePid,
  };
}

/** The pid of the uuldana that supervises the session now, or null. */
export function liveOwnerPid(ports: Ports, session: string): number | null {
  const owner = readOwner(ports.data, session);
  if (owner === null) return null;
  return ports.osProcess.isSameProcess(owner.pid, owner.started_at, owner.boot_id) ? owner.pid : null;
}

function byLatestEvent(a: SessionSummary, b: SessionSummary): number {
  const [timeA, timeB] = [a.last_active_at ?? '', b.last_active_at ?? ''];
  if (timeA !== timeB) return timeA < timeB ? 1 : -1;
  return a.session < b.session ? 1 : -1;
}
