import { afterAll, describe, expect, test } from 'vitest';
import { adapters } from '../../adapters/index.ts';
import { limitsShown } from '../../src/session/limits.ts';
import { fixture, type LimitCase } from '../adapters/fixtures.ts';

const when = { now: Date.parse('2026-11-30T10:00:00Z'), zone: 'UTC' };
const real = adapters.filter(({ builtIn }) => builtIn === undefined);

/** What of the corpus is found, and what is taken for a limit and is none. */
const score = { limits: 0, found: 0, others: 0, alarms: 0 };

afterAll(() => {
  process.stdout.write(
    `limits: ${score.found} of ${score.limits} found; ${score.alarms} false alarms in ${score.others} other screens\n`,
  );
});

describe.each(real.map((adapter) => [adapter.id, adapter] as const))('%s', (id, adapter) => {
  const corpus: LimitCase[] = JSON.parse(fixture(id, 'limits.json'));

  test.each(corpus.map((entry) => [entry.lines.join(' / '), entry] as const))('%s', (_, entry) => {
    const found = limitsShown(adapter, entry.lines, when);
    score[entry.limit ? 'limits' : 'others'] += 1;
    if (found.length > 0) score[entry.limit ? 'found' : 'alarms'] += 1;
    expect(found).toHaveLength(entry.limit ? 1 : 0);
    expect(found[0]?.said ?? null).toBe(entry.resets_at);
  });

  test('of each time that is said, and lies ahead, the instant is told', () => {
    const said = corpus.filter(({ resets_at }) => resets_at !== null && !/^\d{10}$/.test(resets_at));
    const instants = said.flatMap(({ lines }) => limitsShown(adapter, lines, when));
    expect(said.length).toBeGreaterThan(0);
    for (const { resets_at } of instants) expect(Date.parse(resets_at ?? '')).toBeGreaterThan(when.now);
  });
});

const custom = (pattern: string) => ({ limitPatterns: [pattern] });

test('a pattern of a user that begins nowhere is tried on single rows', () => {
  const lines = ['  error: usage limit reached, resets at 3pm', '  try another model', '>'];
  expect(limitsShown(custom('usage limit reached.*resets at (?<resets_at>.+)'), lines, when)).toEqual([
    {
      pattern: 0,
      text: 'error: usage limit reached, resets at 3pm',
      said: '3pm',
      resets_at: '2026-11-30T15:00:00.000Z',
    },
  ]);
});

test('of one that says where it begins, the rows below are taken where they tell more', () => {
  const found = (lines: string[]) => limitsShown(custom('^limit reached.* at (?<resets_at>.+)'), lines, when);
  expect(found(['│ limit reached, back at  │', '│ 3pm (UTC) │'])).toMatchObject([
    { resets_at: '2026-11-30T15:00:00.000Z' },
  ]);
  expect(found(['limit reached, back at 3pm', 'and so on'])).toMatchObject([{ resets_at: '2026-11-30T15:00:00.000Z' }]);
  expect(found(['limit reached, back at noon'])).toMatchObject([{ said: 'noon', resets_at: null }]);
});

test('the latest of several counts, and one above the last prompt does not', () => {
  const adapter = { ...custom('^limit until (?<resets_at>\\w+)'), promptPattern: '^> \\S' };
  expect(limitsShown(adapter, ['limit until 1pm', 'limit until 2pm'], when)).toMatchObject([{ said: '2pm' }]);
  expect(limitsShown(adapter, ['limit until 1pm', '> go on', 'fine'], when)).toEqual([]);
  expect(limitsShown(adapter, ['> go on', 'limit until 1pm', '>'], when)).toMatchObject([{ said: '1pm' }]);
});

test('what stands far up is not looked at, and endless rows take no time', () => {
  const far = ['limit until 1pm', ...Array.from({ length: 40 }, (_, index) => `line ${index}`)];
  expect(limitsShown(custom('^limit until (?<resets_at>\\w+)'), far, when)).toEqual([]);
  const rows = Array.from({ length: 120 }, () => `■ You’ve hit your usage limit ${'try again '.repeat(10_000)}`);
  const started = performance.now();
  for (const adapter of adapters) limitsShown(adapter, rows, when);
  expect(performance.now() - started).toBeLessThan(1000);
});
