/**
 * The live conversation of an agent that holds a file of each conversation it has loaded: the file that was made last, since an
 * agent makes it anew when its user turns to a conversation. The files are not opened.
 */

import { basename, dirname, join, resolve } from 'node:path';
import type { HeldFiles, NativeStore } from './adapter.ts';
import { realOf, statOf } from './file-facts.ts';
import type { LiveQuestion, Sighting } from './live-question.ts';
import { openFiles } from './open-files.ts';

export interface HeldConversation {
  readonly nativeId: string;
  /** Unix milliseconds of the file's last change. */
  readonly madeAt: number;
  /** Whether a person talks to it, and not the agent to itself. */
  readonly ofPerson: boolean;
}

/**
 * The conversation that the person turned to last; null when none is known to be a person's, or two were turned to at once. Pure.
 *
 * @param known  a conversation that the run was given needs no mark
 */
export function latestHeld(held: readonly HeldConversation[], known: string | null): string | null {
  const candidates = held.filter(({ nativeId, ofPerson }) => ofPerson || nativeId === known);
  const [latest, next] = candidates.toSorted((a, b) => b.madeAt - a.madeAt);
  if (latest === undefined || next?.madeAt === latest.madeAt) return null;
  return latest.nativeId;
}

/** The first process that holds such a file decides: one further down may be another agent. */
export function readHeld(
  { held }: Pick<NativeStore, 'held'>,
  root: string,
  { pids, workspace, known }: LiveQuestion,
): Sighting | null {
  if (held === undefined) return null;
  const folder = realOf(resolve(workspace, root, held.folder));
  if (folder === null) return null;
  for (const pid of pids) {
    const found = heldBy(pid, held, folder, resolve(workspace, root));
    if (found.length === 0) continue;
    const nativeId = latestHeld(found, known);
    return nativeId === null
      ? null
      : { nativeId, evidence: `process ${pid} holds ${held.folder} of it`, spoken: false };
  }
  return null;
}

function heldBy(pid: number, held: HeldFiles, folder: string, root: string): HeldConversation[] {
  const paths = new Set(openFiles(pid, (path) => dirname(path) === folder).map(({ path }) => path));
  return [...paths].flatMap((path) => {
    const nativeId = held.idFrom(basename(path));
    const made = nativeId === null ? null : statOf(path);
    if (nativeId === null || made === null) return [];
    const ofPerson = statOf(join(root, held.mark.replaceAll('{native_id}', nativeId))) !== null;
    return [{ nativeId, madeAt: made.mtimeMs, ofPerson }];
  });
}
