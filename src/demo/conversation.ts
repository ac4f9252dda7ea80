/** One sitting with the demo agent: takes what the user says, keeps the conversation, shows the answers. */

import { randomUUID } from 'node:crypto';
import type { Options } from './options.ts';
import { replyTo } from './reply.ts';
import type { Message, Store } from './store.ts';

/** What a view shows: a thing that was said, or a remark that belongs to no conversation. */
export interface Entry {
  readonly by: 'user' | 'agent' | 'note';
  readonly text: string;
}

export interface View {
  show(entries: readonly Entry[]): void;
  /** Another conversation begins. */
  reset(id: string): void;
  setTitle(text: string): void;
}

export interface Conversation {
  /** What was said before, to be shown first. */
  readonly earlier: readonly Entry[];
  readonly id: string;
  readonly prompts: readonly string[];
}

/** `die`: at once, as in a crash. `hang-up`: the terminal is gone. */
export type Ending = { readonly how: 'exit'; readonly code: number } | { readonly how: 'die' | 'hang-up' };

/** The conversation that the options ask for, or why there is none. */
export function openConversation(store: Store, start: Options['start']): Conversation | { readonly refusal: string } {
  if (start.how === 'new') {
    const id = start.id ?? randomUUID();
    return store.messages(id) === null ? { id, earlier: [], prompts: [] } : { refusal: `Session id ${id} is in use` };
  }
  const id = start.how === 'resume' ? start.id : store.latest();
  if (id === null) return { refusal: 'No conversation found to continue in this folder' };
  const messages = store.messages(id);
  if (messages === null) return { refusal: `No conversation found with id ${id}` };
  return { id, earlier: messages.map(({ role, text }) => ({ by: role, text })), prompts: promptsOf(messages) };
}

export interface Sitting {
  /** Answers, or says how to end. */
  say(input: string): Ending | null;
}

export function sitDown(store: Store, view: View, opened: Conversation): Sitting {
  let { id, prompts } = opened;
  const take = (next: { id: string; prompts: readonly string[] }) => ({ id, prompts } = next);
  return {
    say(input) {
      const reply = replyTo(input, prompts);
      switch (reply.type) {
        case 'turn':
          store.append(id, [
            { role: 'user', text: input },
            { role: 'agent', text: reply.text },
          ]);
          take({ id, prompts: [...prompts, input] });
          view.show([
            { by: 'user', text: input },
            { by: 'agent', text: reply.text },
          ]);
          return null;
        case 'note':
          view.show([
            { by: 'user', text: input },
            { by: 'note', text: reply.text },
          ]);
          return null;
        case 'clear':
          take({ id: randomUUID(), prompts: [] });
          store.announce(id);
          view.reset(id);
          return null;
        case 'title':
          view.setTitle(reply.text);
          return null;
        case 'exit':
          return { how: 'exit', code: reply.code };
        case 'die':
          return { how: 'die' };
      }
    },
  };
}

function promptsOf(messages: readonly Message[]): string[] {
  return messages.flatMap(({ role, text }) => (role === 'user' ? [text] : []));
}
