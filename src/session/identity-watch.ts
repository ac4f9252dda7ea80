/**
 * Follows the native id of a live run through the registry that the agent itself keeps (by pid), so that a reset or the load
 * of another conversation inside the agent is recorded. It opens no conversation.
 */

import type { NativeStore } from '../provider/adapter.ts';
import type { Ports } from './ports.ts';

/** A /clear followed at once by an exit is missed when the agent removes its registry entry within this time. */
const LOOK_EVERY_MS = 200;
/** Where /proc is missing a look at the process tree costs a process. */
const TREE_EVERY = 10;

export interface IdentityWatch {
  /** Looks once more, now. */
  readonly look: () => void;
  readonly stop: () => void;
}

interface WatchRequest {
  readonly store: NativeStore;
  readonly pid: number;
  readonly workspace: string;
  /** The id known so far. */
  readonly nativeId: string | null;
  readonly onChange: (nativeId: string, evidence: string) => void;
}

export async function watchIdentity(ports: Ports, request: WatchRequest): Promise<IdentityWatch> {
  const { descendants, nativeRoot, readRegistry } = await ports.provider();
  const root = nativeRoot(request.store, ports.env, ports.home);
  const notBefore = ports.clock.now();
  let known = request.nativeId;
  let pids: readonly number[] = [request.pid];
  let looked = 0;
  const read = () => readRegistry(request.store, root, { pids, workspace: request.workspace, notBefore });
  const look = () => {
    let found = read();
    if (found === null && looked++ % TREE_EVERY === 0) {
      // behind a wrapper the agent is a descendant of the process that was started
      pids = [request.pid, ...descendants(request.pid)];
      found = read();
    }
    if (found === null || found.nativeId === known) return;
    known = found.nativeId;
    request.onChange(found.nativeId, found.evidence);
  };
  if (request.store.registry === null) return { look: () => undefined, stop: () => undefined };
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return { look, stop: () => clearInterval(timer) };
}
