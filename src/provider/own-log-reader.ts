/**
 * Follows a log that all processes of a provider append to, from where it ended when the agent was started, and tells which
 * conversation the agent's own lines named last. The log is no conversation, and of its text nothing is kept but ids.
 */

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import type { NativeStore } from './adapter.ts';
import { realOf } from './file-facts.ts';
import type { LiveQuestion, Sighting } from './live-question.ts';
import { openFiles } from './open-files.ts';
import { conversationsIn, groupIn, lineAtEnd } from './own-log.ts';

/** Of one look; a log that grows faster is followed at its end. */
const MAX_BYTES = 1_048_576;
/** Longer lines name nobody. */
const LINE_BYTES = 8192;
/** Of other processes that log at the same time. */
const MAX_RUNS = 1000;

export type LogFollower = (question: LiveQuestion) => Sighting | null;

export function followLog({ log }: Pick<NativeStore, 'log'>, root: string, workspace: string): LogFollower {
  if (log === undefined) return () => null;
  const path = resolve(workspace, root, log.file);
  const ownLine = new RegExp(log.run, 'u');
  const conversation = new RegExp(log.conversation, 'u');
  const byRun = new Map<string, string>();
  let runOfPid: { pid: number; run: string } | null = null;
  let from = withFile(path, (_, size) => size) ?? 0;

  const takeNew = () =>
    withFile(path, (file, size) => {
      if (size < from) from = 0;
      const start = Math.max(from, size - MAX_BYTES);
      const text = readAt(file, start, size);
      const end = text.lastIndexOf('\n') + 1;
      for (const [run, id] of conversationsIn(conversation, text.slice(0, end).split('\n'))) byRun.set(run, id);
      if (byRun.size > MAX_RUNS) byRun.clear();
      from = start + Buffer.byteLength(text.slice(0, end), 'latin1');
    });

  return ({ pids }) => {
    takeNew();
    if (runOfPid === null || !pids.includes(runOfPid.pid)) runOfPid = ownRun(path, ownLine, pids);
    const nativeId = runOfPid === null ? undefined : byRun.get(runOfPid.run);
    if (runOfPid === null || nativeId === undefined) return null;
    return { nativeId, evidence: `log lines of process ${runOfPid.pid} in ${log.file}`, spoken: true };
  };
}

/** The first process that wrote to the log decides: one further down may be another agent. */
function ownRun(path: string, pattern: RegExp, pids: readonly number[]): { pid: number; run: string } | null {
  const real = realOf(path);
  for (const pid of pids) {
    const ends = openFiles(pid, (open) => open === real).map(({ position }) => position);
    const end = Math.max(0, ...ends);
    if (end === 0) continue;
    const text = withFile(path, (file, size) => (end > size ? '' : readAt(file, Math.max(0, end - LINE_BYTES), end)));
    // a line feed stands for the start of the file
    const line = lineAtEnd(end > LINE_BYTES ? (text ?? '') : `\n${text ?? ''}`);
    const run = line === null ? null : groupIn(pattern, line, 'run');
    return run === null ? null : { pid, run };
  }
  return null;
}

function readAt(file: number, start: number, end: number): string {
  const buffer = Buffer.alloc(Math.max(0, end - start));
  // one character a byte, so that positions and lengths agree; ids are ASCII
  return buffer.toString('latin1', 0, readSync(file, buffer, 0, buffer.length, start));
}

/** Null when there is no such file, or none to read. */
function withFile<T>(path: string, use: (file: number, size: number) => T): T | null {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stats = fstatSync(file);
      return stats.isFile() ? use(file, stats.size) : null;
    } finally {
      closeSync(file);
    }
  } catch {
    // not there yet, or not ours to read: then it says nothing
    return null;
  }
}
