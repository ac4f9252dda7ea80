import { expect, test } from 'vitest';
import type { JournalEvent } from '../../src/journal/event.ts';
import { createStanding } from '../../src/journal/standing.ts';
import { EVENTS, HEADER, RUN } from './support.ts';

const { permission, identity, started, input } = EVENTS;
const renewed = { ...identity, native_id: 'bbbb' };

test.each<[string, readonly JournalEvent[], readonly JournalEvent[]]>([
  ['a whole run', RUN, [permission, identity, started, input]],
  ['an id that changed', [permission, identity, started, input, renewed], [permission, started, renewed]],
  ['an id that changed and was spoken to', [identity, started, input, renewed, input], [started, renewed, input]],
])('%s stands on little', (_, events, expected) => {
  const standing = createStanding();
  events.forEach((event, index) => {
    standing.note({ event, run: 1, at: HEADER.created_at }, index + 1);
  });
  expect(standing.takeAfter(0).map(({ event }) => event)).toEqual(expected);
  expect(standing.takeAfter(0)).toEqual([]);
});

test('only what was written after a seq is taken, and a new run begins anew', () => {
  const standing = createStanding();
  const note = (event: JournalEvent, run: number, seq: number) =>
    standing.note({ event, run, at: HEADER.created_at }, seq);
  note(permission, 1, 1);
  note(identity, 2, 2);
  note(started, 2, 3);
  note(input, 2, 4);
  expect(standing.takeAfter(2).map(({ event }) => event)).toEqual([started, input]);
  expect(standing.takeAfter(0).map(({ event }) => event)).toEqual([identity]);
});
