import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resetInstant } from '../../src/provider/reset-time.ts';
import { instantOf, wallOf } from '../../src/provider/zone-time.ts';

const MINUTE = 60_000;

/** As said, when it was seen, the zone of the process, and what it means. */
const means: readonly (readonly [string, string, string, string | null])[] = [
  // with a zone of its own
  ['3pm (Europe/Berlin)', '2026-11-30T10:00Z', 'UTC', '2026-11-30T14:00Z'],
  ['10:30pm (Pacific/Auckland)', '2026-11-30T10:00Z', 'UTC', '2026-12-01T09:30Z'],
  ['12am (America/New_York)', '2026-11-30T10:00Z', 'UTC', '2026-12-01T05:00Z'],
  ['12pm (America/New_York)', '2026-11-30T10:00Z', 'UTC', '2026-11-30T17:00Z'],
  ['12:10am (Europe/Dublin)', '2026-06-10T22:00Z', 'UTC', '2026-06-10T23:10Z'],
  ['5pm (Etc/Unknown)', '2026-11-30T10:00Z', 'Asia/Tokyo', '2026-12-01T08:00Z'],
  ['1pm (Etc/GMT+5)', '2026-11-30T10:00Z', 'UTC', '2026-11-30T18:00Z'],
  ['3:04 PM UTC', '2026-11-30T10:00Z', 'Asia/Tokyo', '2026-11-30T15:04Z'],
  ['3:04\u202fPM UTC', '2026-11-30T10:00Z', 'Asia/Tokyo', '2026-11-30T15:04Z'],
  ['11:04 PM GMT+1', '2026-11-30T10:00Z', 'UTC', '2026-11-30T22:04Z'],
  ['11:04 PM GMT-3:30', '2026-11-30T10:00Z', 'UTC', '2026-12-01T02:34Z'],
  // letters mean several zones, unless they are those of the process
  ['11:04 PM PST', '2026-11-30T10:00Z', 'UTC', null],
  ['11:04 PM PST', '2026-11-30T10:00Z', 'America/Los_Angeles', '2026-12-01T07:04Z'],
  ['3pm (Mars/Base)', '2026-11-30T10:00Z', 'UTC', null],
  // in that of the process
  ['12am', '2026-11-30T10:00Z', 'Asia/Kolkata', '2026-11-30T18:30Z'],
  ['6:02 PM', '2026-11-30T15:02Z', 'UTC', '2026-11-30T18:02Z'],
  ['6:02 PM', '2026-11-30T15:02Z', 'America/Los_Angeles', '2026-12-01T02:02Z'],
  ['3pm', '2026-11-30T10:00Z', 'No/Such', '2026-11-30T15:00Z'],
  // 24 hours
  ['18:02', '2026-11-30T15:02Z', 'UTC', '2026-11-30T18:02Z'],
  ['00:15', '2026-11-30T15:02Z', 'Europe/Berlin', '2026-11-30T23:15Z'],
  ['18:02 (Europe/Berlin)', '2026-11-30T15:02Z', 'UTC', '2026-11-30T17:02Z'],
  // the next day: past ones roll over, but not those of this very minute
  ['9am', '2026-11-30T09:01Z', 'UTC', '2026-12-01T09:00Z'],
  ['9am', '2026-11-30T09:00:40Z', 'UTC', '2026-11-30T09:00Z'],
  ['12:05am', '2026-12-31T23:50Z', 'UTC', '2027-01-01T00:05Z'],
  ['tomorrow at 3pm', '2026-11-30T10:00Z', 'UTC', '2026-12-01T15:00Z'],
  ['today at 3pm', '2026-11-30T10:00Z', 'UTC', '2026-11-30T15:00Z'],
  ['today at 3pm', '2026-11-30T16:00Z', 'UTC', null],
  // dated
  ['Dec 4, 3pm (UTC)', '2026-11-30T10:00Z', 'Asia/Tokyo', '2026-12-04T15:00Z'],
  ['Friday, Dec 4 at 3pm', '2026-11-30T10:00Z', 'UTC', '2026-12-04T15:00Z'],
  ['Jan 2, 2027, 3:30pm (Europe/Berlin)', '2026-12-30T10:00Z', 'UTC', '2027-01-02T14:30Z'],
  ['Jan 2, 3pm (UTC)', '2026-12-30T10:00Z', 'UTC', '2027-01-02T15:00Z'],
  ['Dec 4th, 2026 3:03 PM', '2026-11-30T15:02Z', 'UTC', '2026-12-04T15:03Z'],
  ['Jul 5th, 2026 8:19 PM', '2026-06-05T12:00Z', 'Europe/Paris', '2026-07-05T18:19Z'],
  ['April 20, 2026 at 2:00 AM', '2026-04-18T10:00Z', 'UTC', '2026-04-20T02:00Z'],
  ['Dec 4', '2026-11-30T10:00Z', 'UTC', '2026-12-04T00:00Z'],
  ['2026-12-06 at 00:00 UTC', '2026-11-30T10:00Z', 'Asia/Tokyo', '2026-12-06T00:00Z'],
  ['2026-12-06 at 00:00', '2026-11-30T10:00Z', 'Asia/Tokyo', '2026-12-05T15:00Z'],
  ['2026-12-06T10:00:30.5Z', '2026-11-30T10:00Z', 'Asia/Tokyo', '2026-12-06T10:00:30Z'],
  ['2026-12-06 10:00 +02:00', '2026-11-30T10:00Z', 'UTC', '2026-12-06T08:00Z'],
  ['2026-12-06', '2026-11-30T10:00Z', 'UTC', '2026-12-06T00:00Z'],
  ['11/17/2025', '2025-10-21T10:00Z', 'UTC', '2025-11-17T00:00Z'],
  ['1749924000', '2025-06-14T17:00Z', 'UTC', '2025-06-14T18:00Z'],
  ['1796083732000', '2026-11-30T15:08:52Z', 'UTC', '2026-12-01T00:08:52Z'],
  // lengths of time
  ['5 days 22 hours 11 minutes', '2026-11-30T00:00Z', 'UTC', '2026-12-05T22:11Z'],
  ['8 hours 30 minutes', '2026-11-30T10:00Z', 'UTC', '2026-11-30T18:30Z'],
  ['2 hours, and 59 minutes', '2026-11-30T10:00Z', 'UTC', '2026-11-30T12:59Z'],
  ['2 hours and 59 minutes', '2026-11-30T10:00Z', 'UTC', '2026-11-30T12:59Z'],
  ['13h5m2s', '2026-11-30T10:00Z', 'UTC', '2026-11-30T23:05:02Z'],
  ['8h 59m', '2026-11-30T10:00Z', 'UTC', '2026-11-30T18:59Z'],
  ['in 3 hours', '2026-11-30T10:00Z', 'UTC', '2026-11-30T13:00Z'],
  ['1.5 hours', '2026-11-30T10:00Z', 'UTC', '2026-11-30T11:30Z'],
  ['less than a minute', '2026-11-30T10:00Z', 'UTC', '2026-11-30T10:01Z'],
  ['~43 min', '2026-11-30T10:00Z', 'UTC', '2026-11-30T10:43Z'],
  ['58 hours', '2026-11-30T10:00Z', 'UTC', '2026-12-02T20:00Z'],
  // summer time: it ends on 25 October 2026 and begins on 29 March 2026 in Berlin
  ['3pm (Europe/Berlin)', '2026-10-24T20:00Z', 'UTC', '2026-10-25T14:00Z'],
  ['2:30am (Europe/Berlin)', '2026-10-24T20:00Z', 'UTC', '2026-10-25T01:30Z'],
  ['2:30am (Europe/Berlin)', '2026-03-28T20:00Z', 'UTC', '2026-03-29T01:30Z'],
  ['3:30am (Europe/Berlin)', '2026-03-28T20:00Z', 'UTC', '2026-03-29T01:30Z'],
  // none
  ['', '2026-11-30T10:00Z', 'UTC', null],
  ['soon', '2026-11-30T10:00Z', 'UTC', null],
  ['25:00', '2026-11-30T10:00Z', 'UTC', null],
  ['13pm', '2026-11-30T10:00Z', 'UTC', null],
  ['0pm', '2026-11-30T10:00Z', 'UTC', null],
  ['Dec 44, 3pm', '2026-11-30T10:00Z', 'UTC', null],
  ['Dec 4, 2027, 3pm', '2026-11-30T10:00Z', 'UTC', null],
  ['Dec 4, 2025, 3pm', '2026-11-30T10:00Z', 'UTC', null],
  ['99 days', '2026-11-30T10:00Z', 'UTC', null],
  ['3', '2026-11-30T10:00Z', 'UTC', null],
];

test.each(means)('%s, seen at %s in %s', (said, now, zone, expected) => {
  const instant = resetInstant(said, { now: Date.parse(now), zone });
  expect(instant === null ? null : new Date(instant).toISOString()).toBe(
    expected === null ? null : new Date(expected).toISOString(),
  );
});

const ZONES = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Auckland', 'Asia/Kathmandu', 'America/Los_Angeles'];
const moment = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2030, 0) });
const two = (count: number) => String(count).padStart(2, '0');
const clock = fc.tuple(fc.nat(23), fc.nat(59)).chain(([hour, minute]) => {
  const half = `${hour % 12 || 12}:${two(minute)}${hour < 12 ? 'am' : 'pm'}`;
  return fc.constantFrom(half, half.replace(/[ap]m/, ' $&').toUpperCase(), `${two(hour)}:${two(minute)}`);
});
const said = fc.oneof(
  fc.string(),
  clock,
  fc.tuple(clock, fc.constantFrom(...ZONES)).map(([time, zone]) => `${time} (${zone})`),
  fc
    .tuple(fc.constantFrom('Jan', 'Feb', 'Jun', 'Dec'), fc.integer({ min: 1, max: 31 }), clock)
    .map((parts) => parts.join(' ')),
  fc.tuple(fc.nat(100), fc.constantFrom('d', ' hours', 'm', ' seconds')).map((parts) => parts.join('')),
);

test('whatever was said, it is never before the minute in which it was seen, nor more than 35 days ahead', () => {
  fc.assert(
    fc.property(said, moment, fc.constantFrom(...ZONES, ''), (words, now, zone) => {
      const instant = resetInstant(words, { now, zone });
      if (instant === null) return;
      expect(instant).toBeGreaterThan(now - MINUTE);
      expect(instant).toBeLessThanOrEqual(now + 35 * 1440 * MINUTE);
    }),
    { numRuns: 2000 },
  );
});

test('a time of day is always understood, and comes within the next day and an hour of summer time', () => {
  fc.assert(
    fc.property(clock, moment, fc.constantFrom(...ZONES), (words, now, zone) => {
      const instant = resetInstant(words, { now, zone });
      expect(instant).not.toBeNull();
      expect(Number(instant) - now).toBeLessThanOrEqual(25 * 60 * MINUTE);
    }),
    { numRuns: 500 },
  );
});

test('what the clocks show leads back to the instant, or to the same clock an hour later when summer time ends', () => {
  fc.assert(
    fc.property(moment, fc.constantFrom(...ZONES), (ms, zone) => {
      const instant = Math.floor(ms / MINUTE) * MINUTE;
      const back = instantOf(wallOf(instant, zone), zone);
      expect(wallOf(back, zone)).toEqual(wallOf(instant, zone));
      expect([0, 60 * MINUTE]).toContain(back - instant);
    }),
    { numRuns: 500 },
  );
});
