import { expect, test } from 'vitest';
import { conversationOf } from '../../src/handoff/conversation.ts';
import type { RunText } from '../../src/journal/visible-text.ts';

const ADAPTER = { id: 'demo', chrome: ['^footer'], speakers: { user: ['^(?<mark>> )'], agent: ['^(?<mark>\\* )'] } };

const run = (number: number, lines: readonly string[], more: Partial<RunText> = {}): RunText => ({
  run: number,
  provider: 'demo',
  via: number === 1 ? 'new' : 'native-id',
  startedAt: null,
  isCut: false,
  lines: lines.map((text) => ({ text, gap: false })),
  ...more,
});

const FIRST = ['> hello', '* Hello, Ada.', '  How are you?', 'footer 1'];

/** `run speaker text`, with `+` for a gap and `=` for what is shown again. */
function told(runs: readonly RunText[], omitted = 0): readonly string[] {
  return conversationOf({ runs, omitted }, [ADAPTER]).map(
    ({ run: number, speaker, text, mark, gap, repeated }) =>
      `${number} ${speaker}${gap ? '+' : ''}${repeated ? '=' : ''} ${text.slice(mark)}`,
  );
}

test('all runs, line by line, with whom each is from', () => {
  expect(told([run(1, FIRST), run(2, ['> more', '* Done.'])])).toEqual([
    '1 user hello',
    '1 agent Hello, Ada.',
    '1 agent How are you?',
    '1 chrome footer 1',
    '2 user more',
    '2 agent Done.',
  ]);
});

test('what a resumed agent shows again is marked, interface aside, in the third run too', () => {
  const second = [...FIRST.slice(0, 3), 'footer 2', '> more', '* Done.'];
  const third = [...FIRST.slice(0, 3), '> more', '* Done.', '> last'];
  expect(told([run(1, FIRST), run(2, second), run(3, third)]).slice(4)).toEqual([
    '2 user= hello',
    '2 agent= Hello, Ada.',
    '2 agent= How are you?',
    '2 chrome footer 2',
    '2 user more',
    '2 agent Done.',
    '3 user= hello',
    '3 agent= Hello, Ada.',
    '3 agent= How are you?',
    '3 user= more',
    '3 agent= Done.',
    '3 user last',
  ]);
});

test.each<[string, Partial<RunText>]>([
  ['began anew', { via: 'new' }],
  ['was given a record of the old one', { via: 'visible-text' }],
  ['was another provider’s', { provider: 'other' }],
])('a run that %s shows nothing again', (_, more) => {
  const lines = conversationOf({ runs: [run(1, FIRST), run(2, FIRST, more)], omitted: 0 }, [ADAPTER]);
  expect(lines.filter(({ repeated }) => repeated)).toEqual([]);
});

test('a run of a provider without signs has unknown speakers only', () => {
  expect(told([run(1, ['> hello'], { provider: 'other' }), run(2, ['x'], { provider: null })])).toEqual([
    '1 unknown > hello',
    '2 unknown x',
  ]);
});

test('gaps are kept, and runs that were left out are one', () => {
  const gapped = run(2, [], {
    lines: [
      { text: 'a', gap: false },
      { text: 'b', gap: true },
    ],
  });
  expect(told([gapped])).toEqual(['2 unknown a', '2 unknown+ b']);
  expect(told([gapped], 1)).toEqual(['2 unknown+ a', '2 unknown+ b']);
});
