/** One file of the audit log: its records, and what is wrong with it. Damage is counted, and everything beside it is read. */

import { basename } from 'node:path';
import { type AuditEnd, newerAuditVersion, recordOf, type StoredRecord } from '../journal/audit.ts';
import { createHistoryFold } from '../journal/fold.ts';
import type { Ports } from './ports.ts';

export interface AuditFileState {
  readonly file: string;
  readonly damaged: number;
  readonly chainBreaks: number;
  readonly missing: number;
  /** When it was full; nothing after that is in it. */
  readonly fullSince: string | null;
  /** The version of a log that a newer uuldana began. */
  readonly newerVersion: number | null;
  /** The log that it says came before it. */
  readonly follows: AuditEnd | null;
  readonly lastSum: string;
}

export type ReadAuditFile =
  | { readonly ok: true; readonly records: readonly StoredRecord[]; readonly state: AuditFileState }
  | { readonly ok: false; readonly reason: string };

/** `reason` completes "the file ...". */
export function readAuditFile({ journalFile }: Pick<Ports, 'journalFile'>, path: string): ReadAuditFile {
  const fold = createHistoryFold();
  const records: StoredRecord[] = [];
  const read = journalFile.visitItems(path, (item) => {
    fold.add(item);
    const record = recordOf(item);
    if (record !== null) records.push(record);
  });
  if (!read.ok) return read;
  const { damaged, chainBreaks, missingSeq, lastSum } = fold.history();
  const [first] = records;
  const last = records.at(-1);
  const state = {
    file: basename(path),
    damaged,
    chainBreaks,
    missing: missingSeq,
    fullSince: last?.kind === 'full' ? (last.at ?? 'an unknown time') : null,
    newerVersion: first === undefined ? null : newerAuditVersion(first),
    follows: first === undefined ? null : followed(first),
    lastSum,
  };
  return { ok: true, records, state };
}

/**
 * What shows that a log among these is not the one that was rotated away: it is gone, or its end is another. In sentences that
 * begin with the file's name.
 */
export function faultsBetween(files: readonly AuditFileState[]): readonly string[] {
  return files.flatMap(({ file, follows }) => {
    if (follows === null) return [];
    const before = files.find((other) => other.file === follows.file);
    if (before === undefined) return [`${follows.file}, which came before ${file}, is not there`];
    return before.lastSum === follows.sum ? [] : [`${follows.file} does not end as it did when ${file} was begun`];
  });
}

function followed({ kind, fields }: StoredRecord): AuditEnd | null {
  const follows = fields['follows'] as Partial<AuditEnd> | null | undefined;
  if (kind !== 'opened' || typeof follows?.file !== 'string' || typeof follows.sum !== 'string') return null;
  return { file: follows.file, seq: Number(follows.seq), sum: follows.sum };
}
