import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonFault } from '../../src/session/json-fault.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('what JSON.parse takes has no fault, and the other way round', () => {
  const token = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"\\u00e9\\n"',
    '"\\x"',
    '1',
    '-0.5e+3',
    '.5',
    'true',
    'nul',
    ' ',
    '\n',
    '"',
    '\u007f',
    '\u0001',
  );
  const text = fc.oneof(
    fc.array(token, { maxLength: 8 }).map((tokens) => tokens.join('')),
    fc.json(),
    fc.tuple(fc.json(), fc.nat(), fc.string({ unit: 'binary', maxLength: 2 })).map(([json, place, cut]) => {
      const at = place % (json.length + 1);
      return json.slice(0, at) + cut + json.slice(at + 1);
    }),
  );
  fc.assert(
    fc.property(text, (one) => {
      expect(jsonFault(one) === null).toBe(isJson(one));
    }),
    { numRuns: 3000 },
  );
});

test('a long text is no trouble', () => {
  expect(jsonFault(JSON.stringify({ a: 'x\\"'.repeat(300_000) }))).toBeNull();
});
