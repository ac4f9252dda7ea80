/**
 * The ladder of a resume (DESIGN 7): which way back into the conversation is taken, and why the ones above it are not.
 * Pure: what is known comes in as facts.
 */

import { shortId } from '../core/ids.ts';
import type { History, RunRecord } from '../journal/fold.ts';
import type { Adapter } from '../provider/adapter.ts';
import { NATIVE_ID } from '../provider/live-question.ts';

/** One conversation of the provider in this folder; times in Unix milliseconds. */
export interface KnownConversation {
  readonly id: string;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

export interface LadderFacts {
  readonly adapter: Pick<Adapter, 'id' | 'title' | 'args'>;
  readonly history: Pick<History, 'runs'>;
  /** What the provider's files show of this folder; null when they cannot be listed or are not known. */
  readonly conversations: readonly KnownConversation[] | null;
  /** Flags of the way that the installed program's help does not know. */
  readonly missingFlags: Readonly<Record<'resume' | 'continue', readonly string[]>>;
  /** Why the provider's files are not those of the last run, in words; null when they are, as far as is known. */
  readonly moved: string | null;
  /** Another session of ours on this provider and folder was active since this session's last run of it started. */
  readonly usedByOtherSession: boolean;
}

export type Rung =
  | { readonly via: 'native-id'; readonly nativeId: string; readonly notes: readonly string[] }
  | { readonly via: 'continue-latest'; readonly notes: readonly string[] }
  | { readonly via: 'visible-text'; readonly lines: readonly string[]; readonly notes: readonly string[] }
  /** Nobody ever spoke, so there is no conversation to lose. */
  | { readonly via: 'new'; readonly notes: readonly string[] }
  | { readonly via: 'none'; readonly notes: readonly string[] };

export function chooseRung(facts: LadderFacts): Rung {
  const runs = runsSinceHandoff(facts);
  const byId = tryNativeId(facts, runs);
  if (byId.taken) return byId.taken.via === 'new' ? notEmpty(byId.taken, facts, runs) : byId.taken;
  const continued = tryContinue(facts, runs);
  if (continued === null) return { via: 'continue-latest', notes: [...byId.notes, LATEST_NOTE] };
  const notes = [...byId.notes, continued];
  const lines = lastLines(facts.history.runs);
  if (lines === null) return { via: 'none', notes: [...notes, 'no screen text of it was saved'] };
  if (!takesPrompt(facts.adapter))
    return { via: 'none', notes: [...notes, `${facts.adapter.title} takes no first prompt`] };
  return { via: 'visible-text', lines, notes };
}

const LATEST_NOTE = 'the latest conversation of this folder is continued; it may be another one';

/** What this provider had before the session was handed to another one and back is old: it goes on from what was handed over last. */
function runsSinceHandoff({ adapter, history }: LadderFacts): readonly RunRecord[] {
  const before = history.runs.findLastIndex(({ provider }) => provider !== null && provider !== adapter.id);
  return history.runs.slice(before + 1).filter(({ provider }) => provider === adapter.id);
}

/** Where it starts anew with this provider, what was said to the one before is handed over again. */
function notEmpty(taken: Rung, facts: LadderFacts, runs: readonly RunRecord[]): Rung {
  const wasSpoken = facts.history.runs.some((run) => run.spoken && !runs.includes(run));
  const lines = lastLines(facts.history.runs);
  if (!wasSpoken || lines === null || !takesPrompt(facts.adapter)) return taken;
  return { via: 'visible-text', lines, notes: [...taken.notes, 'what was said before is handed over again'] };
}

function tryNativeId(facts: LadderFacts, runs: readonly RunRecord[]): { taken: Rung | null; notes: string[] } {
  const { adapter } = facts;
  const identity = runs.flatMap(({ identities }) => identities).at(-1);
  const pass = (note: string) => ({ taken: null, notes: [note] });
  const take = (taken: Rung) => ({ taken, notes: [] });
  const lost = nothingToLose(facts, runs, identity);
  if (lost !== null) return take({ via: 'new', notes: [`${lost}, so it starts anew`] });
  if (identity === undefined) return pass('no native id of it is recorded');
  // a journal is a file that anybody could have edited: an id never reaches the agent as a flag
  if (!NATIVE_ID.test(identity.nativeId)) return pass('what is recorded as its native id is none');
  if (adapter.args.resume === null) return pass(`${adapter.title} cannot resume by id`);
  if (facts.missingFlags.resume.length > 0) {
    return pass(`the installed ${adapter.title} does not know ${facts.missingFlags.resume.join(', ')}`);
  }
  if (mayBeThere(facts, identity.nativeId)) return take({ via: 'native-id', nativeId: identity.nativeId, notes: [] });
  if (facts.moved === null && runs.at(-1)?.conversation === 'absent') {
    return take({ via: 'new', notes: [`${adapter.title} had kept nothing of it, so it starts anew`] });
  }
  return pass(facts.moved ?? `${adapter.title} no longer has its conversation ${shortId(identity.nativeId)}`);
}

/** Why there is no conversation that could be lost; null when there may be one. */
function nothingToLose(
  { adapter, conversations, history }: LadderFacts,
  runs: readonly RunRecord[],
  identity: RunRecord['identities'][number] | undefined,
): string | null {
  if (isOlder(conversations, identity)) return null;
  // where files cannot be listed, an id that was given to the agent may stand for something: then it is tried
  const listed = conversations !== null || identity === undefined || adapter.args.resume === null;
  if (listed && !history.runs.some((run) => run.spoken)) return 'nobody had spoken in it yet';
  if (identity === undefined && keptNothing(conversations, runs)) return `${adapter.title} has kept nothing of it`;
  if (identity === undefined || conversations === null || !NATIVE_ID.test(identity.nativeId)) return null;
  return wasSpokenIn(runs, identity.nativeId) ? null : 'its conversation was reset and nobody spoke since';
}

/**
 * Whether what was typed cannot have reached a conversation: no id was seen, and none of the folder was changed since. Commands of
 * the agent's own, such as the one that ends it, count as typed too. A first prompt is no command.
 */
function keptNothing(conversations: LadderFacts['conversations'], runs: readonly RunRecord[]): boolean {
  const [first] = runs;
  if (conversations === null || first === undefined || runs.some(({ prompted }) => prompted)) return false;
  return !conversations.some(({ modifiedAt }) => modifiedAt >= Date.parse(first.startedAt));
}

/** Where the provider's conversations cannot be listed, an id is tried, unless it is known to belong to another folder. */
function mayBeThere({ conversations, moved }: LadderFacts, nativeId: string): boolean {
  return conversations === null ? moved === null : conversations.some(({ id }) => id === nativeId);
}

/** Whether somebody spoke while the conversation was the live one; of one that was left, it is taken to be so. */
function wasSpokenIn(runs: readonly RunRecord[], nativeId: string): boolean {
  return runs.some((run) => {
    const at = run.identities.findLastIndex((identity) => identity.nativeId === nativeId);
    if (at === -1) return false;
    // the first id of a run is that of all that was said before it was discovered, too
    return at > 0 && at === run.identities.length - 1 ? run.spokenSinceIdentity : run.spoken;
  });
}

/**
 * Whether the conversation was there before the run came to it: loaded inside the agent, then, and not a stub that the agent
 * leaves of one in which nobody spoke.
 */
function isOlder(
  conversations: LadderFacts['conversations'],
  identity: RunRecord['identities'][number] | undefined,
): boolean {
  const found = conversations?.find(({ id }) => id === identity?.nativeId);
  return found !== undefined && identity !== undefined && found.createdAt < Date.parse(identity.at) - CREATED_SLACK_MS;
}

/** A conversation that a run begins is entered in its files before or after its id is seen. */
const CREATED_SLACK_MS = 30_000;

/** Why the agent's own "continue the latest" is not taken; null when it is. */
function tryContinue(facts: LadderFacts, runs: readonly RunRecord[]): string | null {
  const { adapter, conversations } = facts;
  if (adapter.args.continue === null) return `${adapter.title} cannot continue the latest conversation of a folder`;
  if (facts.missingFlags.continue.length > 0) {
    return `the installed ${adapter.title} does not know ${facts.missingFlags.continue.join(', ')}`;
  }
  const last = runs.at(-1);
  if (!last?.spoken) return 'nobody spoke in its last run';
  if (facts.moved !== null) return 'the latest conversation there is another one';
  if (facts.usedByOtherSession) return 'another session was used in this folder since';
  if (conversations === null) return null;
  return newestIsAnother(conversations, runs, last);
}

function newestIsAnother(
  conversations: readonly KnownConversation[],
  runs: readonly RunRecord[],
  last: RunRecord,
): string | null {
  const newest = conversations.toSorted((a, b) => b.modifiedAt - a.modifiedAt)[0];
  if (newest === undefined) return 'no conversation of this folder is left';
  const ours = runs.flatMap(({ identities }) => identities).map(({ nativeId }) => nativeId);
  if (ours.includes(newest.id) && ours.at(-1) !== newest.id)
    return 'the latest conversation of this folder is one that this session had left';
  if (ours.length > 0 && !ours.includes(newest.id)) return 'the latest conversation of this folder is another one';
  const startedAt = Date.parse(last.startedAt ?? '');
  const others = conversations.filter(({ id, modifiedAt }) => !ours.includes(id) && modifiedAt > startedAt);
  return others.length > 1 ? 'several conversations of this folder were used since' : null;
}

/** What the last run with a screen showed; null when nothing was saved. */
function lastLines(runs: readonly RunRecord[]): readonly string[] | null {
  return runs.findLast(({ screen }) => screen !== null && screen.lines.length > 0)?.screen?.lines ?? null;
}

function takesPrompt(adapter: Pick<Adapter, 'args'>): boolean {
  return adapter.args.new.some((group) => group.some((argument) => argument.includes('{prompt}')));
}
