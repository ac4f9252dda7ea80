import fc from 'fast-check';
import { expect, test } from 'vitest';
import { repeatedLines } from '../../src/handoff/repeats.ts';

/** The lines that are not shown again. */
function fresh(before: readonly string[], lines: readonly string[]): readonly string[] {
  const repeated = repeatedLines(before, lines);
  return lines.filter((_, index) => !repeated[index]);
}

const OLD = [
  'hello',
  'Hello, Ada.',
  'fix it',
  'I will look.',
  'Read main.ts',
  'It is fixed.',
  'thanks',
  'You are welcome.',
];

test.each<[string, readonly string[], readonly string[], readonly string[]]>([
  ['all of it', OLD, [...OLD, 'more', 'Done.'], ['more', 'Done.']],
  ['its end', OLD, [...OLD.slice(4), 'more'], ['more']],
  ['below a greeting', OLD, ['Welcome back!', ...OLD.slice(2), 'more'], ['Welcome back!', 'more']],
  ['otherwise spaced', OLD, OLD.map((line) => `  ${line.replaceAll(' ', '  ')} `), []],
  [
    'a line that differs in between',
    OLD,
    ['Hello, Ada.', 'fix it', 'I will look!', ...OLD.slice(4), 'x'],
    ['I will look!', 'x'],
  ],
  ['something in between that was not there', OLD, [...OLD.slice(2, 4), 'note', ...OLD.slice(4)], ['note']],
  ['something left out in between', OLD, [...OLD.slice(0, 3), ...OLD.slice(5), 'x'], ['x']],
  ['what was said behind it is not shown again', [...OLD, 'Goodbye.', 'Resume with: agent -r'], [...OLD, 'x'], ['x']],
  ['nothing of it', OLD, ['a', 'b', 'c', 'd'], ['a', 'b', 'c', 'd']],
  ['too little of it', OLD, ['thanks', 'You are welcome.', 'x'], ['thanks', 'You are welcome.', 'x']],
  ['its beginning alone', [...OLD, ...Array.from({ length: 60 }, (_, n) => `line ${n}`)], OLD, OLD],
  ['nothing before', [], OLD, OLD],
  ['lines without words prove nothing', ['}', '---', '}', '---'], ['}', '---', '}', '---'], ['}', '---', '}', '---']],
])('%s', (_, before, lines, expected) => {
  expect(fresh(before, lines)).toEqual(expected);
});

test('the same answer that is given once more later on is news', () => {
  const answer = ['one answer', 'of three', 'lines'];
  const old = ['hello there', ...answer];
  expect(fresh(old, [...old, 'again please', ...answer])).toEqual(['again please', ...answer]);
});

test('far from the beginning of the run nothing counts as shown again', () => {
  const work = Array.from({ length: 40 }, (_, n) => `new line ${n}`);
  expect(fresh(OLD, [...work, ...OLD])).toEqual([...work, ...OLD]);
});

const line = fc.constantFrom('a b', 'b c', 'c d', '}', 'd e', 'e f', '');

test('what counts as shown again stands in the earlier lines in that order', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), fc.array(line, { maxLength: 40 }), (before, lines) => {
      const repeated = repeatedLines(before, lines);
      expect(repeated).toHaveLength(lines.length);
      let from = 0;
      for (const text of lines.filter((_, index) => repeated[index])) {
        const at = before.indexOf(text, from);
        expect(at).toBeGreaterThanOrEqual(from);
        from = at + 1;
      }
    }),
  );
});
