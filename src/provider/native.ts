/**
 * Looks at the conversations that a provider keeps: their names and times, and the small file in which a running agent names
 * its live one. A conversation itself is never opened.
 */

import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { errnoOf } from '../core/errors.ts';
import type { LiveRegistry, NativeStore } from './adapter.ts';
import { readJsonFile, valueAt } from './json-file.ts';

export interface NativeConversation {
  readonly id: string;
  readonly path: string;
  /** Unix milliseconds; where the file system does not keep it, the last change of the file. */
  readonly createdAt: number;
  /** Unix milliseconds. */
  readonly modifiedAt: number;
}

/** The provider's folder; a relative value of its variable is meant relative to the workspace. */
export function nativeRoot(
  store: NativeStore,
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  const moved = store.root.env === null ? undefined : env[store.root.env];
  return moved === undefined || moved === '' ? join(home, store.root.home) : moved;
}

/** The workspace's conversations, latest first; none when there is no folder; null when it cannot be listed. */
export function listConversations(store: NativeStore, root: string, workspace: string): NativeConversation[] | null {
  const folder = resolve(workspace, root, store.folderOf(workspace));
  const names = namesIn(folder);
  if (names === null) return null;
  const found = names.flatMap((name) => {
    const id = store.idFrom(name);
    const path = join(folder, name);
    const times = id === null ? null : timesOf(path);
    return id === null || times === null ? [] : [{ id, path, ...times }];
  });
  return found.sort((a, b) => b.modifiedAt - a.modifiedAt);
}

/** Whether it is known to be there: a folder that cannot be listed proves nothing. */
export function conversationExists(store: NativeStore, root: string, workspace: string, id: string): boolean {
  return listConversations(store, root, workspace)?.some((conversation) => conversation.id === id) ?? false;
}

function namesIn(folder: string): string[] | null {
  try {
    return readdirSync(folder);
  } catch (error) {
    return errnoOf(error) === 'ENOENT' ? [] : null;
  }
}

function timesOf(path: string): { createdAt: number; modifiedAt: number } | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return null;
    // 0 where the file system keeps no time of birth
    return { createdAt: stats.birthtimeMs || stats.ctimeMs, modifiedAt: stats.mtimeMs };
  } catch {
    // a link to nowhere we may look: it stands for no conversation that could be resumed
    return null;
  }
}

export interface RegistryQuestion {
  /** The agent's process first, then its descendants from the nearest on: an agent that it runs as a tool comes later. */
  readonly pids: readonly number[];
  readonly workspace: string;
  /** Unix milliseconds before which the agent was not started. */
  readonly notBefore: number;
  /** After a crash the pid may have been used again: Unix milliseconds after which the agent was not started. */
  readonly notAfter?: number;
}

const MAX_REGISTRY_BYTES = 65_536;

/** How far the clock that stamps an entry may be behind ours: it is stamped by the same machine, before or after a correction. */
const CLOCK_SLACK_MS = 5000;

/** What may become an argument: no id begins with a dash, and none holds white space. */
const NATIVE_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,199}$/;

/**
 * The native id of the live conversation, by the agent's own word.
 *
 * The first process with a fresh entry decides: where its entry is half-written or names another folder, the answer is null
 * and not what a process below it says, which may be another agent.
 */
export function readRegistry(
  store: NativeStore,
  root: string,
  question: RegistryQuestion,
): { nativeId: string; evidence: string } | null {
  const { registry } = store;
  if (registry === null) return null;
  for (const pid of question.pids) {
    const name = registry.file.replaceAll('{pid}', String(pid));
    const file = readJsonFile(resolve(question.workspace, root, name), MAX_REGISTRY_BYTES);
    if (!file.ok && !file.absent) return null;
    if (!file.ok || isStale(file.value, registry, question)) continue;
    const nativeId = idOf(file.value, registry, question);
    return nativeId === null ? null : { nativeId, evidence: `live registry ${name}` };
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
