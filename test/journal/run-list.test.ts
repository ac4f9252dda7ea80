import { expect, test } from 'vitest';
import { foldHistory } from '../../src/journal/fold.ts';
import { MAX_RUNS } from '../../src/journal/run-list.ts';
import { chained, EVENTS, historyOf, itemsOf, recorded } from './support.ts';

test('a file with more runs than any session keeps the last ones and says how many it left out', () => {
  const input = recorded(1, EVENTS.input);
  const history = historyOf(
    chained(Array.from({ length: MAX_RUNS + 3 }, (_, run) => ({ ...input, seq: run + 1, run: run + 1 }))),
  );
  expect([history.runs.length, history.runs[0]?.run, history.runsOmitted]).toEqual([MAX_RUNS, 4, 3]);
});

test('the text of runs is bounded', () => {
  const lines = Array.from({ length: 120 }, () => 'x'.repeat(8000));
  const screens = Array.from({ length: 80 }, (_, n) => recorded(n + 1, { ...EVENTS.screen, lines }, n + 1));
  const history = foldHistory(itemsOf(chained(screens)));
  expect(history.runsOmitted).toBeGreaterThan(0);
  expect(history.runs.length + history.runsOmitted).toBe(80);
  expect(history.runs.at(-1)).toMatchObject({ run: 80, screen: { lines } });
});
