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

/** A stub is written at once, at the start of the agent; what was changed this shortly before may still be in work. */
export const SETTLED_MS = 500;
/** How long an agent takes to write it. */
const AT_BIRTH_MS = 1000;

/**
 * The stubs among all conversation files of a folder. Pure.
 *
 * A stub has a later name and is smaller than the first file of the same conversation, small at all, and nothing was said in
 * it: it was written at its birth only, or the first file after it.
 */
export function stubsAmong(files: readonly ConversationFile[], maxBytes: number): readonly ConversationFile[] {
  return files.filter((file) => {
    const first = files.filter(({ id }) => id === file.id).reduce((a, b) => (b.path < a.path ? b : a));
    // the same conversation in a newer form bears the first one's whole name: talk.json, talk.jsonl
    if (file.path.startsWith(first.path) || first.bytes <= file.bytes || file.bytes > maxBytes) return false;
    return first.modifiedAt >= file.modifiedAt || file.modifiedAt - file.createdAt <= AT_BIRTH_MS;
  });
}

/**
 * @param now  Unix milliseconds; infinite when nothing is in work any more
 * @returns the new paths of what was set aside, and whether there is a stub that may still be in work
 */
export function setStubsAside(
  store: NativeStore,
  root: string,
  workspace: string,
  now: number,
): { readonly aside: readonly string[]; readonly inWork: boolean } {
  const { stubs } = store;
  if (stubs === undefined) return { aside: [], inWork: false };
  const files = (listConversations(store, root, workspace) ?? []).flatMap((conversation) => {
    const bytes = statOf(conversation.path)?.size;
    return bytes === undefined ? [] : [{ ...conversation, bytes }];
  });
  const found = stubsAmong(files, stubs.maxBytes);
  const settled = found.filter(({ modifiedAt }) => now - modifiedAt >= SETTLED_MS);
  const aside = settled.flatMap(({ path }) => setAside(path, stubs.prefix) ?? []);
  return { aside, inWork: settled.length < found.length };
}

function setAside(path: string, prefix: string): string | null {
  const aside = freeName(path, prefix);
  try {
    renameSync(path, aside);
    return aside;
  } catch {
    // gone meanwhile, or not ours to rename: the agent does what it would do without us
    return null;
  }
}

/** Two resumes within a minute leave stubs of one name: nothing that was set aside before is overwritten. */
function freeName(path: string, prefix: string): string {
  for (let number = 1; ; number++) {
    const name = `${prefix}${number === 1 ? '' : `${number}-`}${basename(path)}`;
    const free = join(dirname(path), name);
    if (!existsSync(free)) return free;
  }
}
