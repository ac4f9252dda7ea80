/**
 * Sets aside the empty files that resumes leave beside a conversation's own, since the next start of the agent would delete both.
 * They are renamed and not removed, and no file is opened.
 */

import { existsSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { NativeStore } from './adapter.ts';
import { statOf } from './file-facts.ts';
import { listConversations } from './native.ts';

export interface ConversationFile {
  readonly id: string;
  readonly path: string;
  readonly bytes: number;
  /** Unix milliseconds, as below. */
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/** A stub is written once, at the start of the agent; what was changed this shortly before may still be in work. */
const SETTLED_MS = 2000;
/** How long an agent takes to write it. */
const AT_BIRTH_MS = 1000;

/**
 * The stubs among all conversation files of a folder. Pure.
 *
 * A stub is younger and smaller than the first file of the same conversation, small at all and at rest, and nothing was said in
 * it: it was written at its birth only, or the first file after it.
 */
export function stubsAmong(
  files: readonly ConversationFile[],
  { now, maxBytes }: { readonly now: number; readonly maxBytes: number },
): readonly ConversationFile[] {
  return files.filter((file) => {
    const [first] = files.filter(({ id }) => id === file.id).toSorted((a, b) => a.createdAt - b.createdAt);
    if (first === undefined || first.createdAt >= file.createdAt || first.bytes <= file.bytes) return false;
    const untouched = first.modifiedAt >= file.modifiedAt || file.modifiedAt - file.createdAt <= AT_BIRTH_MS;
    return untouched && file.bytes <= maxBytes && now - file.modifiedAt >= SETTLED_MS;
  });
}

/**
 * @param now  Unix milliseconds; infinite when nothing is in work any more
 * @returns the new paths of what was set aside
 */
export function setStubsAside(store: NativeStore, root: string, workspace: string, now: number): readonly string[] {
  const { stubs } = store;
  if (stubs === undefined) return [];
  const files = (listConversations(store, root, workspace) ?? []).flatMap((conversation) => {
    const bytes = statOf(conversation.path)?.size;
    return bytes === undefined ? [] : [{ ...conversation, bytes }];
  });
  return stubsAmong(files, { now, maxBytes: stubs.maxBytes }).flatMap(({ path }) => setAside(path, stubs.prefix) ?? []);
}

function setAside(path: string, prefix: string): string | null {
  const aside = join(dirname(path), `${prefix}${basename(path)}`);
  if (existsSync(aside)) return null;
  try {
    renameSync(path, aside);
    return aside;
  } catch {
    // gone meanwhile, or not ours to rename: the agent does what it would do without us
    return null;
  }
}
