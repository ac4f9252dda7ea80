import { expect, test } from 'vitest';
import { toEvent } from '../../src/journal/shape.ts';
import { EVENTS, recorded } from './support.ts';

/** What earlier versions did not write. */
const OPTIONAL = ['native_root', 'capture', 'conversation'];

test.each(Object.entries(EVENTS))('%s is known, with extra fields too', (_, event) => {
  expect(toEvent({ ...recorded(3, event), note: 'of a later version' })).toMatchObject({ ...event, seq: 3, run: 1 });
});

test.each(Object.entries(EVENTS))(
  '%s without one of its fields, or with another type there, is unknown',
  (_, event) => {
    for (const field of Object.keys(event).filter((name) => name !== 'kind')) {
      expect(toEvent({ ...recorded(3, event), [field]: Symbol.iterator }), field).toMatchObject({
        kind: 'unknown',
        seq: 3,
        run: 1,
      });
      if (OPTIONAL.includes(field)) continue;
      const { [field]: _gone, ...rest } = recorded(3, event) as Record<string, unknown>;
      expect(toEvent(rest).kind, field).toBe('unknown');
    }
  },
);

test.each([
  ['a kind of a later version', { kind: 'tool.called' }, { seq: 5, run: 1 }],
  ['the name of an inherited field as kind', { kind: 'constructor' }, { seq: 5 }],
  ['no kind', { kind: undefined }, { seq: 5 }],
  ['no time', { at: undefined }, { at: null, seq: 5 }],
  ['no time that can be read', { at: 'yesterday' }, { at: null }],
  ['no seq', { seq: undefined }, { seq: null, run: 1 }],
  ['seq 0', { seq: 0 }, { seq: null }],
  ['a broken seq', { seq: 1.5 }, { seq: null }],
  ['a seq that numbers cannot hold', { seq: 2 ** 60 }, { seq: null }],
  ['a run in words', { run: 'first' }, { run: null, seq: 5 }],
  ['run 0', { run: 0 }, { run: null }],
])('an event with %s is unknown and kept', (_, change, expected) => {
  const value = { ...recorded(5, EVENTS.input), ...change };
  expect(toEvent(value)).toMatchObject({ kind: 'unknown', value, ...expected });
});

test.each([
  ['a size that is a list', { size: [80, 24] }],
  ['a negative size', { size: { cols: -1, rows: 24 } }],
  ['a line that is no text', { lines: ['a', 1] }],
  ['counts that are no numbers', { redacted: { key: 'many' } }],
  ['another origin', { from: 'middle' }],
])('a screen with %s is unknown', (_, change) => {
  expect(toEvent({ ...recorded(5, EVENTS.screen), ...change }).kind).toBe('unknown');
});

test('an event of the session as a whole has no run', () => {
  expect(toEvent(recorded(5, EVENTS.gap, null) as Record<string, unknown>)).not.toHaveProperty('run');
});
