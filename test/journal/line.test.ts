import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeLine, encodeLine, GENESIS, MAX_LINE_BYTES } from '../../src/journal/line.ts';

const PREV = '0123456789abcdef';
const BODY = { seq: 1, kind: 'seal', text: 'ä "quoted"\n' };

function lineOf(body: object, prev = PREV): Buffer {
  return encodeLine(body, prev).line.subarray(0, -1);
}

/** A line with a fitting sum around any bytes, to reach what is checked after the sum. */
function withSum(start: string | Buffer): Buffer {
  const summed = Buffer.concat([Buffer.from(start), Buffer.from(`,"prev":"${PREV}"`)]);
  const sum = createHash('sha256').update(summed).digest('hex').slice(0, 16);
  return Buffer.concat([summed, Buffer.from(`,"sum":"${sum}"}`)]);
}

test('a line is the body, then prev and sum, then a newline', () => {
  const { line, sum } = encodeLine({ seq: 1, kind: 'run.suspended' }, GENESIS);
  const summed = '{"seq":1,"kind":"run.suspended","prev":"0000000000000000"';
  expect(sum).toBe(createHash('sha256').update(summed).digest('hex').slice(0, 16));
  expect(line.toString()).toBe(`${summed},"sum":"${sum}"}\n`);
});

const anyBody = fc
  .dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString', '')), fc.jsonValue(), {
    minKeys: 1,
  })
  .filter((object) => !Object.hasOwn(object, 'prev') && !Object.hasOwn(object, 'sum'));

test('decoding gives back what was encoded', () => {
  fc.assert(
    fc.property(anyBody, fc.stringMatching(/^[0-9a-f]{16}$/), (object, prev) => {
      const { line, sum } = encodeLine(object, prev);
      const decoded = decodeLine(line.subarray(0, -1));
      expect(decoded).toMatchObject({ ok: true, prev, sum });
      if (decoded.ok) expect(JSON.stringify(decoded.value)).toBe(JSON.stringify(object));
    }),
  );
});

test('text of any kind survives, lone surrogates included', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', '\ud800', '\udfff', '\0', '\u2028', '\u202e'),
      (text, odd) => {
        const decoded = decodeLine(lineOf({ text: text + odd }));
        expect(decoded.ok && decoded.value['text']).toBe(text + odd);
      },
    ),
  );
});

test('any bytes decode without a throw', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => !decodeLine(bytes).ok));
});

test('no changed bit goes unnoticed', () => {
  const line = lineOf(BODY);
  for (let bit = 0; bit < line.length * 8; bit += 1) {
    const changed = Buffer.from(line);
    changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    expect(decodeLine(changed).ok, `bit ${bit}`).toBe(false);
  }
});

test('every shorter line is damaged', () => {
  const line = lineOf(BODY);
  for (let length = 0; length < line.length; length += 1) expect(decodeLine(line.subarray(0, length)).ok).toBe(false);
});

test.each([
  ['nothing', Buffer.alloc(0), 'no-sum'],
  ['text', Buffer.from('hello'), 'no-sum'],
  ['JSON without a sum', Buffer.from('{"seq":1}'), 'no-sum'],
  ['a carriage return at the end', Buffer.concat([lineOf(BODY), Buffer.from('\r')]), 'no-sum'],
  ['capital digits', Buffer.from(lineOf(BODY, PREV).toString().replace(PREV, PREV.toUpperCase())), 'no-sum'],
  ['another prev', Buffer.from(lineOf(BODY).toString().replace(PREV, GENESIS)), 'wrong-sum'],
  ['two lines that were fused', Buffer.concat([lineOf(BODY), lineOf(BODY)]), 'wrong-sum'],
  ['a zero byte in front', Buffer.concat([Buffer.alloc(1), lineOf(BODY)]), 'wrong-sum'],
  ['a byte order mark', withSum('\ufeff{"a":1'), 'not-json'],
  ['bytes that are not UTF-8', withSum(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31])), 'not-utf-8'],
  ['an encoded surrogate', withSum(Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31])), 'not-utf-8'],
  ['no JSON', withSum('{"a":'), 'not-json'],
  ['an object that is not the outermost one', withSum('[{"a":1'), 'not-json'],
  ['an unfinished inner object', withSum('{"a":{"b":1'), 'not-json'],
  ['too many bytes', Buffer.alloc(MAX_LINE_BYTES, 0x20), 'too-long'],
])('%s is damaged', (_, bytes, reason) => {
  expect(decodeLine(bytes)).toEqual({ ok: false, reason });
});

test('a field named __proto__ is a field', () => {
  const decoded = decodeLine(withSum('{"__proto__":{"kind":"x"},"a":1'));
  expect(
    decoded.ok && [Object.getPrototypeOf(decoded.value), decoded.value['kind'], Object.keys(decoded.value)],
  ).toEqual([null, undefined, ['__proto__', 'a']]);
});

test('deep nesting decodes', () => {
  const depth = 200_000;
  expect(decodeLine(withSum(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}`)).ok).toBe(true);
});

test('the longest line fits exactly, one byte more is refused', () => {
  const room = MAX_LINE_BYTES - encodeLine({ text: '' }, PREV).line.length;
  const longest = encodeLine({ text: 'x'.repeat(room) }, PREV).line;
  expect(longest.length).toBe(MAX_LINE_BYTES);
  expect(decodeLine(longest.subarray(0, -1)).ok).toBe(true);
  expect(() => encodeLine({ text: 'x'.repeat(room + 1) }, PREV)).toThrow(RangeError);
});

test.each([[{}], [[1]], [{ prev: 'x', a: 1 }], [{ a: 1, sum: 'x' }]])('%j is no body', (given) => {
  expect(() => encodeLine(given, PREV)).toThrow(TypeError);
});
