import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printable, printableLine } from '../../src/redact/gate.ts';

interface Payload {
  readonly name: string;
  readonly text: string;
  readonly printed: string;
}

const payloads: readonly Payload[] = JSON.parse(
  readFileSync(new URL('../../fixtures/redact/hostile-text.json', import.meta.url), 'utf8'),
);

/** What never comes through, whatever stands around it. */
const BANNED =
  /(?![\n\t])\p{Control}|\p{Surrogate}|[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/u;

/** Strings in which sequences begin, end and break in all places. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'\u001b[]P_^X\\NO0;m?$ \u0007\u009b\u009d\u009c\u0090\n\r\t\ud83d\ude00'.split('')),
      fc.constantFrom(
        '\u200d',
        '\u200c',
        '\ufe0f',
        '\u{1f469}',
        '\u{1f3fd}',
        '\u{1f3f4}',
        '\u{e0067}',
        '\u{e007f}',
        '1',
        '\u0915',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.nat(0xffff).map((unit) => String.fromCharCode(unit)),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

describe('printable', () => {
  test.each(payloads.map(({ name, text, printed }) => [name, text, printed]))('%s', (_, text, printed) => {
    expect(printable(text ?? '')).toBe(printed);
  });

  test('each payload leaves nothing of itself behind what it follows or precedes', () => {
    for (const first of payloads) {
      for (const second of payloads) expect(printable(`${first.text}\n${second.text}`)).not.toMatch(BANNED);
    }
  });

  test('no banned character comes through, and a second pass changes nothing', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const printed = printable(text);
        expect(printed).not.toMatch(BANNED);
        expect(printable(printed)).toBe(printed);
      }),
      { numRuns: 5000 },
    );
  });

  test('plain text stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        expect(printable(text)).toBe(text);
      }),
    );
  });

  test('a mebibyte of any beginning ends', () => {
    for (const part of [
      '\u001b',
      '\u001b[',
      '\u001b]',
      '\u009d',
      '\u001bP\n',
      '\u001b[;',
      '\u001b ',
      '\u{e0067}',
      '\u{1f3f4}\u{e0067}',
      '\u200d',
      '\ud800',
    ]) {
      expect(printable(part.repeat(2 ** 20 / part.length))).not.toMatch(BANNED);
    }
  });
});

describe('printableLine', () => {
  test.each([
    ['a\nb', 'a b'],
    ['a\r\nb', 'a b'],
    ['a\rb', 'a b'],
    ['a\t\n\r\n\tb', 'a b'],
    ['a \n b', 'a b'],
    ['a  b', 'a  b'],
    ['\u001b]0;owned\ra', ' a'],
    ['\u001b[31mred\u001b[0m\nblue', 'red blue'],
  ])('%j', (text, printed) => {
    expect(printableLine(text)).toBe(printed);
  });

  test('is one line, and idempotent', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const line = printableLine(text);
        expect(line).not.toMatch(/[\n\r\t]/);
        expect(line).not.toMatch(BANNED);
        expect(printableLine(line)).toBe(line);
      }),
    );
  });
});
