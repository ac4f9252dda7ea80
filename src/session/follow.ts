/** `uuldana log --follow`: the conversation of a session as it grows, until the run that lives has ended. */

import type { ConversationLine } from '../handoff/conversation.ts';
import { type Conversation, createConversationReader } from './conversation.ts';
import { createFollower } from './follow-lines.ts';
import type { Ports } from './ports.ts';
import { liveOwnerPid } from './summaries.ts';

export interface FollowRequest {
  readonly session: string;
  /** New lines, in order; the first time all there are. */
  readonly tell: (lines: readonly ConversationLine[], conversation: Conversation) => void;
  /** Resolves when it is time to look again. */
  readonly wait: () => Promise<void>;
}

export async function followConversation(ports: Ports, { session, tell, wait }: FollowRequest): Promise<void> {
  const read = createConversationReader(ports, session);
  const follower = createFollower();
  /** The run that grows: the last one when the following began. */
  let growing: number | null = null;
  for (let isOver = false; !isOver; ) {
    // asked before it is read: who is gone by then has written everything
    isOver = liveOwnerPid(ports, session) === null;
    const conversation = await read();
    const last = conversation.runs.at(-1)?.run ?? 1;
    if (growing !== null && growing !== last) isOver = true;
    if (growing === null) {
      growing = last;
      tell(
        conversation.lines.filter(({ run }) => run !== growing),
        conversation,
      );
    }
    // interface comes and goes, and is no news
    const lines = conversation.lines.filter(({ run, speaker }) => run === growing && speaker !== 'chrome');
    const texts = lines.map(({ text }) => text);
    const { from, to, lost } = follower.look(texts, isOver);
    const fresh = lines.slice(from, to).map((line, index) => (index === 0 && lost ? { ...line, gap: true } : line));
    if (fresh.length > 0) tell(fresh, conversation);
    if (!isOver) await wait();
  }
}
