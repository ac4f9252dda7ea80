/** Gathers what the ladder needs to know of the provider's files and of our other sessions, and asks it for the way. */

import type { History } from '../journal/fold.ts';
import { askAgent, nativeRootOf } from './conversations.ts';
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

export async function climb(ports: Ports, request: ClimbRequest): Promise<Rung> {
  const { found, program, workspace, history, sessions } = request;
  const { adapter } = program;
  const conversations = await knownConversations(ports, request);
  const started = history.runs.findLast(({ provider }) => provider === adapter.id)?.startedAt ?? '';
  const usedByOtherSession = sessions.some(
    (other) =>
      other.session !== found.session &&
      other.workspace === workspace &&
      other.provider === adapter.id &&
      (other.last_active_at ?? '') > started,
  );
  const missingFlags = { resume: unknownFlags(program, 'resume'), continue: unknownFlags(program, 'continue') };
  const moved = await movedSince(ports, request);
  const facts = { adapter, history, conversations, missingFlags, moved, usedByOtherSession };
  const rung = chooseRung(facts);
  if (rung.via !== 'native-id') return rung;
  const nativeId = await wholeId(ports, request, rung.nativeId);
  if (nativeId !== null) return { ...rung, nativeId };
  // its name is there, and the agent itself does not list it
  return chooseRung({ ...facts, conversations: conversations?.filter(({ id }) => id !== rung.nativeId) ?? [] });
}

/** Whether the provider's folder is another one than in the last run: then its conversations stand where they stood. */
async function movedSince(ports: Ports, { program, workspace, history }: ClimbRequest): Promise<string | null> {
  const { id, title, native } = program.adapter;
  const then = history.runs.findLast(({ provider }) => provider === id)?.nativeRoot ?? null;
  const now = await nativeRootOf(ports, { program, workspace });
  if (native === null || then === null || now === then) return null;
  const variable = native.root.env === null ? 'HOME' : `${native.root.env} (or HOME)`;
  return `${title} kept its conversation below ${then} and looks below ${now} now; to go on with it, set ${variable} as it was`;
}

async function knownConversations(ports: Ports, request: ClimbRequest): Promise<readonly KnownConversation[] | null> {
  const { program, workspace, history } = request;
  const { native } = program.adapter;
  if (native === null) return null;
  if (native.folderOf === null) return await askAgent(ports, request);
  const { keyOf, listResumable, nativeRoot } = await ports.provider();
  const listed = listResumable(native, nativeRoot(native, ports.env, ports.home), workspace);
  const recorded = history.runs.flatMap(({ identities }) => identities).map(({ nativeId }) => nativeId);
  // names may hold a part of the id only: the ladder compares whole ids
  const named = (key: string) => recorded.findLast((nativeId) => keyOf(native, nativeId) === key) ?? key;
  return listed?.map((conversation) => ({ ...conversation, id: named(conversation.id) })) ?? null;
}

/** The id that the agent takes. Of a conversation that was only seen by its name, the agent's listing knows the rest. */
async function wholeId(ports: Ports, request: ClimbRequest, nativeId: string): Promise<string | null> {
  const { native } = request.program.adapter;
  if (native?.keyOf === undefined || native.keyOf(nativeId) !== nativeId) return nativeId;
  const { keyOf } = native;
  const whole = (await askAgent(ports, request))?.filter(({ id }) => keyOf(id) === nativeId) ?? [];
  return whole.length === 1 ? (whole[0]?.id ?? null) : null;
}
