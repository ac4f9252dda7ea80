import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JournalEvent, Recorded } from '../../src/journal/event.ts';
import { createTextFold, type OpenScreen, type VisibleText } from '../../src/journal/visible-text.ts';
import { EVENTS } from './support.ts';

const transcript = (first: number, lines: readonly string[], gap = false): JournalEvent => ({
  kind: 'transcript',
  lines,
  first,
  gap,
  redacted: {},
});
const screen = (...lines: string[]): JournalEvent => ({ ...EVENTS.screen, lines });

function textOf(
  events: readonly (readonly [number, JournalEvent])[],
  open: OpenScreen | null = null,
  max?: number,
): VisibleText {
  const fold = createTextFold(max);
  for (const [index, [run, event]] of events.entries())
    fold.add({ seq: index + 1, at: '2026-01-02T03:04:05.678Z', run, ...event } as Recorded);
  return fold.text(open);
}

/** The lines, `...` before one before which some may be missing. */
const shown = ({ runs }: VisibleText) =>
  runs.map(({ lines }) => lines.map(({ text, gap }) => (gap ? `...${text}` : text)));

const FULL: JournalEvent = { kind: 'gap', lost: 0, error: 'full' };

test.each<[string, readonly JournalEvent[], readonly string[]]>([
  ['a screen alone', [screen('a', 'b')], ['a', 'b']],
  [
    'a transcript, then the screen',
    [transcript(0, ['a']), transcript(1, ['b', 'c']), screen('d')],
    ['a', 'b', 'c', 'd'],
  ],
  ['the same line as often as it was said', [transcript(0, ['a', 'a']), screen('a')], ['a', 'a', 'a']],
  ['a gap that was told', [transcript(0, ['a']), transcript(1, ['b'], true)], ['a', '...b']],
  ['a batch that is not there', [transcript(0, ['a']), transcript(4, ['e']), screen('f')], ['a', '...e', 'f']],
  ['a first batch that is not there', [transcript(4, ['e'])], ['...e']],
  ['a batch twice', [transcript(0, ['a', 'b']), transcript(1, ['b', 'c'])], ['a', 'b', 'c']],
  ['a batch that is known', [transcript(0, ['a', 'b']), transcript(0, ['a']), screen('c')], ['a', 'b', 'c']],
  ['more than a run may have', [transcript(0, ['a']), FULL, screen('z')], ['a', '...z']],
])('%s', (_, events, expected) => {
  expect(shown(textOf(events.map((event) => [1, event])))).toEqual([expected]);
});

test('runs are kept apart, with who showed them and how they came to their conversation', () => {
  const found = textOf([
    [1, EVENTS.started],
    [1, screen('a')],
    [2, { ...EVENTS.started, via: 'native-id' }],
    [2, screen('b')],
    [3, EVENTS.permission],
  ]);
  expect(found.runs).toMatchObject([
    { run: 1, provider: 'demo', via: 'new', startedAt: '2026-01-02T03:04:05.678Z', lines: [{ text: 'a' }] },
    { run: 2, via: 'native-id', lines: [{ text: 'b' }] },
    { run: 3, provider: null, via: null, startedAt: null, lines: [] },
  ]);
});

const OPEN: OpenScreen = { run: 1, first: 2, above: ['c', 'd'], lines: ['e', 'f'] };

test.each<[string, readonly JournalEvent[], OpenScreen, readonly string[]]>([
  ['a checkpoint in the place of the screen', [transcript(0, ['a', 'b'])], OPEN, ['a', 'b', 'c', 'd', 'e', 'f']],
  [
    'what became final after it was taken',
    [transcript(0, ['a', 'b', 'c', 'd', 'e'])],
    OPEN,
    ['a', 'b', 'c', 'd', 'e', 'f'],
  ],
  ['a transcript that was not written', [transcript(0, ['a'])], OPEN, ['a', '...c', 'd', 'e', 'f']],
  ['a screen that came since', [transcript(0, ['a', 'b']), screen('z')], OPEN, ['a', 'b', 'z']],
  ['one of another run', [screen('z')], { ...OPEN, run: 2 }, ['z']],
  ['one without a transcript', [EVENTS.started], { ...OPEN, first: null, above: [] }, ['e', 'f']],
])('%s', (_, events, open, expected) => {
  expect(
    shown(
      textOf(
        events.map((event) => [1, event]),
        open,
      ),
    ),
  ).toEqual([expected]);
});

test.each<[string, readonly JournalEvent[], OpenScreen | null, boolean]>([
  ['a short screen', [screen('a')], null, false],
  ['a full screen', [screen(...Array.from({ length: 120 }, () => 'a'))], null, true],
  ['a transcript', [transcript(0, ['a']), screen(...Array.from({ length: 120 }, () => 'a'))], null, false],
  ['a transcript without its first lines', [transcript(7, ['a']), screen('b')], null, true],
  ['a full checkpoint of all', [], { ...OPEN, first: 0, lines: Array.from({ length: 120 }, () => 'a') }, false],
  [
    'a full checkpoint of the screen',
    [],
    { ...OPEN, first: null, lines: Array.from({ length: 120 }, () => 'a') },
    true,
  ],
])('whether the beginning of a run is there: %s', (_, events, open, isCut) => {
  const all = [EVENTS.started, ...events].map((event): [number, JournalEvent] => [1, event]);
  expect(textOf(all, open).runs[0]?.isCut).toBe(isCut);
});

test('too much text: the oldest runs go, the latest stays whole', () => {
  const long = 'x'.repeat(600);
  const found = textOf(
    [
      [1, screen(long)],
      [2, screen(long)],
      [3, screen(long, long)],
    ],
    null,
    1000,
  );
  expect(found.runs.map(({ run }) => run)).toEqual([3]);
  expect(found.omitted).toBe(2);
  expect(found.runs[0]?.lines).toHaveLength(2);
});

test('however lines become final, and wherever a checkpoint is taken in between, each line is there once', () => {
  const cut = fc.array(fc.nat({ max: 9 }), { maxLength: 8 });
  fc.assert(
    fc.property(cut, fc.nat({ max: 30 }), fc.nat({ max: 8 }), (batches, open, taken) => {
      const total = batches.reduce((sum, count) => sum + count, 0) + open;
      const all = Array.from({ length: total }, (_, index) => `line ${index % 5}`);
      let next = 0;
      let first = 0;
      const events = batches.map((count, index): [number, JournalEvent] => {
        // the checkpoint is older than what became final since
        if (index <= taken) first = next;
        next += count;
        return [1, transcript(next - count, all.slice(next - count, next))];
      });
      const rest = all.slice(first);
      const found = textOf([[1, EVENTS.started], ...events], {
        run: 1,
        first,
        above: rest.slice(0, 3),
        lines: rest.slice(3),
      });
      expect(shown(found)).toEqual([all]);
    }),
  );
});
