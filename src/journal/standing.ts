/**
 * What a run stands on: the few events without which a journal that has to start anew in the middle of a run could not be
 * resumed from. Pure.
 */

import type { Entry } from './write-queue.ts';

export interface Standing {
  /** Remembers an entry that was written as `seq`, if a resume needs it. A new run forgets the one before. */
  note(entry: Entry, seq: number): void;
  /** Forgets the entries written after `seq` and returns them, oldest first. */
  takeAfter(seq: number): Entry[];
}

const KINDS: ReadonlySet<string> = new Set(['run.started', 'permission', 'identity', 'input']);

export function createStanding(): Standing {
  const latest = new Map<string, { entry: Entry; seq: number }>();
  let currentRun: number | null = null;

  return {
    note(entry, seq) {
      const { kind } = entry.event;
      if (entry.run === null || !KINDS.has(kind)) return;
      if (entry.run !== currentRun) latest.clear();
      currentRun = entry.run;
      latest.delete(kind); // to the end, so that the order is that of the latest events
      if (kind === 'identity') latest.delete('input'); // spoken under another id
      latest.set(kind, { entry, seq });
    },
    takeAfter(seq) {
      const taken = [...latest].filter(([, noted]) => noted.seq > seq);
      for (const [kind] of taken) latest.delete(kind);
      return taken.map(([, { entry }]) => entry);
    },
  };
}
