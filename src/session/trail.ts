/**
 * What is kept beside the journal while a run lives, in `<data>/live/<session>/trail.json`, so that its conversation can still be told
 * when agent and uuldana were killed before the agent named it. The file's time is when the agent was last seen to be alone.
 */

import { statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { readSmallFile, replaceFile } from '../journal/atomic-file.ts';
import type { LogTrail } from '../provider/live-question.ts';
import type { DataDir } from './data-dir.ts';

export interface Trail {
  readonly run: number;
  /** Unix milliseconds: when the agent was started. */
  readonly since: number;
  /** Unix milliseconds: until when it was, at every look, the only one of its provider in the folder; null when it was not. */
  readonly aloneUntil: number | null;
  readonly log: LogTrail | null;
}

export interface TrailKeeper {
  /** @param alone  null: it was not looked whether it is */
  readonly note: (log: LogTrail | null, alone: boolean | null, now: number) => void;
  readonly trail: () => Trail;
}

const MAX_TRAIL_BYTES = 4096;

/** Nothing in here fails: what cannot be kept is missing after a crash only. */
export function keepTrail(data: DataDir, session: string, run: number, since: number): TrailKeeper {
  const file = fileOf(data, session);
  let kept: Trail = { run, since, aloneUntil: since, log: null };
  return {
    note(log, alone, now) {
      const before = kept;
      kept = { run, since, aloneUntil: aloneNow(before.aloneUntil, alone, now), log };
      const isNew = hasChanged(before, kept);
      if (isNew) write(file, kept);
      if (isNew || kept.aloneUntil !== before.aloneUntil) touch(file, kept);
    },
    trail: () => kept,
  };
}

/** Who was not alone once cannot be told to have begun a conversation alone. */
function aloneNow(until: number | null, alone: boolean | null, now: number): number | null {
  if (until === null || alone === false) return null;
  return alone === null ? until : now;
}

/** But for the time. */
function hasChanged(one: Trail, other: Trail): boolean {
  return one.log?.run !== other.log?.run || (one.aloneUntil === null) !== (other.aloneUntil === null);
}

/** What was kept of the run; null when there is nothing, or nothing that can be read. */
export function readTrailOf(data: DataDir, session: string, run: number): Trail | null {
  const file = fileOf(data, session);
  try {
    const bytes = readSmallFile(file, MAX_TRAIL_BYTES);
    const kept = bytes === null ? null : parse(bytes.toString('utf8'));
    if (kept?.run !== run) return null;
    return { ...kept, aloneUntil: kept.aloneUntil === null ? null : statSync(file).mtimeMs };
  } catch {
    // without it less can be told, which is said by the way that is taken
    return null;
  }
}

function fileOf(data: DataDir, session: string): string {
  return join(data.live, session, 'trail.json');
}

function write(file: string, trail: Trail): void {
  try {
    replaceFile(file, JSON.stringify(trail), { durable: false });
  } catch {
    // a full disk: the journal says so
  }
}

function touch(file: string, trail: Trail): void {
  if (trail.aloneUntil === null) return;
  const seconds = trail.aloneUntil / 1000;
  try {
    utimesSync(file, seconds, seconds);
  } catch {
    // not there, since it could not be written
    write(file, trail);
  }
}

function parse(text: string): Trail | null {
  const { run, since, aloneUntil, log }: Partial<Record<keyof Trail, unknown>> = JSON.parse(text) ?? {};
  if (typeof run !== 'number' || typeof since !== 'number') return null;
  return { run, since, aloneUntil: typeof aloneUntil === 'number' ? aloneUntil : null, log: logOf(log) };
}

function logOf(value: unknown): LogTrail | null {
  if (typeof value !== 'object' || value === null) return null;
  const { run, from }: Partial<Record<keyof LogTrail, unknown>> = value;
  return typeof from === 'number' ? { run: typeof run === 'string' ? run : null, from } : null;
}
