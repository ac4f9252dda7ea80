/**
 * Keeps the file of a live conversation from being deleted by the start of another agent: it has a second name, a hard link, while
 * its run lives, and is put back under the first one when that is gone. No file is opened. Where the file system has no links
 * nothing is kept.
 */

import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { NativeStore } from './adapter.ts';
import { statOf } from './file-facts.ts';
import { keyOf, listConversations } from './native.ts';

export interface Keeper {
  /** To be called again and again: sees to the file of the conversation that is live now. */
  readonly look: (nativeId: string | null) => void;
  /** The run is over: the file has one name again. */
  readonly release: () => void;
}

interface Kept {
  readonly key: string;
  readonly path: string;
  readonly second: string;
}

export function keepConversation(store: NativeStore, root: string, workspace: string): Keeper {
  let kept: Kept | null = null;
  const release = () => {
    if (kept !== null) giveUp(kept);
    kept = null;
  };
  return {
    look(nativeId) {
      if (store.keptPrefix === undefined || nativeId === null) return;
      const key = keyOf(store, nativeId);
      if (kept !== null && kept.key !== key) release();
      kept ??= find(store, root, workspace, key);
      if (kept !== null) keep(kept);
    },
    release,
  };
}

/** Puts back what a run that crashed had kept of these conversations, and ends the keeping. */
export function releaseKept(store: NativeStore, root: string, workspace: string, nativeIds: readonly string[]): void {
  const { keptPrefix } = store;
  if (keptPrefix === undefined) return;
  const keys = nativeIds.map((nativeId) => keyOf(store, nativeId));
  const firstName = (name: string) => (name.startsWith(keptPrefix) ? name.slice(keptPrefix.length) : '');
  const seconds = listConversations({ ...store, idFrom: (name) => store.idFrom(firstName(name)) }, root, workspace);
  for (const { id, path } of seconds ?? []) {
    if (keys.includes(id)) giveUp({ key: id, path: join(dirname(path), firstName(basename(path))), second: path });
  }
}

/** The oldest file of the conversation, by its name; a younger one is a stub. */
function find(store: NativeStore, root: string, workspace: string, key: string): Kept | null {
  const files = (listConversations(store, root, workspace) ?? []).filter(({ id }) => id === key);
  const [path] = files.map((file) => file.path).sort();
  return path === undefined ? null : { key, path, second: secondName(path, `${store.keptPrefix}`) };
}

function secondName(path: string, prefix: string): string {
  return join(dirname(path), `${prefix}${basename(path)}`);
}

function keep({ path, second }: Kept): void {
  try {
    if (statOf(second) === null) linkSync(path, second);
    else putBack(path, second);
  } catch {
    // gone in this moment, or a file system without links: what the next look can do, it does
  }
}

/** When the file has lost its first name, what the agent has begun under that name since is no whole conversation. */
function putBack(path: string, second: string): void {
  if (existsSync(path)) {
    if (statOf(second)?.nlink !== 1) return;
    renameSync(path, `${path}.rest-${Date.now()}`);
  }
  linkSync(second, path);
}

function giveUp(kept: Kept): void {
  keep(kept);
  // never the last name of it
  if ((statOf(kept.second)?.nlink ?? 0) > 1) rmSync(kept.second, { force: true });
}
