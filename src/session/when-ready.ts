/**
 * `uuldana resume --when-ready`: waits for the end of the usage limit that the session's last run met, and says what to do then. It
 * holds no lock while it waits, starts nothing, and looks at the wall clock, since the machine may sleep.
 */

import { formatDuration, parseAt } from '../core/time.ts';
import type { RunRecord } from '../journal/fold.ts';
import { clockOf } from './limit-words.ts';
import { limitsLeft } from './limits.ts';
import { readCheckpoint } from './live.ts';
import { locateSession } from './locate.ts';
import type { Ports } from './ports.ts';
import { sessionLive } from './reopen.ts';

export interface WhenReadyRequest {
  /** Null: the latest session of this folder. */
  readonly session: string | null;
  /** The provider to go on with where the wait would be longer than `orAfterMs`; null: none. */
  readonly or: string | null;
  readonly orAfterMs: number;
}

/** Waits until the wall clock shows it. `words` tells of the milliseconds that are left. */
export type Countdown = (until: number, words: (leftMs: number) => string) => Promise<'over' | 'cancelled'>;

export type Next =
  | { readonly to: 'resume'; readonly session: string }
  | { readonly to: 'handoff'; readonly session: string; readonly provider: string }
  | { readonly to: 'nothing' };

/** Words that tell a minute leave its seconds out. */
const CUT_OFF_MS = 60_000;

/** @throws UuldanaError `session-not-found`, `session-ambiguous`, `session-live` */
export async function whenReady(ports: Ports, request: WhenReadyRequest, countdown: Countdown): Promise<Next> {
  const { found } = locateSession(ports, request.session);
  const { session } = found;
  // an agent that is alive may go on by itself when the limit ends
  if (found.live_pid !== null) throw sessionLive(found, found.live_pid);
  const now = ports.clock.now();
  const limit = limitAhead(lastRun(ports, session), now);
  const elsewhere = (why: string): Next => {
    ports.talk(`uuldana: ${why}, so it is handed to ${request.or}`);
    return { to: 'handoff', session, provider: request.or ?? '' };
  };
  if (limit === 'none') {
    ports.talk('uuldana: no usage limit is known to wait for; it is resumed at once');
    return { to: 'resume', session };
  }
  if (limit === 'unknown') {
    if (request.or !== null) return elsewhere('the limit does not say when it ends');
    ports.talk('uuldana: the limit does not say when it ends, so there is nothing to wait for; it is resumed at once');
    return { to: 'resume', session };
  }
  const clock = clockOf(limit, now, ports.zone);
  if (request.or !== null && limit - now > request.orAfterMs) {
    return elsewhere(`the limit ends at ${clock}, in ${formatDuration(limit - now)}`);
  }
  const words = (leftMs: number) => `uuldana: the usage limit ends at ${clock}; resumed in ${formatDuration(leftMs)}`;
  const ended = await countdown(limit, words);
  return ended === 'over' ? { to: 'resume', session } : { to: 'nothing' };
}

function lastRun(ports: Ports, session: string): Pick<RunRecord, 'limits'> | null {
  const read = ports.journalFile.readHistory(ports.journalFile.journalPath(ports.data.journals, session));
  const run = read.ok ? read.history.runs.at(-1) : undefined;
  if (run === undefined) return null;
  const adapter = ports.adapters.find(({ id }) => id === run.provider);
  const checkpoint = readCheckpoint(ports.data, session);
  // the run of a supervisor that was killed is repaired later, by the resume
  if (adapter === undefined || checkpoint?.run !== run.run) return run;
  return { limits: [...run.limits, ...limitsLeft(adapter, checkpoint, run.limits, ports.zone)] };
}

/** When to go on, in Unix milliseconds; `unknown`: the last limit of the run names no time. */
export function limitAhead(run: Pick<RunRecord, 'limits'> | null, now: number): number | 'unknown' | 'none' {
  const instants = (run?.limits ?? []).map(({ resets_at }) => parseAt(resets_at ?? '') ?? null);
  const ahead = instants.findLast((instant) => instant !== null && withGrace(instant) > now);
  if (ahead !== undefined && ahead !== null) return withGrace(ahead);
  return instants.length > 0 && instants.at(-1) === null ? 'unknown' : 'none';
}

function withGrace(instant: number): number {
  return instant % 60_000 === 0 ? instant + CUT_OFF_MS : instant;
}
