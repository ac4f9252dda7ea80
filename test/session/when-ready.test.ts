import { expect, test } from 'vitest';
import { clockOf, limitLine } from '../../src/session/limit-words.ts';
import { limitAhead } from '../../src/session/when-ready.ts';

const NOW = Date.parse('2026-11-30T15:02:10Z');
const at = (...times: (string | null)[]) => ({ limits: times.map((resets_at) => ({ text: 'x', resets_at })) });

test.each([
  ['none at all', at(), 'none'],
  ['one that is over', at('2026-11-30T15:00:00.000Z'), 'none'],
  ['one ahead', at('2026-11-30T18:02:30.000Z'), Date.parse('2026-11-30T18:02:30Z')],
  [
    'one that tells a minute, which may be the whole of it',
    at('2026-11-30T18:02:00.000Z'),
    Date.parse('2026-11-30T18:03:00Z'),
  ],
  ['one of this very minute', at('2026-11-30T15:02:00.000Z'), Date.parse('2026-11-30T15:03:00Z')],
  [
    'the latest of several',
    at('2026-11-30T20:00:30.000Z', '2026-11-30T18:00:30.000Z'),
    Date.parse('2026-11-30T18:00:30Z'),
  ],
  ['one ahead, then one without a time', at('2026-11-30T18:00:30.000Z', null), Date.parse('2026-11-30T18:00:30Z')],
  ['one without a time', at(null), 'unknown'],
  ['one that is over, then one without a time', at('2026-11-30T15:00:00.000Z', null), 'unknown'],
])('%s', (_, run, expected) => {
  expect(limitAhead(run, NOW)).toBe(expected);
});

test('a session without runs has none', () => {
  expect(limitAhead(null, NOW)).toBe('none');
});

test.each([
  ['2026-11-30T18:02Z', 'UTC', '18:02'],
  ['2026-11-30T18:02Z', 'Asia/Tokyo', '03:02'],
  ['2026-12-04T08:03Z', 'UTC', '4 Dec 08:03'],
  ['2026-11-30T23:30Z', 'Europe/Berlin', '1 Dec 00:30'],
])('%s in %s is %s', (instant, zone, expected) => {
  expect(clockOf(Date.parse(instant), NOW, zone)).toBe(expected);
});

const line = (resets_at: string | null, other: string | null) =>
  limitLine({ limit: { resets_at }, now: NOW, zone: 'UTC', reference: 'login', other });

test('one line says until when, and the ways on that there are', () => {
  expect(line('2026-11-30T18:02:10.000Z', 'acme')).toBe(
    'usage limit until 18:02 (in 3h); wait: uuldana resume login --when-ready, or go on elsewhere: uuldana handoff acme login',
  );
  expect(line('2026-11-30T18:02:10.000Z', null)).toBe(
    'usage limit until 18:02 (in 3h); wait: uuldana resume login --when-ready',
  );
  expect(line(null, 'acme')).toBe(
    'usage limit, and not said until when; go on elsewhere: uuldana handoff acme login, or here: uuldana resume login',
  );
  expect(line(null, null)).toBe('usage limit, and not said until when; go on with: uuldana resume login');
});
