import { expect, test } from 'vitest';
import { parseSince } from '../../src/core/since.ts';

const NOW = Date.parse('2026-11-30T12:00:00.000Z');
const HOUR = 3_600_000;

test.each([
  ['0s', 0],
  ['45m', 0.75 * HOUR],
  ['2h', 2 * HOUR],
  ['3d', 72 * HOUR],
  ['1w', 168 * HOUR],
  ['1h30m', 1.5 * HOUR],
  [' 2h ', 2 * HOUR],
])('%j is that long ago', (typed, ms) => {
  expect(parseSince(typed, NOW)).toBe(NOW - ms);
});

test.each([
  ['2026-11-30T10:00Z', '2026-11-30T10:00:00.000Z'],
  ['2026-11-30 10:00Z', '2026-11-30T10:00:00.000Z'],
  ['2026-11-30T10:00:05.5Z', '2026-11-30T10:00:05.500Z'],
  ['2026-11-30T10:00:05.123+02:00', '2026-11-30T08:00:05.123Z'],
  ['2026-11-30T10:00-0530', '2026-11-30T15:30:00.000Z'],
  ['2024-02-29Z', '2024-02-29T00:00:00.000Z'],
])('%j is %s', (typed, at) => {
  expect(parseSince(typed, NOW)).toBe(Date.parse(at));
});

test.each([
  ['2026-11-30', new Date(2026, 10, 30)],
  ['2026-11-30 14:05', new Date(2026, 10, 30, 14, 5)],
  ['2026-11-30T14:05:06', new Date(2026, 10, 30, 14, 5, 6)],
])('%j is local time', (typed, date) => {
  expect(parseSince(typed, NOW)).toBe(date.getTime());
});

test.each([
  '',
  '2',
  'h',
  '2 h',
  '-2h',
  '2.5h',
  '2y',
  '9999999d',
  'yesterday',
  '2026',
  '2026-11',
  '2026-13-01',
  '2026-00-01',
  '2026-02-29',
  '2026-11-31',
  '2026-11-30T24:00',
  '2026-11-30T10:60',
  '30.11.2026',
  '2026-11-30T10:00Zx',
])('%j is no point in time', (typed) => {
  expect(parseSince(typed, NOW)).toBeUndefined();
});
