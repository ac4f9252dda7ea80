import { expect, test } from 'vitest';
import { farewellId } from '../../src/provider/farewell.ts';

const PATTERN = '^Go on with: acme (?<id>\\S+)$';

test.each<[string, string[], string | null]>([
  ['the last words', ['hello', 'Go on with: acme t-1'], 't-1'],
  ['words before the last', ['Go on with: acme t-1', 'Bye.'], 't-1'],
  ['the last of several', ['Go on with: acme t-1', 'Go on with: acme t-2'], 't-2'],
  ['something quoted inside a line', ['> Go on with: acme t-1'], null],
  ['words far above the end', ['Go on with: acme t-1', ...Array.from({ length: 8 }, () => '.')], null],
  ['an id that would be a flag', ['Go on with: acme --yolo'], null],
  ['nothing', [], null],
])('%s', (_, lines, id) => {
  expect(farewellId(PATTERN, lines)).toBe(id);
});

test('an agent that says nothing at its end names nothing', () => {
  expect(farewellId(undefined, ['Go on with: acme t-1'])).toBeNull();
});
