import { expect, test } from 'vitest';
import { begunAlone } from '../../src/provider/begun-alone.ts';

const at = (id: string, createdAt: number) => ({ id, createdAt, modifiedAt: 99 });

test.each([
  ['none was begun', null, []],
  ['one was begun', 'mine', [at('mine', 10)]],
  ['one was begun, and others before and after', 'mine', [at('old', 9), at('mine', 15), at('late', 21)]],
  ['two were begun', null, [at('mine', 10), at('its', 20)]],
  ['the other one is known to be of another process', 'mine', [at('mine', 15), at('foreign', 16)]],
  ['the only one is known to be of another process', null, [at('foreign', 16)]],
])('when %s while it was alone, its conversation is %j', (_, nativeId, listed) => {
  expect(begunAlone(listed, { since: 10, until: 20, others: new Set(['foreign']) })).toBe(nativeId);
});
