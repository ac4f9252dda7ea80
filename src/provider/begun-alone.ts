/** Which conversation an agent had that is gone and could not tell, by the times of all that its provider lists. Pure. */

import type { ListedConversation } from './adapter.ts';

export interface Solitude {
  /** Unix milliseconds: when the agent was started, and until when it was seen to be the only one of its provider in the folder. */
  readonly since: number;
  readonly until: number;
  /** Conversations that are known to be of other processes, which may have reached into the folder from elsewhere. */
  readonly others: ReadonlySet<string>;
}

/** The one conversation that can only have been begun by that agent; null when there is none, or more than one. */
export function begunAlone(listed: readonly ListedConversation[], { since, until, others }: Solitude): string | null {
  const begun = listed.filter(({ id, createdAt }) => createdAt >= since && createdAt <= until && !others.has(id));
  return begun.length === 1 ? (begun[0]?.id ?? null) : null;
}
