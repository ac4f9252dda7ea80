/** Where the next line of a journal goes, and what a write, whole or short, makes of that. Pure. */

import type { History } from './fold.ts';
import { GENESIS } from './line.ts';

export interface Position {
  /** Of the last good line. */
  readonly seq: number;
  readonly sum: string;
  /** Bytes in the file. */
  readonly size: number;
  /** Set while the file does not end in a whole line: what a seal has to say before anything else is written. */
  readonly broken: { readonly needsNewline: boolean; readonly damagedBytes: number } | null;
}

export const EMPTY_FILE: Position = { seq: 0, sum: GENESIS, size: 0, broken: null };

export function positionAtEnd({ lastSeq, lastSum, bytes, endsWithNewline, tailBytes }: History): Position {
  const broken = endsWithNewline ? null : { needsNewline: true, damagedBytes: tailBytes };
  return { seq: lastSeq, sum: lastSum, size: bytes, broken };
}

/** A line to be written, and what the position is once it is there. */
export interface NextLine {
  readonly seq: number;
  readonly sum: string;
  readonly line: Uint8Array;
}

/** The bytes of the one write that appends a line here. */
export function bytesToWrite(before: Position, { line }: NextLine): Uint8Array {
  return before.broken?.needsNewline ? Buffer.concat([Buffer.from('\n'), line]) : line;
}

/**
 * The position after that write took `written` bytes. The line counts from its last brace on: without its newline it is whole
 * already, and only a seal is missing. Anything shorter is damage that the next seal accounts for, together with what was
 * broken before.
 */
export function afterWrite(before: Position, next: NextLine, written: number): Position {
  if (written === 0) return before;
  const { seq, sum, line } = next;
  const size = before.size + written;
  const ofLine = written - (before.broken?.needsNewline ? 1 : 0);
  if (ofLine === line.length) return { seq, sum, size, broken: null };
  if (ofLine === line.length - 1) return { seq, sum, size, broken: { needsNewline: true, damagedBytes: 0 } };
  const damagedBytes = (before.broken?.damagedBytes ?? 0) + ofLine;
  return { ...before, size, broken: damagedBytes === 0 ? null : { needsNewline: ofLine > 0, damagedBytes } };
}
