import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeLine, GENESIS } from '../../src/journal/line.ts';
import {
  afterWrite,
  bytesToWrite,
  EMPTY_FILE,
  type NextLine,
  type Position,
  positionAtEnd,
} from '../../src/journal/position.ts';
import { EVENTS, HEADER, historyOf, recorded } from './support.ts';

const at: Position = { seq: 4, sum: 'aaaaaaaaaaaaaaaa', size: 1000, broken: null };
const next: NextLine = { seq: 5, sum: 'bbbbbbbbbbbbbbbb', line: Buffer.from('0123456789\n') };
const there = { seq: 5, sum: next.sum };
const here = { seq: 4, sum: at.sum };
const torn = (damagedBytes: number, needsNewline = true) => ({ needsNewline, damagedBytes });

test.each<[string, Position['broken'], number, Partial<Position>]>([
  ['a whole line', null, 11, { ...there, size: 1011, broken: null }],
  ['nothing', null, 0, { ...here, size: 1000, broken: null }],
  ['the beginning of a line', null, 3, { ...here, size: 1003, broken: torn(3) }],
  ['a line without its newline', null, 10, { ...there, size: 1010, broken: torn(0) }],
  ['newline and seal after a torn line', torn(7), 12, { ...there, size: 1012, broken: null }],
  ['nothing after a torn line', torn(7), 0, { ...here, size: 1000, broken: torn(7) }],
  ['only the newline after a torn line', torn(7), 1, { ...here, size: 1001, broken: torn(7, false) }],
  ['only the newline after a whole line', torn(0), 1, { ...here, size: 1001, broken: null }],
  ['newline and part of the seal', torn(7), 5, { ...here, size: 1005, broken: torn(11) }],
  ['part of the seal after that newline', torn(7, false), 4, { ...here, size: 1004, broken: torn(11) }],
  ['newline and seal, without its own newline', torn(7), 11, { ...there, size: 1011, broken: torn(0) }],
])('a write that took %s', (_, broken, written, expected) => {
  expect(afterWrite({ ...at, broken }, next, written)).toEqual(expected);
});

test('a newline comes first exactly where one is missing', () => {
  expect(bytesToWrite(at, next)).toBe(next.line);
  expect(Buffer.from(bytesToWrite({ ...at, broken: torn(3) }, next)).toString()).toBe('\n0123456789\n');
  expect(bytesToWrite({ ...at, broken: torn(3, false) }, next)).toBe(next.line);
});

/** A writer on a medium that takes only so many bytes of each write, and then again all. */
function writeWithShortWrites(shortWrites: readonly number[]): { bytes: Buffer; written: number } {
  let file = Buffer.alloc(0);
  let position = EMPTY_FILE;
  let written = 0;
  const append = (body: object, seq: number, limit: number) => {
    const line = { seq, ...encodeLine(body, position.sum) };
    const bytes = bytesToWrite(position, line);
    const taken = Math.min(limit, bytes.length);
    file = Buffer.concat([file, bytes.subarray(0, taken)]);
    position = afterWrite(position, line, taken);
  };
  append(HEADER, 0, Number.POSITIVE_INFINITY);
  for (const limit of [...shortWrites, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]) {
    const seq = position.seq + 1;
    const seal = position.broken && { kind: 'seal', damaged_bytes: position.broken.damagedBytes };
    append(recorded(seq, seal ?? EVENTS.input, null), seq, limit);
    if (seal === null && position.seq === seq) written += 1;
  }
  return { bytes: file, written };
}

test('whatever a sequence of writes took, the seals account for all damage and nothing is written twice', () => {
  const limits = fc.array(fc.oneof(fc.integer({ min: 0, max: 250 }), fc.constantFrom(0, 1, 2)), { maxLength: 12 });
  fc.assert(
    fc.property(limits, (shortWrites) => {
      const { bytes, written } = writeWithShortWrites(shortWrites);
      const history = historyOf(bytes);
      expect(history).toMatchObject({ unsealedDamage: 0, chainBreaks: 0, missingSeq: 0 });
      expect(history.events - history.seals).toBe(written);
    }),
    { numRuns: 500 },
  );
});

test('the end of a file is where its history says', () => {
  const history = historyOf(Buffer.from('{"torn'));
  expect(positionAtEnd(history)).toEqual({ seq: 0, sum: GENESIS, size: 6, broken: torn(6) });
});
