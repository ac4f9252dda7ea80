/** `uuldana list`: every stored session, the one with the latest event first. */

import type { Ports } from './ports.ts';
import { readSummaries, type Summaries } from './summaries.ts';

export interface ListRequest {
  /** Only sessions of the current folder. */
  readonly here: boolean;
}

export function listSessions(ports: Ports, { here }: ListRequest): Summaries {
  const { sessions, ...rest } = readSummaries(ports);
  if (!here) return { sessions, ...rest };
  const workspace = ports.currentFolder();
  return { sessions: sessions.filter((session) => session.workspace === workspace), ...rest };
}
