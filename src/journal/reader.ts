/**
 * From bytes to journal items, chunk by chunk. Whatever the bytes are, nothing throws, nothing good is dropped, what is
 * damaged is told with its size, and no more than one line is held. Pure; file.ts reads files with it.
 */

import type { JournalHeader, Recorded } from './event.ts';
import { type DamageReason, decodeLine, GENESIS, MAX_LINE_BYTES } from './line.ts';
import { headerVersion, toEvent, toHeader, type UnknownEvent } from './shape.ts';
import { createLineSplitter } from './split-lines.ts';

/** `terminated` is false for a last line without a newline; it is whole if its sum fits. Sizes are without the newline. */
export type JournalItem =
  | {
      readonly type: 'header';
      /** Null when the line is good but not a header that this version understands. */
      readonly header: JournalHeader | null;
      /** The version it claims, or null when it claims none. */
      readonly version: number | null;
      readonly prev: string;
      readonly sum: string;
      readonly bytes: number;
      readonly terminated: boolean;
    }
  | {
      readonly type: 'event';
      readonly event: Recorded | UnknownEvent;
      /** Its `prev` is not the sum of the last good line before it. */
      readonly chainBreak: boolean;
      readonly sum: string;
      readonly bytes: number;
      readonly terminated: boolean;
    }
  | {
      readonly type: 'damaged';
      readonly bytes: number;
      readonly reason: DamageReason;
      readonly terminated: boolean;
    };

export interface JournalReader {
  /** The items of all lines that this chunk completes. The chunk may be reused afterwards. */
  push(chunk: Uint8Array): JournalItem[];
  /** The item of a last line without a newline, if there is one. */
  end(): JournalItem[];
}

export function createJournalReader(): JournalReader {
  const toItem = createItemizer();
  let items: JournalItem[] = [];
  const splitter = createLineSplitter((line, bytes, terminated) => items.push(toItem(line, bytes, terminated)));
  const taken = (act: () => void) => {
    items = [];
    act();
    return items;
  };
  return { push: (chunk) => taken(() => splitter.push(chunk)), end: () => taken(() => splitter.end()) };
}

/** Decodes line after line and follows the chain. Only a file's first line can be its header. */
function createItemizer(): (line: Uint8Array, bytes: number, terminated: boolean) => JournalItem {
  let isFirst = true;
  let lastSum = GENESIS;
  return (line, bytes, terminated) => {
    const isFirstLine = isFirst;
    isFirst = false;
    const decoded = bytes >= MAX_LINE_BYTES ? ({ ok: false, reason: 'too-long' } as const) : decodeLine(line);
    if (!decoded.ok) return { type: 'damaged', bytes, reason: decoded.reason, terminated };
    const { value, prev, sum } = decoded;
    const chainBreak = prev !== lastSum;
    lastSum = sum;
    const isHeader = isFirstLine && !('seq' in value);
    return isHeader
      ? { type: 'header', header: toHeader(value), version: headerVersion(value), prev, sum, bytes, terminated }
      : { type: 'event', event: toEvent(value), chainBreak, sum, bytes, terminated };
  };
}
