import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EXIT, UuldanaError } from '../../src/core/errors.ts';
import { isSessionId, isUuid, newSessionId, shortId } from '../../src/core/ids.ts';
import { isAbove, isLevel, LEVELS, strictest } from '../../src/core/permission.ts';
import { formatAt, formatDuration, parseAt } from '../../src/core/time.ts';

test('a session id is a UUIDv7 that carries its time and sorts by it', () => {
  const id = newSessionId(0x0123456789ab, Uint8Array.from([0xff, 0xff, 0xff, 1, 2, 3, 4, 5, 6, 7]));
  expect(id).toBe('01234567-89ab-7fff-bff0-102030405060');
  expect(isSessionId(id)).toBe(true);
  expect(shortId(id)).toHaveLength(8);
});

test('every id made is valid, and a later one sorts after an earlier one', () => {
  const random = fc.uint8Array({ minLength: 10, maxLength: 10 });
  fc.assert(
    fc.property(
      fc.nat({ max: 2 ** 31 }),
      fc.integer({ min: 1, max: 1_000_000 }),
      random,
      random,
      (now, later, a, b) => {
        const [first, second] = [newSessionId(now * 1000, a), newSessionId(now * 1000 + later, b)];
        expect(isSessionId(first) && isUuid(first)).toBe(true);
        expect(first < second).toBe(true);
      },
    ),
  );
});

test.each([
  '',
  'x',
  '../../etc/passwd',
  '01234567-89AB-7FFF-BFF0-010203040506',
  '01234567-89ab-4fff-bff0-010203040506',
  `${'0'.repeat(36)}`,
])('%j is no session id', (text) => {
  expect(isSessionId(text)).toBe(false);
});

test('levels are ordered, and of none the strictest is meant', () => {
  expect(LEVELS.map((level) => LEVELS.filter((other) => isAbove(level, other)).length)).toEqual([0, 1, 2, 3, 4]);
  expect(strictest(['auto', 'ask', 'bypass'])).toBe('ask');
  expect(strictest([])).toBe('read-only');
  expect(isLevel('yolo')).toBe(false);
});

test.each([
  [0, '0s'],
  [999, '0s'],
  [42_000, '42s'],
  [60_000, '1m'],
  [65_000, '1m 5s'],
  [3_900_000, '1h 5m'],
  [90_000_000, '1d 1h'],
])('%d ms reads %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test('an at is RFC 3339 with milliseconds, and is read back', () => {
  expect(formatAt(0)).toBe('1970-01-01T00:00:00.000Z');
  expect(parseAt(formatAt(1_764_518_400_123))).toBe(1_764_518_400_123);
  expect(parseAt('yesterday')).toBeUndefined();
});

test('every failure has the exit status of its code', () => {
  expect(new UuldanaError('permission-refused', 'no').exitCode).toBe(EXIT.refused);
  expect(new UuldanaError('provider-not-installed', 'no').exitCode).toBe(EXIT.notInstalled);
});
