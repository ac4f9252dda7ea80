import { expect, test } from 'vitest';
import { tomlStrings } from '../../src/provider/toml-strings.ts';

test.each<[string, Record<string, string>]>([
  ['mode = "read-only"', { mode: 'read-only' }],
  ["mode='read-only' # why\n", { mode: 'read-only' }],
  ['a = "1"\r\nb-2 = "x # y"\r\n', { a: '1', 'b-2': 'x # y' }],
  ['a = "1"\na = "2"', { a: '2' }],
  ['a = 1\nb = true\nc = ["x"]\n# d = "x"', {}],
  ['a = "with \\"escape"', {}],
  ['[table]\nmode = "never"', {}],
  ['mode = "ask"\n[[rows]]\nmode = "never"', { mode: 'ask' }],
  ['', {}],
])('%j', (text, strings) => {
  expect(tomlStrings(text)).toEqual(strings);
});

test('a key like the name of a prototype is a key', () => {
  expect(Object.keys(tomlStrings('__proto__ = "x"'))).toEqual(['__proto__']);
});
