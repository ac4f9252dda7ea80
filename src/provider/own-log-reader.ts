/**
 * Follows a log that all processes of a provider append to, from where it ended when the agent was started, and tells which
 * conversation the agent's own lines named last. The log is no conversation, and of its text nothing is kept but ids.
 */

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import type { NativeStore } from './adapter.ts';
import { realOf } from './file-facts.ts';
import type { LiveQuestion, LogTrail, Sighting } from './live-question.ts';
import { openFiles } from './open-files.ts';
import { collectTalks, groupIn, lineAtEnd, type Talks } from './own-log.ts';

/** Read at once. */
const CHUNK_BYTES = 1_048_576;
/** Of one look; a log that grows faster is followed at its end. */
const MAX_BYTES = 64 * CHUNK_BYTES;
/** Longer lines name nobody. */
const LINE_BYTES = 8192;

export interface LogFollower {
  readonly look: (question: LiveQuestion) => Sighting | null;
  /** Where the agent's lines stand and what marks them; null when there is no such log. */
  readonly trail: () => LogTrail | null;
}

export function followLog({ log }: Pick<NativeStore, 'log'>, root: string, workspace: string): LogFollower {
  if (log === undefined) return { look: () => null, trail: () => null };
  const path = resolve(workspace, root, log.file);
  const ownLine = new RegExp(log.run, 'u');
  const talks = collectTalks(log);
  const first = sizeOf(path);
  let from = first;
  let own: { pid: number; run: string } | null = null;
  return {
    look({ pids }) {
      from = takeFrom(path, from, talks);
      // lines of a process that has ended are still its own
      if (own === null || !pids.includes(own.pid)) own = ownRun(path, ownLine, pids) ?? own;
      const nativeId = own === null ? null : talks.live(own.run);
      if (own === null || nativeId === null) return null;
      return { nativeId, evidence: `log lines of process ${own.pid} in ${log.file}`, spoken: true };
    },
    trail: () => ({ run: own?.run ?? null, from: first }),
  };
}

/**
 * Reads the log once more when the process is gone: agents that end by themselves write their last lines late.
 *
 * @returns what the agent's own lines name last, and what those of other processes name
 */
export function readTrail(
  { log }: Pick<NativeStore, 'log'>,
  root: string,
  workspace: string,
  { run, from }: LogTrail,
): { live: Sighting | null; others: ReadonlySet<string> } {
  if (log === undefined) return { live: null, others: new Set() };
  const talks = collectTalks(log);
  takeFrom(resolve(workspace, root, log.file), from, talks);
  const nativeId = run === null ? null : talks.live(run);
  const live =
    nativeId === null ? null : { nativeId, evidence: `log lines of run ${run} in ${log.file}`, spoken: true };
  return { live, others: talks.others(run) };
}

function sizeOf(path: string): number {
  return withFile(path, (_, size) => size) ?? 0;
}

/** Takes in every whole line behind that position. @returns where the first line begins that is not whole yet */
function takeFrom(path: string, from: number, talks: Talks): number {
  const read = (file: number, size: number) => {
    // a log that is shorter now was begun anew
    let at = Math.max(size < from ? 0 : from, size - MAX_BYTES);
    for (let taken = -1; taken !== 0; at += taken) {
      taken = takeChunk(readAt(file, at, Math.min(size, at + CHUNK_BYTES)), talks);
    }
    return at;
  };
  return withFile(path, read) ?? from;
}

/** @returns how much of it is done with; a line that fills all of it is passed over */
function takeChunk(text: string, talks: Talks): number {
  const end = text.lastIndexOf('\n') + 1;
  talks.take(text.slice(0, end).split('\n'));
  return end === 0 && text.length === CHUNK_BYTES ? CHUNK_BYTES : end;
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
