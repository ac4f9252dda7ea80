/**
 * Where the demo agent keeps its conversations, in the manner of real agents: one file a conversation in a folder for each
 * workspace, and a small file that says which conversation this process holds. Nothing else of it touches the disk.
 *
 *   ROOT/sessions/<encodeURIComponent(workspace), its last 180 characters>/<uuid>.jsonl     created by the first message
 *   ROOT/live/<pid>.json                                                                     left behind by SIGKILL
 */

import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

export interface Message {
  readonly role: 'user' | 'agent';
  readonly text: string;
}

export interface Store {
  /** The messages of a conversation of this workspace; null when there is none with this id. */
  messages(id: string): Message[] | null;
  /** The conversation of this workspace that was written to last. */
  latest(): string | null;
  /** Is on the disk when it returns. */
  append(id: string, messages: readonly Message[]): void;
  /** Says that this process holds the conversation now. */
  announce(id: string): void;
  retire(): void;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MAX_FOLDER_NAME = 180;

/** @param process  pid and Unix milliseconds of its start */
export function openStore(root: string, workspace: string, process: { pid: number; startedAt: number }): Store {
  const folder = join(root, 'sessions', encodeURIComponent(workspace).slice(-MAX_FOLDER_NAME));
  const fileOf = (id: string) => join(folder, `${id}.jsonl`);
  const live = join(root, 'live', `${process.pid}.json`);
  return {
    messages(id) {
      const text = UUID.test(id) ? readIfThere(fileOf(id)) : null;
      return text === null ? null : text.split('\n').flatMap(messageIn);
    },
    latest() {
      const ids = namesIn(folder).flatMap((name) => (UUID.test(name.slice(0, -6)) ? [name.slice(0, -6)] : []));
      const changedAt = (id: string) => statSync(fileOf(id)).mtimeMs;
      return ids.sort((a, b) => changedAt(b) - changedAt(a))[0] ?? null;
    },
    append(id, messages) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const at = new Date().toISOString();
      const lines = messages.map((message) => `${JSON.stringify({ ...message, at })}\n`).join('');
      appendSynced(fileOf(id), endsMidLine(fileOf(id)) ? `\n${lines}` : lines);
    },
    announce(id) {
      mkdirSync(join(root, 'live'), { recursive: true, mode: 0o700 });
      const entry = { pid: process.pid, session_id: id, workspace, started_at: process.startedAt };
      writeFileSync(`${live}.new`, JSON.stringify(entry), { mode: 0o600 });
      renameSync(`${live}.new`, live);
    },
    retire: () => rmSync(live, { force: true }),
  };
}

function appendSynced(path: string, text: string): void {
  const file = openSync(path, 'a', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A crash in the middle of a write; the half line stays, and is skipped when it is read. */
function endsMidLine(path: string): boolean {
  const text = readIfThere(path);
  return text !== null && text !== '' && !text.endsWith('\n');
}

function messageIn(line: string): Message[] {
  try {
    const { role, text } = JSON.parse(line) as Partial<Record<string, unknown>>;
    return (role === 'user' || role === 'agent') && typeof text === 'string' ? [{ role, text }] : [];
  } catch {
    // an empty or half-written line holds no message
    return [];
  }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
