/** Finds the session that a command is about, among all that can be read; says so when some cannot. */

import { UuldanaError } from '../core/errors.ts';
import { findLatestHere, findSession } from './find.ts';
import type { Ports } from './ports.ts';
import { readSummaries, type SessionSummary } from './summaries.ts';

export interface Located {
  readonly found: SessionSummary;
  /** All that can be read, latest event first. */
  readonly sessions: readonly SessionSummary[];
}

/**
 * @param reference  null: the latest session of the current folder
 * @throws UuldanaError `session-not-found`, `session-ambiguous`
 */
export function locateSession(ports: Ports, reference: string | null): Located {
  const { sessions, refused } = readSummaries(ports);
  try {
    const found =
      reference === null ? findLatestHere(sessions, ports.currentFolder()) : findSession(sessions, reference);
    return { found, sessions };
  } catch (error) {
    if (!(error instanceof UuldanaError) || refused.length === 0) throw error;
    const files = refused.length === 1 ? '1 stored file was' : `${refused.length} stored files were`;
    throw new UuldanaError(error.code, error.message, {
      hint: `${error.hint ?? ''}\n${files} not read, and it may be there: uuldana verify says why.`.trim(),
      cause: error,
    });
  }
}
