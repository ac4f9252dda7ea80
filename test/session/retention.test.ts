import { expect, test } from 'vitest';
import { beyondTheNewest } from '../../src/session/retention.ts';
import type { SessionSummary } from '../../src/session/summaries.ts';

const session = (id: string, fields: Partial<SessionSummary> = {}) =>
  ({ session: id, name: null, pinned: false, live_pid: null, ...fields }) as SessionSummary;

test.each<[string, SessionSummary[], number, string[]]>([
  ['fewer than are kept', [session('a'), session('b')], 2, []],
  ['the oldest go', [session('a'), session('b'), session('c')], 1, ['b', 'c']],
  [
    'named, pinned and live ones stay and are not counted',
    [
      session('n', { name: 'x' }),
      session('p', { pinned: true }),
      session('l', { live_pid: 1 }),
      session('a'),
      session('b'),
    ],
    1,
    ['b'],
  ],
  ['none are kept', [session('a'), session('n', { name: 'x' })], 0, ['a']],
])('%s', (_, sessions, keep, gone) => {
  expect(beyondTheNewest(sessions, keep).map((one) => one.session)).toEqual(gone);
});
