/**
 * Appending to the audit log and rotating it. The caller holds the log's lock. Bytes that stand there never change; reading is
 * file.ts, as for journals.
 */

import { closeSync, fdatasyncSync, readdirSync, renameSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errnoOf, messageOf, UuldanaError } from '../core/errors.ts';
import { createAppendFile, failureOf, shortWrite } from './append-file.ts';
import type { AuditFact } from './audit.ts';
import { type AuditStamp, lineAfter, openedNote } from './audit-line.ts';
import { type AuditTail, MAX_TAIL_BYTES, readTail, refuseNewer } from './audit-tail.ts';
import { GENESIS } from './line.ts';
import { openOwnFile } from './own-file.ts';
import { afterWrite, bytesToWrite, EMPTY_FILE, type NextLine, type Position } from './position.ts';

export const MAX_AUDIT_BYTES = 10 * 1024 * 1024;

/** What is kept free for the record that says that the log is full, and a seal before it. */
const RESERVED_BYTES = 1024;

/**
 * Appends records, durable when this returns. The file is made when there is none, and a torn last line is sealed first.
 *
 * @returns `full` when the log takes no more: its last record says so, once, and what did not fit is recorded nowhere
 * @throws the system error, or an Error that says why the file is not written to
 */
export function appendAudit(
  path: string,
  facts: readonly AuditFact[],
  stamp: AuditStamp,
  maxBytes = MAX_AUDIT_BYTES,
): 'written' | 'full' {
  const { fd, tail } = openAudit(path, stamp);
  try {
    const outcome = tail.last?.kind === 'full' ? 'full' : putAll(fd, tail.position, { facts, stamp, maxBytes });
    fdatasyncSync(fd);
    return outcome;
  } finally {
    closeSync(fd);
  }
}

/**
 * Renames the log to `audit-<time>.jsonl` and begins a new one that names it. Nothing is deleted.
 *
 * @returns the path of the old log; null when there is no record to rotate
 * @throws the system error, or an Error that says why the file is left alone
 */
export function rotateAudit(path: string, stamp: AuditStamp): string | null {
  const opened = openOwnFile(path, 'read');
  if ('refused' in opened) {
    if (opened.absent) return null;
    throw new Error(`${path} ${opened.refused}`);
  }
  const { position, last } = tailOf(opened.fd, Number(opened.stat.size));
  if (last === null ? position.size === 0 : last.kind === 'opened') return null;
  const aside = freeName(path, stamp.at);
  renameSync(path, aside);
  const follows = { file: basename(aside), seq: position.seq, sum: position.sum };
  closeSync(createAppendFile(path, lineAfter(EMPTY_FILE, openedNote(stamp, follows), stamp).line));
  return aside;
}

/**
 * The logs that are there, oldest first by their names; the current one, if there is one, is the last.
 *
 * @throws UuldanaError `data-dir` when the folder cannot be listed
 */
export function listAuditFiles(path: string): readonly string[] {
  const names = namesIn(dirname(path));
  const rotated = names.filter((name) => /^audit-.+\.jsonl$/.test(name)).sort();
  const current = names.filter((name) => name === basename(path));
  return [...rotated, ...current].map((name) => join(dirname(path), name));
}

function tailOf(fd: number, size: number): AuditTail {
  try {
    return readTail(fd, size);
  } finally {
    closeSync(fd);
  }
}

function openAudit(path: string, stamp: AuditStamp): { fd: number; tail: AuditTail } {
  const opened = openOwnFile(path, 'append');
  if ('refused' in opened) {
    if (!opened.absent) throw new Error(`${path} ${opened.refused}`);
    const first = lineAfter(EMPTY_FILE, openedNote(stamp, null), stamp);
    const fd = createAppendFile(path, first.line);
    return { fd, tail: { position: afterWrite(EMPTY_FILE, first, first.line.length), last: null } };
  }
  const { fd } = opened;
  try {
    refuseNewer(fd);
    const tail = readTail(fd, Number(opened.stat.size));
    if (tail.last === null && tail.position.size > MAX_TAIL_BYTES)
      throw new Error(`${path} holds no record at its end`);
    return { fd, tail };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

interface Wanted {
  readonly facts: readonly AuditFact[];
  readonly stamp: AuditStamp;
  readonly maxBytes: number;
}

function putAll(fd: number, start: Position, { facts, stamp, maxBytes }: Wanted): 'written' | 'full' {
  let position = sealed(fd, start, stamp);
  // nothing readable stood there: an empty file that a crash left, or damage from the first line on
  if (start.sum === GENESIS) position = put(fd, position, lineAfter(position, openedNote(stamp, null), stamp));
  for (const fact of facts) {
    const next = lineAfter(position, fact, stamp);
    if (position.size + next.line.length > maxBytes - RESERVED_BYTES) {
      put(fd, position, lineAfter(position, { kind: 'full', max_bytes: maxBytes }, stamp));
      return 'full';
    }
    position = put(fd, position, next);
  }
  return 'written';
}

function sealed(fd: number, position: Position, stamp: AuditStamp): Position {
  if (position.broken === null) return position;
  const seal = { kind: 'seal', damaged_bytes: position.broken.damagedBytes } as const;
  return put(fd, position, lineAfter(position, seal, stamp));
}

function put(fd: number, before: Position, next: NextLine): Position {
  const bytes = bytesToWrite(before, next);
  const written = write(fd, bytes);
  const after = afterWrite(before, next, written);
  if (after.sum !== next.sum) throw new Error(shortWrite(written, bytes.length));
  return after;
}

function write(fd: number, bytes: Uint8Array): number {
  try {
    return writeSync(fd, bytes);
  } catch (cause) {
    throw new Error(failureOf(cause), { cause });
  }
}

/** `audit-20261130T192011.123Z.jsonl`, or with `_2` where that is taken. */
function freeName(path: string, at: string): string {
  const taken = new Set(namesIn(dirname(path)));
  const stem = `audit-${at.replace(/[-:]/g, '')}`;
  let name = `${stem}.jsonl`;
  for (let n = 2; taken.has(name); n += 1) name = `${stem}_${n}.jsonl`;
  return join(dirname(path), name);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (cause) {
    if (errnoOf(cause) === 'ENOENT') return [];
    throw new UuldanaError('data-dir', `The data directory cannot be listed: ${messageOf(cause)}`, {
      hint: `Check the permissions of ${folder}`,
      cause,
    });
  }
}
