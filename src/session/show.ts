/** `uuldana show`: one session with its runs, in the shape of DESIGN 12. Redacted again, by today's rules, before it leaves. */

import { UuldanaError } from '../core/errors.ts';
import type { History, RunRecord } from '../journal/fold.ts';
import type { Redactor } from '../redact/secrets.ts';
import { readCheckpoint } from './live.ts';
import { locateSession } from './locate.ts';
import type { Ports } from './ports.ts';
import type { SessionStatus, SessionSummary } from './summaries.ts';

export interface RunDetails {
  readonly run: number;
  readonly provider: string | null;
  readonly provider_version: string | null;
  readonly transport: string | null;
  readonly via: string | null;
  readonly permission: {
    readonly requested: string | null;
    readonly effective: string;
    readonly strength: string;
    readonly enforced_by: readonly { readonly how: string; readonly what: string }[];
  } | null;
  readonly native_ids: readonly string[];
  readonly spoken: boolean;
  readonly status: SessionStatus;
  readonly exit_code: number | null;
  readonly signal: string | null;
  readonly reason: string | null;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly duration_ms: number | null;
  readonly limits: readonly { readonly text: string; readonly resets_at: string | null }[];
  readonly screen: readonly string[];
}

export interface SessionDetails extends SessionSummary {
  readonly journal: string;
  readonly damaged_lines: number;
  /** What a reader should know of the file: newer version, lost events. Not part of the JSON contract. */
  readonly notes: readonly string[];
  readonly runDetails: readonly RunDetails[];
}

export async function showSession(ports: Ports, reference: string | null): Promise<SessionDetails> {
  const { found } = locateSession(ports, reference);
  const path = ports.journalFile.journalPath(ports.data.journals, found.session);
  const read = ports.journalFile.readHistory(path);
  if (!read.ok)
    throw new UuldanaError('damaged', `The journal ${path} is not read: ${read.reason}`, {
      hint: 'Mend that, then try again.',
    });
  const redactor = await ports.redactor();
  const { history } = read;
  return {
    ...found,
    journal: path,
    damaged_lines: history.damaged,
    notes: notesOn(history),
    runDetails: history.runs.map((run) => detailsOf(ports, found, run, run === history.runs.at(-1), redactor)),
  };
}

function notesOn({ newerVersion, lostEvents }: History): readonly string[] {
  return [
    ...(newerVersion === null
      ? []
      : [`written by a newer uuldana (journal version ${newerVersion}); read as far as understood`]),
    ...(lostEvents > 0 ? [`${lostEvents} events could not be written when they happened`] : []),
  ];
}

function detailsOf(
  ports: Ports,
  session: SessionSummary,
  run: RunRecord,
  isLast: boolean,
  redactor: Redactor,
): RunDetails {
  const unended: SessionStatus = isLast && session.live_pid !== null ? 'running' : 'interrupted';
  const stored = run.screen?.lines ?? checkpointLines(ports, session.session, run.run);
  return {
    run: run.run,
    provider: run.provider,
    provider_version: run.providerVersion,
    transport: run.transport,
    via: run.via,
    permission: run.permission && {
      requested: run.permission.requested,
      effective: run.permission.effective,
      strength: run.permission.strength,
      enforced_by: run.permission.enforcedBy,
    },
    native_ids: run.identities.map(({ nativeId }) => nativeId),
    spoken: run.spoken,
    status: run.status ?? unended,
    exit_code: run.exitCode,
    signal: run.signal,
    reason: run.reason,
    started_at: run.startedAt,
    ended_at: run.endedAt,
    duration_ms: run.durationMs,
    limits: run.limits.map(({ text, resets_at }) => ({ text: redactor.text(text).text, resets_at })),
    screen: redactor.lines(stored).lines,
  };
}

/** A live or crashed run has no screen in its journal yet, but a checkpoint. */
function checkpointLines(ports: Ports, session: string, run: number): readonly string[] {
  const checkpoint = readCheckpoint(ports.data, session);
  return checkpoint?.run === run ? checkpoint.lines : [];
}
