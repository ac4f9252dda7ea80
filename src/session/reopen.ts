/** What a resume and a handoff have in common: the session is found, held, read whole, and repaired before its next run. */

import { join } from 'node:path';
import { UuldanaError } from '../core/errors.ts';
import { shortId } from '../core/ids.ts';
import { isAbove, type Level } from '../core/permission.ts';
import type { History } from '../journal/fold.ts';
import type { JournalWriter } from '../journal/writer.ts';
import { ensureDataDir } from './data-dir.ts';
import { locateSession } from './locate.ts';
import type { Ports } from './ports.ts';
import { type Recovering, recover } from './recover.ts';
import { type Attempt, Refusal, recordingRefusals } from './refusal.ts';
import type { TroubleSlot } from './run.ts';
import type { SessionSummary } from './summaries.ts';

export interface ReopenRequest {
  /** Null: the latest session of this folder. */
  readonly session: string | null;
  /** What the audit log calls it, should it be refused. */
  readonly command: Attempt['command'];
  /** The provider that it goes on with, as the audit log may name it; given what was found. */
  readonly provider: (found: SessionSummary) => string | null;
  readonly dryRun: boolean;
}

export interface Reopened {
  readonly found: SessionSummary;
  readonly sessions: readonly SessionSummary[];
  /** Of its journal. */
  readonly path: string;
  /** As it stands before anything is repaired. */
  readonly history: History;
}

/**
 * Does what was asked for while the session's lock is held.
 *
 * @throws UuldanaError `session-not-found`, `session-ambiguous`, `session-live` (126), `damaged`, `journal-newer`
 */
export async function reopen<T>(
  ports: Ports,
  { session: reference, command, provider, dryRun }: ReopenRequest,
  act: (reopened: Reopened) => Promise<T>,
): Promise<T> {
  const { found, sessions } = locateSession(ports, reference);
  const { session, workspace } = found;
  const attempt = { command, session, provider: provider(found), workspace };
  return await recordingRefusals(ports, dryRun ? null : attempt, async () => {
    if (found.live_pid !== null) throw sessionLive(found, found.live_pid);
    ensureDataDir(ports.data, ports.uid);
    const lock = await ports.lock(join(ports.data.locks, `${session}.lock`));
    if (lock === null) throw sessionLive(found, null);
    try {
      const path = ports.journalFile.journalPath(ports.data.journals, session);
      return await act({ found, sessions, path, history: readWhole(ports, path) });
    } finally {
      lock.release();
    }
  });
}

export function sessionLive(found: Pick<SessionSummary, 'session'>, pid: number | null): UuldanaError {
  const who = pid === null ? 'another process' : `pid ${pid}`;
  return new UuldanaError('session-live', `Session ${shortId(found.session)} is open already: ${who} has it`, {
    hint: pid === null ? 'Try again in a moment.' : `Go to its terminal, or end it first: kill ${pid}`,
  });
}

export interface Continuation {
  readonly writer: JournalWriter;
  /** With what was repaired. */
  readonly history: History;
  /** The number of the run to come. */
  readonly run: number;
  readonly trouble: TroubleSlot;
}

/**
 * Opens the journal, says and repairs what a crash left, and does what was asked for.
 *
 * @param recovering  the provider of the run that is repaired
 */
export async function goingOn<T>(
  ports: Ports,
  { found, path }: Reopened,
  recovering: Recovering,
  act: (continuation: Continuation) => Promise<T>,
): Promise<T> {
  const trouble: TroubleSlot = { listener: null };
  const { openJournal } = await ports.writer();
  const { writer, history: before } = openJournal(path, ports.clock, {
    onTrouble: (message) => trouble.listener?.(message),
  });
  try {
    sayDamage(ports, before);
    const repaired = await recover(ports, { session: found.session, history: before, program: recovering, writer });
    for (const line of repaired) ports.talk(`uuldana: ${line}`);
    const history = repaired.length > 0 ? readWhole(ports, path) : before;
    return await act({ writer, history, run: (history.runs.at(-1)?.run ?? 0) + 1, trouble });
  } finally {
    writer.close();
  }
}

/** @throws UuldanaError `damaged` for a file that is not to be read, `journal-newer` for one of a later format */
function readWhole(ports: Ports, path: string): History {
  const read = ports.journalFile.readHistory(path);
  if (!read.ok) {
    throw new UuldanaError('damaged', `The journal ${path} is not read: ${read.reason}`, {
      hint: 'Mend that, then try again.',
    });
  }
  const { newerVersion } = read.history;
  if (newerVersion === null) return read.history;
  throw new UuldanaError(
    'journal-newer',
    `The session was written by a newer uuldana (journal version ${newerVersion})`,
    {
      hint: 'Update uuldana to go on with it; "uuldana show" reads what this version understands.',
    },
  );
}

function sayDamage(ports: Ports, { damaged, chainBreaks, missingSeq }: History): void {
  const parts = [
    ...(damaged > 0 ? [`${damaged} damaged ${damaged === 1 ? 'line' : 'lines'}`] : []),
    ...(chainBreaks > 0 ? [`${chainBreaks} chain ${chainBreaks === 1 ? 'break' : 'breaks'}`] : []),
    ...(missingSeq > 0 ? [`${missingSeq} missing ${missingSeq === 1 ? 'event' : 'events'}`] : []),
  ];
  if (parts.length > 0) ports.talk(`uuldana: the journal has ${parts.join(', ')}; everything else in it is read`);
}

export function lastGranted(history: History): Level | null {
  return history.runs.findLast(({ permission }) => permission !== null)?.permission?.effective ?? null;
}

/** The ceiling of a session is fixed when it is created; this refusal names the one way to bypass. */
export function refuseBypassAboveCeiling({ ceiling, strict, createdAt }: History, asked: Level | null): void {
  if (asked !== 'bypass' || !isAbove('bypass', ceiling)) return;
  const since = createdAt === null ? '' : ` since it was created (${createdAt})`;
  throw new Refusal(
    'permission-refused',
    `bypass is above this session's ceiling, which is ${ceiling}${since} and is never raised`,
    {
      reason: 'above-ceiling',
      requested: asked,
      ceiling,
      strict,
      hint: 'For work without questions start a new session: uuldana --bypass-permissions',
    },
  );
}
