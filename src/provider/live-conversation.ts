/**
 * Watches which conversation of a running agent is the live one, by whatever the provider's store offers. Each way names what it
 * saw; where none of them is sure, nothing is said. No conversation is opened.
 */

import type { NativeStore } from './adapter.ts';
import { readHeld } from './held-files.ts';
import type { LiveQuestion, LogTrail, Sighting } from './live-question.ts';
import { keyOf, listConversations, readRegistry } from './native.ts';
import { followLog } from './own-log-reader.ts';
import { descendants } from './process-tree.ts';
import { isAlone } from './rivals.ts';
import { firstLook, nextLook, type Written } from './written-files.ts';

export interface Lookout {
  /** Looks once: the conversation that is live now, or null when that cannot be told. */
  readonly look: Look;
  /** What is to be kept for a look after the agent's death; null: there is nothing to look at then. */
  readonly trail: () => LogTrail | null;
}

type Look = (question: LiveQuestion) => Sighting | null;

/**
 * To be made when the agent has just been started, since some ways compare with what was there then.
 *
 * @param root   the provider's folder (native.ts)
 * @param known  the conversation that the agent was given, or null
 * @returns null when the store offers no way to see it
 */
export function watchLive(store: NativeStore, root: string, workspace: string, known: string | null): Lookout | null {
  const ways: Look[] = [];
  const follower = followLog(store, root, workspace);
  if (store.registry !== null) ways.push((question) => readRegistry(store, root, question));
  if (store.held !== undefined) ways.push((question) => readHeld(store, root, question));
  if (store.log !== undefined) ways.push(follower.look);
  if (store.written !== undefined) ways.push(watchWritten(store, root, workspace, known));
  if (ways.length === 0) return null;
  const look: Look = (question) => {
    for (const way of ways) {
      const seen = way(question);
      if (seen !== null) return seen;
    }
    return null;
  };
  return { look, trail: follower.trail };
}

function watchWritten(store: NativeStore, root: string, workspace: string, known: string | null): Look {
  const { written } = store;
  if (written === undefined) return () => null;
  const files = () =>
    (listConversations(store, root, workspace) ?? []).map(({ id, path, modifiedAt }) => ({
      key: id,
      path,
      modifiedAt,
    }));
  const first = known === null ? null : keyOf(store, known);
  let state: Written = firstLook(first, files());
  return ({ pids }) => {
    const { program } = written;
    const own = () => pids.flatMap((pid) => [pid, ...descendants(pid)]);
    state = nextLook(state, files(), () => isAlone({ program, folder: workspace, own: own() }));
    const { live } = state;
    if (live === null) return null;
    return {
      nativeId: live === first && known !== null ? known : live,
      evidence: `its file was written while no other ${program} worked in the folder`,
      spoken: true,
    };
  };
}
