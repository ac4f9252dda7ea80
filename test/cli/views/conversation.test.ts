import { expect, test } from 'vitest';
import { createConversationPrinter, PLAIN } from '../../../src/cli/views/conversation.ts';
import { createLogPrinter, rawText } from '../../../src/cli/views/session-log.ts';
import { createFold } from '../../../src/cli/views/wrap.ts';
import type { ConversationLine, Speaker } from '../../../src/handoff/conversation.ts';

const line = (speaker: Speaker, text: string, more: Partial<ConversationLine> = {}): ConversationLine => ({
  run: 1,
  provider: 'demo',
  speaker,
  text,
  mark: 0,
  gap: false,
  repeated: false,
  ...more,
});

const TALK = [
  line('chrome', '────'),
  line('user', '❯ hello', { mark: 2 }),
  line('agent', '● Hello, Ada.', { mark: 2 }),
  line('agent', '  How are you?', { mark: 2 }),
  line('tool', '● Read(a.ts)', { mark: 2 }),
  line('unknown', ' what is this'),
  line('user', '❯ well', { mark: 2 }),
  line('user', '  and you?', { mark: 2 }),
  line('chrome', '? for shortcuts'),
];

test('one sign for all agents, a blank line before each turn of the user, interface counted', () => {
  const printer = createConversationPrinter(PLAIN);
  expect(printer.print(TALK) + printer.leftOut()).toBe(
    [
      '> hello',
      '  Hello, Ada.',
      '  How are you?',
      '| Read(a.ts)',
      ' what is this',
      '',
      '> well',
      '> and you?',
      '  ... 2 lines of interface left out (--raw shows all)',
      '',
    ].join('\n'),
  );
  expect(printer.leftOut()).toBe('');
});

test('what is shown again is one line, and so is a gap', () => {
  const printer = createConversationPrinter(PLAIN);
  const again = { repeated: true, mark: 2 };
  expect(printer.print([line('user', '❯ a', again), line('agent', '● b', again)])).toBe('');
  expect(printer.print([line('user', '❯ c', { mark: 2, gap: true })])).toBe(
    '  ... 2 lines of before, shown again\n  ... lines may be missing here\n> c\n',
  );
  expect(printer.print([line('user', '❯ a', again)]) + printer.leftOut()).toBe('  ... 1 line of before, shown again\n');
});

test('the other edge of a box goes with its first one', () => {
  const { print } = createConversationPrinter(PLAIN);
  expect(print([line('tool', '│ ✓  Shell ls      │', { mark: 2 }), line('tool', '  a │ b │', { mark: 2 })])).toBe(
    '| ✓  Shell ls\n| a │ b │\n',
  );
});

test('colours for a terminal, and nothing else that a terminal acts on', () => {
  const { print } = createConversationPrinter({ colour: true, fold: null });
  expect(print([line('user', '> a\u001b[31mb\u0007', { mark: 2 }), line('tool', 'x'), line('agent', 'y')])).toBe(
    '\u001b[1m> ab\u001b[0m\n\u001b[2m| x\u001b[0m\n  y\n',
  );
});

test('log says which run it is', () => {
  const runs = [
    { run: 1, provider: 'demo', via: 'new', startedAt: '2026-01-02T03:04:05.678Z' },
    { run: 2, provider: 'de\u001b[2Jmo', via: 'native-id', startedAt: null },
  ] as const;
  const printer = createLogPrinter(PLAIN);
  const first = printer.print([line('user', 'a'), line('chrome', 'x')], { runs, omittedRuns: 3 });
  const second = printer.print([line('user', 'b', { run: 2 })], { runs, omittedRuns: 3 });
  expect(first + second + printer.end()).toBe(
    [
      'The first 3 runs are too much to be shown.',
      'Run 1: demo, new, 2026-01-02T03:04:05.678Z',
      '> a',
      '  ... 1 line of interface left out (--raw shows all)',
      '',
      'Run 2: demo, native-id',
      '> b',
      '',
    ].join('\n'),
  );
});

test('raw is every line as it was, through the gate', () => {
  expect(rawText([line('chrome', '── \u001b[2J'), line('user', '❯ a', { mark: 2, repeated: true })])).toBe(
    '── \n❯ a\n',
  );
});

test.each<[number, string, readonly string[]]>([
  [24, 'short enough', ['short enough']],
  [24, 'one two three four five six', ['one two three four five', 'six']],
  [24, '    - one two three four five', ['    - one two three four', '    five']],
  [24, 'x'.repeat(40), ['x'.repeat(40)]],
  [24, `a ${'x'.repeat(40)} b`, ['a', 'x'.repeat(40), 'b']],
  [10, 'one two three four five six', ['one two three four five six']],
])('within %i columns: %j', (columns, text, rows) => {
  expect(createFold(columns, (each) => each.length)(text, 0)).toEqual(rows);
});

test('what stands before each row takes its columns', () => {
  expect(createFold(24, (text) => text.length)('one two three four five', 2)).toEqual(['one two three four', 'five']);
});
