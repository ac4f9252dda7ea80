import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Gap, Transcript } from '../../src/journal/event.ts';
import { encodeLine, GENESIS } from '../../src/journal/line.ts';
import {
  batchEnds,
  foldTranscript,
  MAX_TRANSCRIPT_BYTES,
  MAX_TRANSCRIPT_LINES,
  NO_TRANSCRIPT,
  type TranscriptState,
  transcriptEvents,
} from '../../src/journal/transcript.ts';
import { chained, EVENTS, HEADER, historyOf, recorded } from './support.ts';

const numbered = (from: number, count: number) => Array.from({ length: count }, (_, index) => `line ${from + index}`);
const batch = (lines: readonly string[], gap = false) => ({ lines, redacted: {}, gap });

test('batches follow each other by number', () => {
  const first = transcriptEvents(NO_TRANSCRIPT, batch(numbered(0, 3)));
  const second = transcriptEvents(first.state, batch(numbered(3, 2), true));
  expect([...first.events, ...second.events]).toEqual([
    { kind: 'transcript', lines: ['line 0', 'line 1', 'line 2'], first: 0, gap: false, redacted: {} },
    { kind: 'transcript', lines: ['line 3', 'line 4'], first: 3, gap: true, redacted: {} },
  ]);
});

test('what a run may not have any more is left out, which is said once; numbers go on', () => {
  const most = transcriptEvents(NO_TRANSCRIPT, batch(numbered(0, MAX_TRANSCRIPT_LINES - 1)));
  const over = transcriptEvents(most.state, batch(['one', 'two', 'three']));
  expect(over.events).toEqual([
    expect.objectContaining({ kind: 'transcript', lines: ['one'], first: MAX_TRANSCRIPT_LINES - 1 }),
    { kind: 'gap', lost: 0, error: 'the transcript of this run is full (5000 lines or 1048576 bytes)' },
  ]);
  const after = transcriptEvents(over.state, batch(['four']));
  expect(after).toEqual({ events: [], state: { ...over.state, next: MAX_TRANSCRIPT_LINES + 3 } });
});

test('bytes are counted as UTF-8 with a newline for each line', () => {
  const lines = Array.from({ length: 200 }, () => '語'.repeat(2700));
  const { events, state } = transcriptEvents(NO_TRANSCRIPT, batch(lines));
  expect(events).toHaveLength(2);
  expect(state.bytes).toBe(state.lines * 8101);
  expect(state.bytes).toBeLessThanOrEqual(MAX_TRANSCRIPT_BYTES);
  expect(state.bytes + 8101).toBeGreaterThan(MAX_TRANSCRIPT_BYTES);
});

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'binary', minLength: 1000, maxLength: 2700 }),
);

test('any lines fit into events that a journal takes, each line in one of them, in order', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 120 }), (lines) => {
      let state: TranscriptState = NO_TRANSCRIPT;
      let start = 0;
      const events: (Transcript | Gap)[] = [];
      for (const end of batchEnds(lines)) {
        const told = transcriptEvents(state, batch(lines.slice(start, end)));
        for (const event of told.events) expect(encodeLine(event, GENESIS).line.length).toBeLessThan(500_000);
        events.push(...told.events);
        state = told.state;
        start = end;
      }
      expect(start).toBe(lines.length);
      expect(events.flatMap((event) => (event.kind === 'transcript' ? event.lines : []))).toEqual(lines);
      expect(events.reduce(foldTranscript, NO_TRANSCRIPT)).toEqual(state);
    }),
    { numRuns: 60 },
  );
});

test('a reader knows how much there is', () => {
  const full: Gap = { kind: 'gap', lost: 0, error: 'the transcript of this run is full (5000 lines or 1048576 bytes)' };
  const { runs } = historyOf(chained([HEADER, recorded(1, EVENTS.transcript), recorded(2, full)]));
  expect(runs[0]?.transcript).toEqual({ next: 42, lines: 2, bytes: 35, isFull: true });
});

test('lost events add up', () => {
  const gaps = [recorded(1, EVENTS.gap), recorded(2, { ...EVENTS.gap, lost: 40 })];
  expect(historyOf(chained([HEADER, ...gaps])).lostEvents).toBe(42);
});
