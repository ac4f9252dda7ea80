/**
 * The text that a line of a journal holds, read from its fields and not from the events this version knows, so that texts of
 * later kinds of event are found too. Pure.
 */

import { decodeLine } from '../journal/line.ts';

/** A block of text that was recorded at once: a saved message, a screen, a piece of a transcript, a title. */
export interface Block {
  readonly seq: number;
  readonly run: number | null;
  readonly at: string | null;
  readonly kind: BlockKind;
  readonly lines: readonly string[];
  /** Length of its line in the journal. */
  readonly bytes: number;
}

export const BLOCK_KINDS = ['message', 'screen', 'transcript', 'session.titled'] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

/** The beginning of an event as uuldana writes it; the kind stands within the first bytes. */
const BEGINNING = /^\{"seq":\d+,"at":"[^"]{0,40}"(?:,"run":\d+)?,"kind":"([a-z.]{1,32})"/;
const BEGINNING_BYTES = 160;

/** Whether the line holds a block of text, told from its first bytes; true also where that cannot be told. */
export function mayBeBlock(line: Buffer): boolean {
  const kind = BEGINNING.exec(line.toString('latin1', 0, Math.min(line.length, BEGINNING_BYTES)))?.[1];
  return kind === undefined || isBlockKind(kind);
}

/** A line that was read and is whole: where it stands in the journal, and its text, if it has any. */
export interface ReadLine {
  /** Null for a header. */
  readonly seq: number | null;
  readonly sum: string;
  readonly block: Block | null;
}

/** The block of a line given without its newline; null for damaged lines and for events without text. Never throws. */
export function blockOf(line: Uint8Array): Block | null {
  return readLine(line)?.block ?? null;
}

/** Null for a damaged line. Never throws. */
export function readLine(line: Uint8Array): ReadLine | null {
  const decoded = decodeLine(line);
  if (!decoded.ok) return null;
  const { seq } = decoded.value;
  const isNumbered = typeof seq === 'number';
  const block = isNumbered ? blockIn(decoded.value, seq, line.length) : null;
  return { seq: isNumbered ? seq : null, sum: decoded.sum, block };
}

function blockIn(value: Readonly<Record<string, unknown>>, seq: number, bytes: number): Block | null {
  const { run, at, kind } = value;
  if (typeof kind !== 'string' || !isBlockKind(kind)) return null;
  const lines = linesOf(kind, value);
  if (lines === null) return null;
  return {
    seq,
    run: typeof run === 'number' ? run : null,
    at: typeof at === 'string' ? at : null,
    kind,
    lines,
    bytes,
  };
}

function isBlockKind(kind: string): kind is BlockKind {
  return (BLOCK_KINDS as readonly string[]).includes(kind);
}

function linesOf(kind: BlockKind, value: Readonly<Record<string, unknown>>): readonly string[] | null {
  const { lines, text, title } = value;
  if (kind === 'message') return typeof text === 'string' ? text.split('\n') : null;
  if (kind === 'session.titled') return typeof title === 'string' ? [title] : null;
  return Array.isArray(lines) ? lines.filter((line) => typeof line === 'string') : null;
}
