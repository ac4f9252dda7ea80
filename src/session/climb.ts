/** Gathers what the ladder needs to know of the provider's files and of our other sessions, and asks it for the way. */

import type { History } from '../journal/fold.ts';
import { chooseRung, type KnownConversation, type Rung } from './ladder.ts';
import { type Program, unknownFlags } from './plan.ts';
import type { Ports } from './ports.ts';
import type { SessionSummary } from './summaries.ts';

interface ClimbRequest {
  readonly found: SessionSummary;
  readonly program: Program;
  readonly workspace: string;
  readonly history: History;
  readonly sessions: readonly SessionSummary[];
}

export async function climb(
  ports: Ports,
  { found, program, workspace, history, sessions }: ClimbRequest,
): Promise<Rung> {
  const { adapter } = program;
  const conversations = await knownConversations(ports, program, workspace);
  const started = history.runs.findLast(({ provider }) => provider === adapter.id)?.startedAt ?? '';
  const usedByOtherSession = sessions.some(
    (other) =>
      other.session !== found.session &&
      other.workspace === workspace &&
      other.provider === adapter.id &&
      (other.last_active_at ?? '') > started,
  );
  const missingFlags = { resume: unknownFlags(program, 'resume'), continue: unknownFlags(program, 'continue') };
  return chooseRung({ adapter, history, conversations, missingFlags, usedByOtherSession });
}

async function knownConversations(
  ports: Ports,
  { adapter }: Program,
  workspace: string,
): Promise<readonly KnownConversation[] | null> {
  if (adapter.native === null) return null;
  const { listConversations, nativeRoot } = await ports.provider();
  return listConversations(adapter.native, nativeRoot(adapter.native, ports.env, ports.home), workspace);
}
