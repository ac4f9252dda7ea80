import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFollower } from '../../src/session/follow-lines.ts';

/** What a follower gives, look by look; the last look is the end. */
function followed(...looks: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const follower = createFollower();
  return looks.map((lines, index) => {
    const { from, to, lost } = follower.look(lines, index === looks.length - 1);
    return [...(lost ? ['...'] : []), ...lines.slice(from, to)];
  });
}

test('a line is given once it looked the same twice and another one follows', () => {
  expect(followed(['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c'])).toEqual([[], ['a'], ['b'], ['c']]);
});

test('a line that is being written is not given before it is whole', () => {
  expect(followed(['a', 'He'], ['a', 'Hello'], ['a', 'Hello, Ada'], ['a', 'Hello, Ada.'])).toEqual([
    [],
    ['a'],
    [],
    ['Hello, Ada.'],
  ]);
});

test('a last line that rests is given', () => {
  const same = ['a', 'b'];
  expect(followed(same, same, same, same, same, same)).toEqual([[], ['a'], [], ['b'], [], []]);
});

test('a row that changes holds back what stands below it', () => {
  const looks = ['1s', '2s', '3s'].map((time) => ['a', `thinking ${time}`, 'hint']);
  expect(followed(...looks, ['a', 'answer', 'hint'])).toEqual([[], ['a'], [], ['answer', 'hint']]);
});

test('a window that moved on is joined where it fits; where nothing fits, lines may be missing', () => {
  const all = Array.from({ length: 40 }, (_, index) => `line ${index}`);
  const [first, second] = [all.slice(0, 10), all.slice(6, 16)];
  expect(followed(first, first, second, second).flat()).toEqual(all.slice(0, 16));
  expect(followed(first, first, all.slice(30)).flat()).toEqual([...all.slice(0, 9), '...', ...all.slice(30)]);
});

test('whatever was appended between the looks, all is given once and in order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 6 }), { maxLength: 12 }), fc.integer({ min: 20, max: 40 }), (steps, window) => {
      let count = 0;
      const looks = [...steps, 0].map((step) => {
        count += step;
        return Array.from({ length: count }, (_, index) => `line ${index}`).slice(-window);
      });
      expect(followed(...looks).flat()).toEqual(Array.from({ length: count }, (_, index) => `line ${index}`));
    }),
  );
});
