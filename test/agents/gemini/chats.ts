/** The folder in which Gemini CLI keeps the conversations of a stage's workspace. */

import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { gemini } from '../../../adapters/gemini.ts';
import { readJsonFile, valueAt } from '../../../src/provider/json-file.ts';
import type { Stage } from '../stage.ts';

/** Names of the files, in the order of the conversations' starts; none before the first conversation. */
export function filesOf(stage: Stage): readonly string[] {
  const folder = chats(stage);
  return folder === null ? [] : readdirSync(folder).sort();
}

/** Names of what stands for this conversation, a stub beside it too. */
export function filesOfConversation(stage: Stage, id: string): readonly string[] {
  return filesOf(stage).filter((name) => gemini.native.idFrom(name) === gemini.native.keyOf(id));
}

/** As if the conversation had been begun long ago: a resume within the minute of the start writes no second file. */
export function backdate(stage: Stage, id: string): void {
  const [name] = filesOfConversation(stage, id);
  const folder = chats(stage);
  if (name === undefined || folder === null) throw new Error(`no file of ${id} among ${filesOf(stage).join(', ')}`);
  renameSync(join(folder, name), join(folder, name.replace(/^session-[0-9T-]+-/, 'session-2026-01-02T03-04-')));
}

function chats({ home, workspace }: Stage): string | null {
  const root = join(home, gemini.native.root.home);
  const index = readJsonFile(join(root, gemini.native.index.file), 1_000_000);
  const name = index.ok ? valueAt(index.value, [...gemini.native.index.key, workspace]) : undefined;
  const folder = typeof name === 'string' ? gemini.native.folderOf(workspace, name) : null;
  return folder !== null && existsSync(join(root, folder)) ? join(root, folder) : null;
}
