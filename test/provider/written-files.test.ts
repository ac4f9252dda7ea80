import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FileState, firstLook, nextLook, type Written } from '../../src/provider/written-files.ts';

const file = (key: string, modifiedAt: number): FileState => ({ key, path: `/talks/${key}`, modifiedAt });

/** Looks at one folder after the other; each is `key: time of its last write`. */
function after(start: Written, looks: readonly Record<string, number>[], alone = true): (string | null)[] {
  let state = start;
  return looks.map((folder) => {
    const files = Object.entries(folder).map(([key, time]) => file(key, time));
    state = nextLook(state, files, () => alone);
    return state.live;
  });
}

const start = firstLook('a', [file('a', 1), file('old', 1)]);

test.each<[string, Record<string, number>[], string[]]>([
  ['nothing is written', [{ a: 1, old: 1 }], ['a']],
  [
    'the live one is written',
    [
      { a: 2, old: 1 },
      { a: 3, old: 1 },
    ],
    ['a', 'a'],
  ],
  [
    'an old one is written once, such as by a summary',
    [
      { a: 1, old: 2 },
      { a: 2, old: 2 },
      { a: 2, old: 3 },
    ],
    ['a', 'a', 'a'],
  ],
  [
    'an old one is loaded and spoken in',
    [
      { a: 1, old: 2 },
      { a: 1, old: 3 },
    ],
    ['a', 'old'],
  ],
  ['a new one appears', [{ a: 1, old: 1, new: 2 }], ['a']],
  [
    'a new one appears and is spoken in',
    [
      { a: 1, old: 1, new: 2 },
      { a: 1, old: 1, new: 3 },
    ],
    ['a', 'new'],
  ],
  [
    'one is spoken in and then the first again',
    [
      { a: 1, b: 2 },
      { a: 1, b: 3 },
      { a: 4, b: 3 },
      { a: 5, b: 3 },
    ],
    ['a', 'b', 'b', 'a'],
  ],
  ['three in turn', [{ b: 2 }, { b: 3 }, { b: 3, c: 4 }, { b: 3, c: 5 }], ['a', 'b', 'b', 'c']],
  [
    'two others at once',
    [
      { a: 1, b: 2, c: 2 },
      { a: 1, b: 3, c: 3 },
    ],
    ['a', 'a'],
  ],
  ['the live one is deleted', [{ old: 1 }], ['a']],
])('%s', (_, looks, live) => {
  expect(after(start, looks)).toEqual(live);
});

test('where another process may be the writer, nothing counts', () => {
  expect(
    after(
      start,
      [
        { a: 1, b: 2 },
        { a: 1, b: 3 },
        { a: 1, b: 4 },
      ],
      false,
    ),
  ).toEqual(['a', 'a', 'a']);
});

test('whether others are there is asked only when something else than the live one was written', () => {
  const asked = () => {
    throw new Error('not needed');
  };
  const state = nextLook(start, [file('a', 1), file('old', 1)], asked);
  expect(nextLook(state, [file('a', 2), file('old', 1)], asked).live).toBe('a');
});

test('no conversation that was written less than twice is ever taken for the live one', () => {
  const folder = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'old'), fc.integer({ min: 1, max: 4 }));
  fc.assert(
    fc.property(fc.array(folder, { maxLength: 12 }), (looks) => {
      const writes = new Map<string, Set<number>>();
      let state = start;
      for (const look of looks) {
        const files = Object.entries(look).map(([key, time]) => file(key, time));
        state = nextLook(state, files, () => true);
        for (const { key, modifiedAt } of files) writes.set(key, (writes.get(key) ?? new Set()).add(modifiedAt));
        const times = writes.get(state.live ?? '')?.size ?? 0;
        expect(state.live === 'a' || times >= 2).toBe(true);
      }
    }),
  );
});
