/**
 * The runs of a journal in memory, bounded: beyond 10,000 of them or 64 MiB of text the oldest records go, and how many went
 * is known. No real session comes near; a crafted file may. Pure.
 */

import type { Recorded } from './event.ts';
import { foldRunEvent, newRunRecord, type RunRecord } from './run-record.ts';

export const MAX_RUNS = 10_000;
const MAX_TEXT_BYTES = 64 * 1024 * 1024;

/** The kinds whose text a record keeps. */
const KEEPS_TEXT: ReadonlySet<string> = new Set(['run.started', 'permission', 'identity', 'limit', 'screen']);

export interface RunList {
  /** @param bytes  the length of the event's line */
  add(run: number, event: Recorded, bytes: number): void;
  /** In the order of their first events. */
  records(): readonly RunRecord[];
  readonly omitted: number;
}

export function createRunList(): RunList {
  const runs = new Map<number, { record: RunRecord; bytes: number }>();
  let totalBytes = 0;
  let omitted = 0;

  function dropOldest(): void {
    for (const [run, { bytes }] of runs) {
      if (runs.size <= MAX_RUNS && (totalBytes <= MAX_TEXT_BYTES || runs.size === 1)) return;
      runs.delete(run);
      totalBytes -= bytes;
      omitted += 1;
    }
  }

  return {
    add(run, event, bytes) {
      const kept = runs.get(run) ?? { record: newRunRecord(run, event.at), bytes: 0 };
      const added = KEEPS_TEXT.has(event.kind) ? bytes : 0;
      runs.set(run, { record: foldRunEvent(kept.record, event), bytes: kept.bytes + added });
      totalBytes += added;
      dropOldest();
    },
    records: () => Array.from(runs.values(), ({ record }) => record),
    get omitted() {
      return omitted;
    },
  };
}
