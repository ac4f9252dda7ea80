/**
 * Which journals go when a new session starts: those beyond the newest `keep_journals`, never a named, pinned or live one, and
 * never a file that could not be read.
 */

import { join } from 'node:path';
import { providerId } from './audit-facts.ts';
import { deleteStored } from './delete.ts';
import type { Ports } from './ports.ts';
import { readSummaries, type SessionSummary } from './summaries.ts';

/** Deletes what is too old, says how many, and what could not be deleted. */
export async function removeOldJournals(ports: Ports): Promise<void> {
  const { sessions, untouchable } = readSummaries(ports);
  const readable = sessions.filter(({ session }) => !untouchable.has(session));
  const old = beyondTheNewest(readable, ports.config.keepJournals);
  let removed = 0;
  for (const { session, provider } of old) {
    const lock = await ports.lock(join(ports.data.locks, `${session}.lock`), 0);
    if (lock === null) continue; // it came to life just now
    try {
      deleteStored(ports, session);
      removed += 1;
      await ports.audit({ kind: 'deletion', session, provider: providerId(provider), by: 'retention' });
    } finally {
      lock.release();
    }
  }
  if (removed > 0)
    ports.talk(
      `uuldana: ${removed} old ${removed === 1 ? 'session was' : 'sessions were'} removed (the newest ${ports.config.keepJournals} are kept)`,
    );
}

/** @param sessions  latest event first */
export function beyondTheNewest(sessions: readonly SessionSummary[], keep: number): readonly SessionSummary[] {
  return sessions.filter(({ name, pinned, live_pid }) => name === null && !pinned && live_pid === null).slice(keep);
}
