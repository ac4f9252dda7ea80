import { expect, test } from 'vitest';
import type { Limit } from '../../src/journal/event.ts';
import { LimitWatch } from '../../src/session/limit-watch.ts';

const AT = Date.parse('2026-11-30T10:00:00Z');
const HOUR = 3_600_000;

function lab(pattern = '^limit until (?<resets_at>[\\w ]+)') {
  const clock = { now: AT };
  const told: Limit[] = [];
  const watch = new LimitWatch({
    adapter: { limitPatterns: [pattern, '^no money'], promptPattern: '^> \\S' },
    zone: 'UTC',
    now: () => clock.now,
    redact: (text) => text.replace('secret', '[redacted:test]'),
    onLimit: (limit) => told.push(limit),
  });
  return { clock, told, watch };
}

test('an announcement is told when it was seen twice, and once however long it stands', () => {
  const { clock, told, watch } = lab();
  watch.look(['limit until 3']);
  watch.look(['limit until 3pm']);
  expect(told).toEqual([]);
  for (let looks = 0; looks < 5; looks++) watch.look(['limit until 3pm']);
  expect(told).toEqual([{ kind: 'limit', text: 'limit until 3pm', resets_at: '2026-11-30T15:00:00.000Z' }]);
  // past it, the same words are not those of tomorrow
  clock.now += 6 * HOUR;
  watch.look(['limit until 3pm']);
  watch.look(['limit until 3pm']);
  watch.end(['limit until 3pm']);
  expect(told).toHaveLength(1);
  expect(watch.inForce()).toBeNull();
});

test('a countdown is one announcement, and its first words count', () => {
  const { clock, told, watch } = lab();
  for (let minutes = 180; minutes > 90; minutes--) {
    watch.look([`limit until ${minutes} minutes`]);
    clock.now += 60_000;
  }
  expect(told.map(({ resets_at }) => resets_at)).toEqual(['2026-11-30T13:00:00.000Z']);
});

test('the last screen is believed at once, and what vanished before it is kept', () => {
  const { told, watch } = lab();
  watch.look(['limit until 3pm']);
  watch.look(['limit until 3pm']);
  watch.look(['something else']);
  watch.end(['no money, secret']);
  expect(told.map(({ text }) => text)).toEqual(['limit until 3pm', 'no money']);
  expect(watch.inForce()?.text).toBe('limit until 3pm');
});

test('what was seen once only, right before the end, counts too', () => {
  const { told, watch } = lab();
  watch.look(['limit until 3pm']);
  watch.end(['limit until 3pm', '> Shutting down']);
  expect(told.map(({ text }) => text)).toEqual(['limit until 3pm']);
  expect(watch.inForce()).toMatchObject({ resets_at: '2026-11-30T15:00:00.000Z' });
});

test('one without a time is in force while it is on the last screen', () => {
  const { watch, told } = lab();
  watch.look(['no money']);
  watch.look(['no money']);
  watch.end(['no money', '> go on', 'fine']);
  expect(told).toHaveLength(1);
  expect(watch.inForce()).toBeNull();
  watch.end(['no money']);
  expect(watch.inForce()).toMatchObject({ resets_at: null });
});

test('another time is another announcement', () => {
  const { told, watch } = lab();
  for (const screen of ['limit until 3pm', 'limit until 3pm', '', 'limit until 5pm', 'limit until 5pm'])
    watch.look([screen]);
  expect(told.map(({ resets_at }) => resets_at)).toEqual(['2026-11-30T15:00:00.000Z', '2026-11-30T17:00:00.000Z']);
});

test('of the text secrets are taken out', () => {
  const { told, watch } = lab('^limit until \\w+ for secret');
  watch.end(['limit until now for secret']);
  expect(told[0]?.text).toBe('limit until now for [redacted:test]');
});
