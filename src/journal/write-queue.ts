/**
 * What waits to be written, in order and bounded. What does not fit is lost, and a `gap` stands at its place in the queue
 * with the count. Pure.
 */

import type { JournalEvent } from './event.ts';

/** One event before it has a seq. `at` is when it happened, not when it is written. */
export interface Entry {
  readonly event: JournalEvent;
  readonly run: number | null;
  readonly at: string;
}

export const MAX_WAITING_EVENTS = 1000;
const MAX_WAITING_BYTES = 4 * 1024 * 1024;

export interface WriteQueue {
  /** Adds the entry at the end, or counts it as lost with `error` as the reason. */
  add(entry: Entry, error: string): void;
  first(): Entry | undefined;
  removeFirst(): void;
  /** Gives up the first entry for good: a `gap` takes its place. */
  loseFirst(error: string): void;
  /** Events that wait, not counting gaps. */
  readonly pending: number;
  /** Events lost so far. */
  readonly lost: number;
}

export function createWriteQueue(): WriteQueue {
  /** `isMark`: it stands for events that were lost here. */
  const entries: { entry: Entry; bytes: number; isMark: boolean }[] = [];
  let bytes = 0;
  let pending = 0;
  let lost = 0;

  function loseAt(index: number, at: string, error: string): void {
    lost += 1;
    const there = entries[index];
    const before = there?.isMark && there.entry.event.kind === 'gap' ? there.entry.event.lost : 0;
    const event = { kind: 'gap', lost: before + 1, error } as const;
    entries[index] = { entry: { event, run: null, at }, bytes: 0, isMark: true };
  }

  return {
    add(entry, error) {
      // With nothing in front it is about to be written, and its size is its own.
      const size = entries.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(entry.event));
      if (pending < MAX_WAITING_EVENTS && bytes + size <= MAX_WAITING_BYTES) {
        entries.push({ entry, bytes: size, isMark: false });
        bytes += size;
        pending += 1;
      } else {
        loseAt(entries.at(-1)?.isMark ? entries.length - 1 : entries.length, entry.at, error);
      }
    },
    first: () => entries[0]?.entry,
    removeFirst() {
      const first = entries.shift();
      bytes -= first?.bytes ?? 0;
      if (first?.isMark === false) pending -= 1;
    },
    loseFirst(error) {
      const first = entries[0];
      if (first === undefined) return;
      bytes -= first.bytes;
      pending -= 1;
      loseAt(0, first.entry.at, error);
    },
    get pending() {
      return pending;
    },
    get lost() {
      return lost;
    },
  };
}
