/** Where an audit log ends, read from its last bytes: an append costs the same whatever the log has grown to. */

import { newerAuditVersion, recordOf, type StoredRecord } from './audit.ts';
import { readAt } from './file.ts';
import { createHistoryFold } from './fold.ts';
import { type Position, positionAtEnd } from './position.ts';
import { createJournalReader, type JournalItem } from './reader.ts';

/** Holds several records: the longest that uuldana writes has a path of 4096 control characters in it, 25 KB. */
const TAIL_BYTES = 65_536;
/** More than a log may have. */
export const MAX_TAIL_BYTES = 16 * 1024 * 1024;

export interface AuditTail {
  readonly position: Position;
  /** The last good record; null when there is none, or none in the last MAX_TAIL_BYTES. */
  readonly last: StoredRecord | null;
}

export function readTail(fd: number, size: number): AuditTail {
  const tail = tailFrom(fd, size, Math.max(0, size - TAIL_BYTES));
  return tail.last === null && size > TAIL_BYTES ? tailFrom(fd, size, Math.max(0, size - MAX_TAIL_BYTES)) : tail;
}

/** A log of a later version is read, and never written to. @throws Error for such a one */
export function refuseNewer(fd: number): void {
  const [first] = itemsOf(readAt(fd, 0, TAIL_BYTES));
  const record = first === undefined ? null : recordOf(first);
  const newer = record === null ? null : newerAuditVersion(record);
  if (newer !== null) throw new Error(`it was begun by a newer uuldana (version ${newer})`);
}

function tailFrom(fd: number, size: number, from: number): AuditTail {
  const read = itemsOf(readAt(fd, from, size - from));
  // the first line may begin before the bytes that were read
  const items = from === 0 ? read : read.slice(1);
  const fold = createHistoryFold();
  for (const item of items) fold.add(item);
  const last = items.findLast(({ type }) => type === 'event');
  return {
    position: { ...positionAtEnd(fold.history()), size },
    last: last === undefined ? null : recordOf(last),
  };
}

function itemsOf(bytes: Uint8Array): readonly JournalItem[] {
  const reader = createJournalReader();
  return [...reader.push(bytes), ...reader.end()];
}
