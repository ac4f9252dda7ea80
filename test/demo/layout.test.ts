import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editorRows, fitted, visible, widthOf, wrapped } from '../../src/demo/layout.ts';

test.each([
  ['abc', 3],
  ['漢字', 4],
  ['e\u0301', 1],
  ['\u{1f469}\u200d\u{1f467}', 2],
  ['\u2764\ufe0f', 2],
  ['ﾊﾝ', 2],
  ['', 0],
])('the width of %j is %i', (text, width) => {
  expect(widthOf(text)).toBe(width);
});

describe('wrapped', () => {
  test.each([
    ['one two three', 7, ['one two', 'three']],
    ['one two', 3, ['one', 'two']],
    ['abcdefgh', 3, ['abc', 'def', 'gh']],
    ['漢字漢', 3, ['漢', '字', '漢']],
    ['a\n\nb', 10, ['a', '', 'b']],
    ['', 5, ['']],
    ['abc', 0, ['a', 'b', 'c']],
  ])('%j in %i columns', (text, columns, rows) => {
    expect(wrapped(text, columns)).toEqual(rows);
  });

  test('no row is wider than asked, and no character but blanks is lost', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 40 }), (any, columns) => {
        const text = visible(any);
        const rows = wrapped(text, columns);
        for (const row of rows) expect(widthOf(row)).toBeLessThanOrEqual(columns);
        expect(rows.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      }),
    );
  });
});

test('fitted text is exactly as wide as asked', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }).map(visible), fc.nat(60), (text, columns) => {
      expect(widthOf(fitted(text.replaceAll('\n', ''), columns))).toBe(columns);
    }),
  );
});

test('the cursor stands where the next character will', () => {
  expect(editorRows('abcdef', 3, 3)).toEqual({ rows: ['abc', 'def', ''], row: 1, column: 0 });
  expect(editorRows('ab\ncd', 4, 10)).toEqual({ rows: ['ab', 'cd'], row: 1, column: 1 });
  expect(editorRows('漢字', 1, 10)).toEqual({ rows: ['漢字'], row: 0, column: 2 });
});
