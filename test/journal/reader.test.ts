import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeLine, GENESIS, MAX_LINE_BYTES } from '../../src/journal/line.ts';
import { createJournalReader } from '../../src/journal/reader.ts';
import { chained, EVENTS, HEADER, itemsOf, recorded } from './support.ts';

const NEWLINE = Buffer.from('\n');
const whole = chained([HEADER, recorded(1, EVENTS.input), recorded(2, EVENTS.limit), recorded(3, EVENTS.ended)]);

function kinds(bytes: Uint8Array): string[] {
  return itemsOf(bytes).map((item) => (item.type === 'event' ? item.event.kind : item.type));
}

test('a whole journal is a header and its events', () => {
  const items = itemsOf(whole);
  expect(kinds(whole)).toEqual(['header', 'input', 'limit', 'run.ended']);
  expect(items[0]).toMatchObject({ header: HEADER, version: 1, prev: GENESIS, terminated: true });
  expect(items[1]).toMatchObject({ event: { seq: 1, run: 1, kind: 'input', how: 'typed' }, chainBreak: false });
  expect(items.reduce((sum, { bytes }) => sum + bytes + 1, 0)).toBe(whole.length);
});

test('the items do not depend on where the chunks end', () => {
  const torn = Buffer.concat([whole, Buffer.from('\n{"seq":4'), NEWLINE, whole.subarray(0, 40)]);
  const expected = itemsOf(torn);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: torn.length }), (size) => {
      expect(itemsOf(torn, size)).toEqual(expected);
    }),
  );
});

test.each([
  ['an empty file', Buffer.alloc(0), []],
  ['a last line without a newline', whole.subarray(0, -1), ['header', 'input', 'limit', 'run.ended']],
  ['a torn last line', whole.subarray(0, -9), ['header', 'input', 'limit', 'damaged']],
  ['an empty line', Buffer.concat([whole, NEWLINE]), ['header', 'input', 'limit', 'run.ended', 'damaged']],
  [
    'zeros at the end, as after a power cut',
    Buffer.concat([whole, Buffer.alloc(4096)]),
    ['header', 'input', 'limit', 'run.ended', 'damaged'],
  ],
  [
    'Windows line ends',
    Buffer.from(whole.toString().replaceAll('\n', '\r\n')),
    ['damaged', 'damaged', 'damaged', 'damaged'],
  ],
  ['a byte order mark', Buffer.concat([Buffer.from('\ufeff'), whole]), ['damaged', 'input', 'limit', 'run.ended']],
  ['no header', whole.subarray(whole.indexOf(NEWLINE) + 1), ['input', 'limit', 'run.ended']],
  ['a second header', chained([HEADER, HEADER]), ['header', 'unknown']],
  ['bytes of any kind', Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)), ['damaged', 'damaged']],
])('%s', (_, bytes, expected) => {
  expect(kinds(bytes)).toEqual(expected);
});

test('a good line whose prev does not fit is kept and told', () => {
  const lines = whole.toString().split('\n');
  const items = itemsOf(Buffer.from([lines[0], lines[2], lines[3], ''].join('\n')));
  expect(items.map((item) => item.type === 'event' && item.chainBreak)).toEqual([false, true, false]);
});

test('a damaged line breaks the chain once, after it', () => {
  const [header = '', first = '', ...rest] = whole.toString().split('\n');
  const items = itemsOf(Buffer.from([header, first.replace('typed', 'taped'), ...rest].join('\n')));
  expect(items.map((item) => (item.type === 'event' ? item.chainBreak : item.type))).toEqual([
    'header',
    'damaged',
    true,
    false,
  ]);
});

test.each([
  ['a later version', { ...HEADER, version: 2 }, { version: 2, header: { version: 2 } }],
  ['a later version with other fields', { format: HEADER.format, version: 3, root: '/' }, { version: 3, header: null }],
  ['extra fields', { ...HEADER, host: 'x' }, { version: 1, header: { host: 'x' } }],
  ['version 0', { ...HEADER, version: 0 }, { version: null, header: null }],
  ['a version in words', { ...HEADER, version: 'x' }, { version: null, header: null }],
  ['another format', { ...HEADER, format: 'cast' }, { version: null, header: null }],
  ['an unknown ceiling', { ...HEADER, ceiling: 'root' }, { version: 1, header: null }],
  ['a missing field', { ...HEADER, strict: undefined }, { version: 1, header: null }],
])('a header with %s', (_, header, expected) => {
  expect(itemsOf(chained([header]))[0]).toMatchObject({ type: 'header', ...expected });
});

test('a line that is too long is skipped in bounded memory, and what follows is read', () => {
  const reader = createJournalReader();
  const megabyte = Buffer.alloc(1024 * 1024, 0x78);
  const before = process.memoryUsage().arrayBuffers;
  for (let n = 0; n < 200; n += 1) expect(reader.push(megabyte)).toEqual([]);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * MAX_LINE_BYTES);
  const { line } = encodeLine(recorded(1, EVENTS.input), GENESIS);
  const items = reader.push(Buffer.concat([NEWLINE, line]));
  expect(items.map(({ type, bytes }) => [type, bytes])).toEqual([
    ['damaged', 200 * megabyte.length],
    ['event', line.length - 1],
  ]);
  expect(items[0]).toMatchObject({ reason: 'too-long', terminated: true });
});

test('a last line that is too long is told with its size', () => {
  const items = itemsOf(Buffer.alloc(MAX_LINE_BYTES + 5, 0x78));
  expect(items).toEqual([{ type: 'damaged', bytes: MAX_LINE_BYTES + 5, reason: 'too-long', terminated: false }]);
});
