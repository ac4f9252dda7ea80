/**
 * Looks at the conversations that a provider keeps: their names and times, and the small file in which a running agent names
 * its live one. A conversation itself is never opened.
 */

import { readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { errnoOf } from '../core/errors.ts';
import type { LiveRegistry, NativeStore } from './adapter.ts';
import { readJsonFile, valueAt } from './json-file.ts';
import { type LiveQuestion, NATIVE_ID, type Sighting } from './live-question.ts';

export interface NativeConversation {
  readonly id: string;
  readonly path: string;
  /** Unix milliseconds; where the file system does not keep it, the last change of the file. */
  readonly createdAt: number;
  /** Unix milliseconds. */
  readonly modifiedAt: number;
  /** Written when it was made and not since; false where the file system does not tell. */
  readonly onlyBegun: boolean;
}

/** How long an agent takes to write what a new file begins with. */
const BEGUN_MS = 100;

/** The provider's folder; a relative value of its variable is meant relative to the workspace. */
export function nativeRoot(
  { root }: Pick<NativeStore, 'root'>,
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  const moved = root.env === null ? undefined : env[root.env];
  return moved === undefined || moved === '' ? join(home, root.home) : join(moved, root.below ?? '');
}

/**
 * The workspace's conversations, latest first; none when there is no folder; null when they cannot be listed, or are in no files
 * of their own. Where the folder is shared by all workspaces: those of all.
 */
export function listConversations(store: NativeStore, root: string, workspace: string): NativeConversation[] | null {
  if (store.folderOf === null) return null;
  const folder = store.folderOf(workspace, indexedName(store, root, workspace));
  if (folder === null) return [];
  const paths = pathsIn(resolve(workspace, root, folder), store.depth ?? 0);
  if (paths === null) return null;
  const found = paths.flatMap((path) => {
    const id = store.idFrom(basename(path));
    const times = id === null ? null : timesOf(path, store.stubBelow ?? 0);
    return id === null || times === null ? [] : [{ id, path, ...times }];
  });
  return found.sort((a, b) => b.modifiedAt - a.modifiedAt);
}

/** Those that can be resumed: without the ones in which nobody has spoken, where the store can tell. */
export function listResumable(store: NativeStore, root: string, workspace: string): NativeConversation[] | null {
  const listed = listConversations(store, root, workspace);
  return store.begunEmpty === true ? (listed?.filter(({ onlyBegun }) => !onlyBegun) ?? null) : listed;
}

const MAX_INDEX_BYTES = 4_194_304;

/** The name that the provider's own settings give the workspace. */
function indexedName({ index }: NativeStore, root: string, workspace: string): string | null {
  if (index === undefined) return null;
  const json = readJsonFile(resolve(workspace, root, index.file), MAX_INDEX_BYTES);
  const name = json.ok ? valueAt(json.value, [...index.key, workspace]) : undefined;
  // it becomes part of a path
  return typeof name === 'string' && !/^\.{0,2}$|[/\0]/.test(name) ? name : null;
}

/** Files that many levels of folders down; null when the folder itself cannot be listed. */
function pathsIn(folder: string, depth: number): string[] | null {
  const names = namesIn(folder);
  if (names === null || depth === 0) return names?.map((name) => join(folder, name)) ?? null;
  return names.flatMap((name) => pathsIn(join(folder, name), depth - 1) ?? []);
}

/** What stands for a native id in the names of files. */
export function keyOf(store: Pick<NativeStore, 'keyOf'>, nativeId: string): string {
  return store.keyOf?.(nativeId) ?? nativeId;
}

function namesIn(folder: string): string[] | null {
  try {
    return readdirSync(folder);
  } catch (error) {
    return errnoOf(error) === 'ENOENT' ? [] : null;
  }
}

type Times = Pick<NativeConversation, 'createdAt' | 'modifiedAt' | 'onlyBegun'>;

function timesOf(path: string, stubBelow: number): Times | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined || stats.size < stubBelow) return null;
    // 0, or the last change of any kind, where the file system keeps no time of birth
    const age = stats.mtimeMs - stats.birthtimeMs;
    const onlyBegun = age >= 0 && age <= BEGUN_MS;
    return { createdAt: stats.birthtimeMs || stats.ctimeMs, modifiedAt: stats.mtimeMs, onlyBegun };
  } catch {
    // a link to nowhere we may look: it stands for no conversation that could be resumed
    return null;
  }
}

export type RegistryQuestion = Omit<LiveQuestion, 'known'>;

const MAX_REGISTRY_BYTES = 65_536;

/** How far the clock that stamps an entry may be behind ours: it is stamped by the same machine, before or after a correction. */
const CLOCK_SLACK_MS = 5000;

/**
 * The native id of the live conversation, by the agent's own word.
 *
 * The first process with a fresh entry decides: where its entry is half-written or names another folder, the answer is null
 * and not what a process below it says, which may be another agent.
 */
export function readRegistry(store: NativeStore, root: string, question: RegistryQuestion): Sighting | null {
  const { registry } = store;
  if (registry === null) return null;
  for (const pid of question.pids) {
    const name = registry.file.replaceAll('{pid}', String(pid));
    const file = readJsonFile(resolve(question.workspace, root, name), MAX_REGISTRY_BYTES);
    if (!file.ok && !file.absent) return null;
    if (!file.ok || isStale(file.value, registry, question)) continue;
    const nativeId = idOf(file.value, registry, question);
    return nativeId === null ? null : { nativeId, evidence: `live registry ${name}`, spoken: false };
  }
  return null;
}

/** Of another process that had the same pid, before or since. */
function isStale(entry: unknown, registry: LiveRegistry, question: RegistryQuestion): boolean {
  const startedAt = valueAt(entry, [registry.startedAtKey]);
  const { notBefore, notAfter = Number.POSITIVE_INFINITY } = question;
  return typeof startedAt !== 'number' || !(startedAt >= notBefore - CLOCK_SLACK_MS && startedAt <= notAfter);
}

function idOf(entry: unknown, registry: LiveRegistry, { workspace }: RegistryQuestion): string | null {
  const nativeId = valueAt(entry, [registry.idKey]);
  const folder = valueAt(entry, [registry.workspaceKey]);
  if (typeof nativeId !== 'string' || !NATIVE_ID.test(nativeId) || typeof folder !== 'string') return null;
  return isSameFolder(folder, workspace) ? nativeId : null;
}

function isSameFolder(one: string, other: string): boolean {
  if (one === other) return true;
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    // one of them is gone: nothing shows that they are the same
    return false;
  }
}
