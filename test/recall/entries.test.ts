import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutToJsonBytes, jsonBytes, piecesOf } from '../../src/recall/entries.ts';
import { parseRevision, revisionText } from '../../src/recall/revision.ts';

test('the pieces of a block are its lines, each once and in order, and short unless one line is long', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 900 }), { maxLength: 60 }), (lines) => {
      const pieces = piecesOf(lines);
      expect(pieces.flatMap(({ from, to }) => lines.slice(from, to))).toEqual(lines);
      for (const { from, to } of pieces) {
        if (to - from > 1) expect(jsonBytes(lines.slice(from, to).join('\n'))).toBeLessThanOrEqual(1800);
      }
    }),
  );
});

test('a text is cut to its bytes in JSON, never within a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 0, max: 60 }), (text, most) => {
      const cut = cutToJsonBytes(text, most);
      expect(jsonBytes(cut.text)).toBeLessThanOrEqual(most);
      expect(text.startsWith(cut.text)).toBe(true);
      expect(cut.truncated).toBe(cut.text !== text);
    }),
  );
  expect(cutToJsonBytes('a"b', 3)).toEqual({ text: 'a"', truncated: true });
});

test('a revision is read back, and nothing else is one', () => {
  const revision = { seq: 12, sum: '0123456789abcdef', rules: '89abcdef' };
  expect(parseRevision(revisionText(revision))).toEqual(revision);
  for (const text of ['', '12', '-1-0123456789abcdef-89abcdef', '12-0123456789abcdef', 'x-0123456789abcdef-89abcdef'])
    expect(parseRevision(text)).toBeUndefined();
});
