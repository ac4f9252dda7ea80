import { expect, test } from 'vitest';
import type { JournalEvent } from '../../src/journal/event.ts';
import { encodeLine } from '../../src/journal/line.ts';
import { summaryFromEnds, summaryOf } from '../../src/journal/summary.ts';
import { chained, EVENTS, HEADER, historyOf, RUN, recorded } from './support.ts';

function session(runs: readonly (readonly JournalEvent[])[]): Buffer {
  let seq = 0;
  const events = runs.flatMap((run, index) => run.map((event) => recorded(++seq, event, index + 1)));
  return chained([HEADER, ...events]);
}

const SUM = '0123456789abcdef';
const last = {
  ...EVENTS.ended,
  status: 'signaled',
  signal: 'SIGTERM',
  sums: { ...EVENTS.ended.sums, runs: 2 },
} as const;
const moved = { ...EVENTS.started, provider: 'other', workspace: '/moved', pid: 7 };
const twoRuns = session([RUN, [EVENTS.permission, moved, EVENTS.input, EVENTS.screen, last]]);

test.each([
  ['one run', session([RUN])],
  ['two runs', twoRuns],
  [
    'a stricter permission in the last run',
    session([
      [
        { ...EVENTS.permission, ceiling: 'ask' },
        EVENTS.started,
        { ...EVENTS.ended, sums: { ...EVENTS.ended.sums, title: null, ceiling: 'ask' } },
      ],
    ]),
  ],
])('the two ends of a session with %s tell what the whole tells', (_, bytes) => {
  const fast = summaryFromEnds(bytes, bytes);
  expect(fast).not.toBeNull();
  expect(fast).toEqual(summaryOf(historyOf(bytes)));
});

test('a last part that begins within a line will do, if the run began after it', () => {
  const from = twoRuns.length - 1500;
  expect(summaryFromEnds(twoRuns.subarray(0, 700), twoRuns.subarray(from))).toEqual(summaryOf(historyOf(twoRuns)));
});

const lines = twoRuns.toString().split('\n');
const withLines = (change: (lines: string[]) => string[]) => Buffer.from(change(lines).join('\n'));

test.each([
  ['the file is empty', Buffer.alloc(0)],
  ['the file is one newline', Buffer.from('\n')],
  ['the header is damaged', withLines(([header = '', ...rest]) => [header.replace('edits', 'bypass'), ...rest])],
  [
    'the header is of a later version',
    chained([{ ...HEADER, version: 2 }, recorded(1, EVENTS.started), recorded(2, EVENTS.ended)]),
  ],
  ['the last line is torn', twoRuns.subarray(0, -10)],
  ['the last newline is missing', twoRuns.subarray(0, -1)],
  ['another byte stands for the last newline', Buffer.concat([twoRuns.subarray(0, -1), Buffer.from('x')])],
  [
    'the header follows another line',
    Buffer.concat([encodeLine(HEADER, SUM).line, twoRuns.subarray(twoRuns.indexOf(10) + 1)]),
  ],
  ['the end is of another run than the start', session([[EVENTS.started], [EVENTS.ended]])],
  ['the last line is damaged', withLines((all) => all.with(-2, 'x'))],
  ['a line of the last run is damaged', withLines((all) => all.with(-3, 'x'))],
  ['the last run has no end', session([RUN, [EVENTS.permission, moved]])],
  ['the last run never started', session([RUN, [EVENTS.permission, last]])],
  ['an event follows the end', session([[...RUN, EVENTS.input]])],
  [
    'an event of a later version stands in the last run',
    session([[EVENTS.started, { kind: 'tool.called' } as never, EVENTS.ended]]),
  ],
])('when %s, the whole file has to be read', (_, bytes) => {
  expect(summaryFromEnds(bytes, bytes)).toBeNull();
  expect(() => summaryOf(historyOf(bytes))).not.toThrow();
});

test('a run that began before the last part is not guessed at', () => {
  expect(summaryFromEnds(twoRuns, twoRuns.subarray(-600))).toBeNull();
});

test('a session without an end has none in its summary', () => {
  const summary = summaryOf(historyOf(session([RUN, [EVENTS.permission, moved]])));
  expect(summary).toMatchObject({
    ended: null,
    runs: 2,
    lastRun: { run: 2, pid: 7 },
    provider: 'other',
    workspace: '/moved',
  });
});
