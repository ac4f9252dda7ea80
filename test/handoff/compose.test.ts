import { expect, test } from 'vitest';
import { recordLines, redactedIn, titlesOf } from '../../src/handoff/compose.ts';
import type { ConversationLine } from '../../src/handoff/conversation.ts';
import { renderRecord } from '../../src/handoff/render.ts';
import type { Via } from '../../src/journal/event.ts';

const NONCE = 'a1'.repeat(12);
const line = (run: number, text: string, more: Partial<ConversationLine> = {}): ConversationLine => ({
  run,
  provider: null,
  text,
  speaker: 'unknown',
  mark: 0,
  gap: false,
  repeated: false,
  ...more,
});
const run = (number: number, provider: string, via: Via) => ({ run: number, provider, via });
const titleOf = (provider: string | null) => ({ acme: 'Acme', rival: 'Rival' })[provider ?? ''] ?? 'an agent';

test('interface and what was shown twice go; whom a line is from stays', () => {
  const lines = [
    line(1, '> fix it', { speaker: 'user' }),
    line(1, '? for help', { speaker: 'chrome' }),
    line(1, '* done', { speaker: 'agent', gap: true }),
    line(2, '* done', { speaker: 'agent', repeated: true }),
    line(2, '$ ls', { speaker: 'tool' }),
    line(3, 'well'),
  ];
  const runs = [run(1, 'acme', 'new'), run(2, 'acme', 'native-id'), run(3, 'rival', 'visible-text')];
  expect(recordLines({ lines, runs, titleOf })).toEqual([
    { text: '> fix it', label: 'run 1, Acme: the user', gap: false },
    { text: '* done', label: 'run 1, Acme: the agent', gap: true },
    { text: '$ ls', label: 'run 2, Acme: a tool of the agent', gap: false },
    { text: 'well', label: 'run 3, Rival: not known whose', gap: false },
  ]);
  expect(titlesOf({ lines, runs, titleOf })).toBe('Acme and Rival');
});

const first = [line(1, 'the heron'), line(1, 'stands still')];

function shownRecord(): string[] {
  const lines = first.map(({ text }) => ({ text, label: 'run 1, Acme: not known whose' }));
  return renderRecord({ lines, title: 'Acme', nonce: NONCE, maxBytes: 10_000 }).text.split('\n');
}

test.each([
  [
    'whole, behind the sign of a prompt',
    (rows: string[]) => rows.map((row, at) => (at === 0 ? `❯ ${row}` : `  ${row}`)),
  ],
  ['without its beginning, which scrolled away', (rows: string[]) => rows.slice(5)],
  ['from its marker on', (rows: string[]) => rows.slice(3)],
])('a record that a run shows, %s, is not handed over once more', (_, cut) => {
  const rows = cut(shownRecord());
  const end = rows.findIndex((row) => row.includes('ends ==='));
  const lines = [...first, ...rows.slice(0, end + 1).map((text) => line(2, text)), line(2, 'and flies')];
  const runs = [run(1, 'acme', 'new'), run(2, 'rival', 'visible-text')];
  expect(recordLines({ lines, runs, titleOf }).map(({ text }) => text)).toEqual([
    'the heron',
    'stands still',
    'and flies',
  ]);
});

test('what stood before the record in its run stays, and a marker in another run hides nothing', () => {
  const rows = shownRecord();
  const end = rows.findIndex((row) => row.includes('ends ==='));
  const lines = [line(1, 'welcome'), ...rows.slice(0, end + 1).map((text) => line(1, text))];
  const given = recordLines({ lines, runs: [run(1, 'acme', 'visible-text')], titleOf });
  expect(given.map(({ text }) => text)).toEqual(['welcome']);
  expect(recordLines({ lines, runs: [run(1, 'acme', 'new')], titleOf })).toHaveLength(lines.length);
});

test('marks of what was taken out are counted by kind', () => {
  expect(redactedIn('a [redacted:token] b [redacted:token] [redacted:private-key] [redacted:]')).toEqual({
    token: 2,
    'private-key': 1,
  });
});
