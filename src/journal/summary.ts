/** What a list shows of a journal, from its whole history or, much faster, from its two ends. Pure. */

import { type Level, strictest } from '../core/permission.ts';
import type { Recorded, RunEndStatus } from './event.ts';
import type { History } from './fold.ts';
import { decodeLine, GENESIS } from './line.ts';
import { toEvent, toHeader } from './shape.ts';

export interface JournalSummary {
  /** The header's; null when that cannot be read: the file's name tells then. */
  readonly session: string | null;
  readonly workspace: string | null;
  readonly ceiling: Level;
  readonly strict: boolean;
  readonly provider: string | null;
  readonly runs: number;
  readonly title: string | null;
  readonly createdAt: string | null;
  readonly lastActiveAt: string | null;
  readonly lastRun: {
    readonly run: number;
    readonly pid: number | null;
    readonly pidStartedAt: string | null;
    readonly bootId: string | null;
  } | null;
  /** How the last run ended; null when it has no end. */
  readonly ended: RunEndStatus | null;
  readonly newerVersion: number | null;
}

const NEWLINE = 0x0a;

export function summaryOf(history: History): JournalSummary {
  const { header, workspace, ceiling, strict, provider, title, createdAt, lastActiveAt, newerVersion } = history;
  const last = history.runs.at(-1);
  return {
    session: header?.session ?? null,
    workspace,
    ceiling,
    strict,
    provider,
    runs: history.runs.length + history.runsOmitted,
    title,
    createdAt,
    lastActiveAt,
    lastRun: last ? { run: last.run, pid: last.pid, pidStartedAt: last.pidStartedAt, bootId: last.bootId } : null,
    ended: last?.status ?? null,
    newerVersion,
  };
}

/**
 * The summary of a session whose last line is a run.ended with the run.started of the same run in reach; otherwise null, and
 * the whole file has to be read.
 *
 * @param first  the file's first bytes
 * @param last   its last bytes; may start within a line
 */
export function summaryFromEnds(first: Uint8Array, last: Uint8Array): JournalSummary | null {
  const header = headerFrom(first);
  if (header === null) return null;
  const tail = lastRunFrom(last);
  if (tail === null) return null;
  const { started, ended, ceilings } = tail;
  const { sums } = ended;
  return {
    session: header.session,
    workspace: started.workspace,
    ceiling: strictest([header.ceiling, sums.ceiling, ...ceilings]),
    strict: header.strict,
    provider: started.provider,
    runs: sums.runs,
    title: sums.title,
    createdAt: header.created_at,
    lastActiveAt: ended.at,
    lastRun: {
      run: ended.run ?? sums.runs,
      pid: started.pid,
      pidStartedAt: started.pid_started_at,
      bootId: started.boot_id,
    },
    ended: ended.status,
    newerVersion: null,
  };
}

/** Null for anything but a good header of this version. */
function headerFrom(first: Uint8Array) {
  const end = first.indexOf(NEWLINE);
  const decoded = decodeLine(first.subarray(0, Math.max(end, 0)));
  const header = decoded.ok && decoded.prev === GENESIS ? toHeader(decoded.value) : null;
  return header?.version === 1 ? header : null;
}

/** The events of the last run's own, newest first as far as needed; null when they are not as a clean end leaves them. */
function lastRunFrom(last: Uint8Array) {
  const events: Recorded[] = [];
  for (const event of eventsBackwards(last)) {
    events.push(event);
    if (event.kind === 'run.started') break;
  }
  const [ended, ...earlier] = events;
  const started = events.at(-1);
  if (ended?.kind !== 'run.ended' || started?.kind !== 'run.started' || started.run !== ended.run) return null;
  if (earlier.some(({ kind }) => kind === 'run.ended')) return null;
  const ceilings = events.flatMap((event) => ('ceiling' in event ? [event.ceiling] : []));
  return { started, ended, ceilings };
}

/** Whole events, last first, up to one that is damaged or unknown. */
function* eventsBackwards(bytes: Uint8Array): Generator<Recorded> {
  let end = bytes.length - 1;
  if (bytes[end] !== NEWLINE) return;
  while (end > 0) {
    const start = bytes.lastIndexOf(NEWLINE, end - 1);
    const decoded = decodeLine(bytes.subarray(start + 1, end));
    const event = decoded.ok ? toEvent(decoded.value) : null;
    if (start === -1 || event === null || event.kind === 'unknown') return;
    yield event;
    end = start;
  }
}
