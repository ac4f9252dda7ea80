import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closest } from '../../src/core/did-you-mean.ts';
import { adapterIds, findAdapter } from '../../src/provider/registry.ts';
import { acme } from './sample-adapter.ts';

const adapters = [acme, { ...acme, id: 'brick' }];

test('an adapter is found by exactly its id', () => {
  expect(findAdapter(adapters, 'brick').id).toBe('brick');
  expect(adapterIds(adapters)).toEqual(['acme', 'brick']);
});

test.each([
  ['acmee', 'Did you mean acme? Providers: acme, brick.'],
  ['Brick', 'Did you mean brick? Providers: acme, brick.'],
  ['zzz', 'Providers: acme, brick.'],
  ['', 'Providers: acme, brick.'],
])('an unknown id %j says what there is', (id, hint) => {
  expect(() => findAdapter(adapters, id)).toThrow(
    expect.objectContaining({ code: 'provider-unknown', exitCode: 2, message: `There is no provider "${id}"`, hint }),
  );
});

test.each([
  ['lanch', ['launch', 'list'], 'launch'],
  ['ask', ['auto', 'ask'], 'ask'],
  ['aks', ['ask'], null],
  ['lits', ['list'], 'list'],
  ['résumé', ['resume'], 'resume'],
  ['x', ['y', 'launch'], 'y'],
  ['anything', [], null],
])('the word meant by %j among %j is %j', (word, candidates, meant) => {
  expect(closest(word, candidates)).toBe(meant);
});

test('one edit is always recognised in a word of four letters or more', () => {
  const words = fc.string({ minLength: 4, maxLength: 12 });
  fc.assert(
    fc.property(words, fc.nat(), (word, place) => {
      const at = place % word.length;
      expect(closest(word.slice(0, at) + word.slice(at + 1), [word])).toBe(word);
    }),
  );
});
