/**
 * What stands beside a journal while its session lives, in `<data>/live/<session>/`: who supervises it (`owner.json`) and the
 * checkpoint of its screen (`screen.json`). Both are replaced atomically and may be left over by a crash.
 */

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readSmallFile, replaceFile } from '../journal/atomic-file.ts';
import type { Redacted, Size } from '../journal/event.ts';
import type { DataDir } from './data-dir.ts';

/** The supervisor of a session: enough to tell whether it still lives, even after its pid was used again. */
export interface Owner {
  readonly pid: number;
  readonly started_at: string | null;
  readonly boot_id: string | null;
}

export interface Checkpoint {
  readonly run: number;
  readonly at: string;
  /** How many lines of the run were final by then; null: they are not kept. */
  readonly first: number | null;
  /** Lines that are older than the screen's and were not final. */
  readonly above: readonly string[];
  readonly above_redacted: Redacted;
  readonly lines: readonly string[];
  readonly size: Size;
  readonly redacted: Redacted;
}

const MAX_OWNER_BYTES = 4096;
/** 120 lines of 8 KiB and 1 MiB above them, and room for JSON escapes. */
const MAX_CHECKPOINT_BYTES = 16 * 1024 * 1024;

export function writeOwner(data: DataDir, session: string, owner: Owner): void {
  mkdirSync(join(data.live, session), { recursive: true, mode: 0o700 });
  replaceFile(join(data.live, session, 'owner.json'), JSON.stringify(owner));
}

export function writeCheckpoint(data: DataDir, session: string, checkpoint: Checkpoint): void {
  replaceFile(join(data.live, session, 'screen.json'), JSON.stringify(checkpoint), { durable: false });
}

/** Null when there is none, or none that can be read. */
export function readOwner(data: DataDir, session: string): Owner | null {
  const value = readJson(join(data.live, session, 'owner.json'), MAX_OWNER_BYTES);
  if (!isRecord(value) || typeof value['pid'] !== 'number') return null;
  return { pid: value['pid'], started_at: textOrNull(value['started_at']), boot_id: textOrNull(value['boot_id']) };
}

/** The checkpoint of the session's last run; null when there is none, or none that can be read. */
export function readCheckpoint(data: DataDir, session: string): Checkpoint | null {
  const value = readJson(join(data.live, session, 'screen.json'), MAX_CHECKPOINT_BYTES);
  if (!isRecord(value) || typeof value['run'] !== 'number' || typeof value['at'] !== 'string') return null;
  const { lines, size, first } = value;
  if (
    !Array.isArray(lines) ||
    !isRecord(size) ||
    typeof size['cols'] !== 'number' ||
    typeof size['rows'] !== 'number'
  ) {
    return null;
  }
  return {
    run: value['run'],
    at: value['at'],
    first: typeof first === 'number' ? first : null,
    above: textsOf(value['above']),
    above_redacted: countsOf(value['above_redacted']),
    lines: textsOf(lines),
    size: { cols: size['cols'], rows: size['rows'] },
    redacted: countsOf(value['redacted']),
  };
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((line) => typeof line === 'string') : [];
}

function countsOf(value: unknown): Redacted {
  const counts = Object.entries(isRecord(value) ? value : {}).filter(([, count]) => typeof count === 'number');
  return Object.fromEntries(counts) as Redacted;
}

export function removeLive(data: DataDir, session: string): void {
  rmSync(join(data.live, session), { recursive: true, force: true });
}

function readJson(path: string, maxBytes: number): unknown {
  const bytes = readSmallFile(path, maxBytes);
  if (bytes === null) return null;
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    // replaced atomically, so only a foreign hand leaves a broken file; without it a session counts as not live
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
