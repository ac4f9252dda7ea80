/**
 * How the lines of a run that became final are put into events: in batches that are far below the longest line of a journal, and no
 * more of a run than it may have. Pure.
 */

import type { Gap, Redacted, Transcript } from './event.ts';

/** What one run may have; further lines are not kept, and a `gap` says so once. */
export const MAX_TRANSCRIPT_LINES = 5000;
export const MAX_TRANSCRIPT_BYTES = 1024 * 1024;

/** Six bytes of JSON for one of text is the worst there is. */
const MAX_EVENT_BYTES = 64 * 1024;

/** What the transcript of a run holds so far. */
export interface TranscriptState {
  /** The number of the line that comes next, those that were not kept counted too. */
  readonly next: number;
  readonly lines: number;
  /** UTF-8, with a newline for each line. */
  readonly bytes: number;
  readonly isFull: boolean;
}

export const NO_TRANSCRIPT: TranscriptState = { next: 0, lines: 0, bytes: 0, isFull: false };

export interface FinalLines {
  /** Redacted. */
  readonly lines: readonly string[];
  readonly redacted: Redacted;
  /** Lines may be missing before the first. */
  readonly gap: boolean;
}

/** The event of a batch that is not larger than `batchEnds` allows, with the state after it; what does not fit any more is left out. */
export function transcriptEvents(
  state: TranscriptState,
  { lines, redacted, gap }: FinalLines,
): { events: readonly (Transcript | Gap)[]; state: TranscriptState } {
  const next = state.next + lines.length;
  if (state.isFull || lines.length === 0) return { events: [], state: { ...state, next } };
  const kept = lines.slice(0, fitting(lines, MAX_TRANSCRIPT_LINES - state.lines, MAX_TRANSCRIPT_BYTES - state.bytes));
  const isFull = kept.length < lines.length;
  const batch: Transcript = { kind: 'transcript', lines: kept, first: state.next, gap, redacted };
  const events = [...(kept.length > 0 ? [batch] : []), ...(isFull ? [FULL] : [])];
  const after = { next, lines: state.lines + kept.length, bytes: state.bytes + bytesOf(kept), isFull };
  return { events, state: after };
}

const FULL: Gap = {
  kind: 'gap',
  lost: 0,
  error: `the transcript of this run is full (${MAX_TRANSCRIPT_LINES} lines or ${MAX_TRANSCRIPT_BYTES} bytes)`,
};

/** Where each batch of these lines ends: one event a batch. */
export function batchEnds(lines: readonly string[]): readonly number[] {
  const ends: number[] = [];
  for (let start = 0; start < lines.length; start = ends.at(-1) ?? lines.length) {
    const count = fitting(lines.slice(start), MAX_TRANSCRIPT_LINES, MAX_EVENT_BYTES);
    ends.push(start + Math.max(1, count));
  }
  return ends;
}

/** The state after one more event of its run. */
export function foldTranscript(state: TranscriptState, event: Transcript | Gap): TranscriptState {
  if (event.kind === 'gap') return { ...state, isFull: state.isFull || event.error === FULL.error };
  return {
    ...state,
    next: Math.max(state.next, event.first + event.lines.length),
    lines: state.lines + event.lines.length,
    bytes: state.bytes + bytesOf(event.lines),
  };
}

/** How many of the first lines are within both bounds. */
function fitting(lines: readonly string[], maxLines: number, maxBytes: number): number {
  let bytes = 0;
  const end = lines.findIndex((line, index) => {
    bytes += bytesOf([line]);
    return index >= maxLines || bytes > maxBytes;
  });
  return end === -1 ? lines.length : end;
}

function bytesOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
}
