/**
 * Follows the native id of a live run by what the provider's store offers (src/provider/live-conversation.ts), so that a reset or
 * the load of another conversation inside the agent is recorded. It opens no conversation.
 */

import type { NativeStore } from '../provider/adapter.ts';
import type { Sighting } from '../provider/live-question.ts';
import type { Ports } from './ports.ts';
import type { TrailKeeper } from './trail.ts';

/** A /clear followed at once by an exit is missed when the agent removes its registry entry within this time. */
const LOOK_EVERY_MS = 200;
/** In looks. Where /proc is missing a look at the process tree costs a process. */
const TREE_EVERY = 3;
/** In looks: a stub is set aside soon after it came to rest, since from then on another start deletes its conversation. */
const STUBS_EVERY = 2;

export interface IdentityWatch {
  /** Looks once more, now. */
  readonly look: () => void;
  /** To be called when the agent has ended. */
  readonly stop: () => void;
}

interface WatchRequest {
  readonly store: NativeStore;
  readonly pid: number;
  readonly workspace: string;
  /** The id known so far. */
  readonly nativeId: string | null;
  readonly keeper: TrailKeeper;
  readonly onChange: (seen: Sighting) => void;
}

export async function watchIdentity(ports: Ports, request: WatchRequest): Promise<IdentityWatch> {
  const { store, pid, workspace, nativeId, keeper, onChange } = request;
  const { descendants, hasNoRival, keepConversation, nativeRoot, setStubsAside, watchLive } = await ports.provider();
  const root = nativeRoot(store, ports.env, ports.home);
  const notBefore = ports.clock.now();
  const lookout = watchLive(store, root, workspace, nativeId);
  const itsFile = keepConversation(store, root, workspace);
  let known = nativeId;
  let pids: readonly number[] = [pid];
  let looked = 0;
  const see = () => lookout?.look({ pids, workspace, notBefore, known }) ?? null;
  const rivals = store.listing?.program;
  const keep = () => {
    if (lookout === null || store.log === undefined) return;
    const isAsked = rivals !== undefined && known === null;
    const alone = isAsked ? hasNoRival({ program: rivals, folder: workspace, own: pids }) : null;
    keeper.note(lookout.trail(), alone, ports.clock.now());
  };
  const seek = () => {
    let found = see();
    if (found === null && looked % TREE_EVERY === 0) {
      // behind a wrapper the agent is a descendant of the process that was started
      pids = [pid, ...descendants(pid)];
      found = see();
    }
    if (looked % TREE_EVERY === 0) keep();
    if (looked % STUBS_EVERY === 0) setStubsAside(store, root, workspace, ports.clock.now());
    looked += 1;
    itsFile.look(known);
    if (found === null || found.nativeId === known) return;
    known = found.nativeId;
    onChange(found);
  };
  if (lookout === null && store.stubs === undefined) return { look: () => undefined, stop: () => undefined };
  const timer = setInterval(seek, LOOK_EVERY_MS);
  timer.unref();
  return {
    look() {
      seek();
      keep();
    },
    stop() {
      clearInterval(timer);
      itsFile.release();
      setStubsAside(store, root, workspace, Number.POSITIVE_INFINITY);
    },
  };
}
