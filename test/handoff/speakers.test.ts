/** Whom lines are from: for each adapter that says so, screens as they were seen, a folder a case; and the rules themselves. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { adapters } from '../../adapters/index.ts';
import { markSpeakers } from '../../src/handoff/speakers.ts';
import type { Speakers } from '../../src/provider/adapter.ts';

const FIXTURES = fileURLToPath(new URL('../../fixtures', import.meta.url));
const spoken = adapters.filter(({ speakers }) => speakers !== undefined);
const foldersOf = (id: string) => {
  const folder = join(FIXTURES, id, 'speakers');
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
};
const CASES = spoken.flatMap((adapter) => foldersOf(adapter.id).map((folder) => [folder, adapter] as const));

test('every adapter that tells speakers apart has cases', () => {
  expect(spoken.filter(({ id }) => foldersOf(id).length === 0)).toEqual([]);
  expect(CASES.length).toBeGreaterThan(8);
});

/** `speaker |line without its sign`, as in expected.txt */
function marked(lines: readonly string[], adapter: Parameters<typeof markSpeakers>[1]): readonly string[] {
  return markSpeakers(lines, adapter).map(({ speaker, mark }, index) => {
    return `${speaker.padEnd(7)} |${lines[index]?.slice(mark)}`;
  });
}

const linesOf = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n');

test.each(CASES)('%s', (folder, adapter) => {
  expect(marked(linesOf(join(folder, 'lines.txt')), adapter)).toEqual(linesOf(join(folder, 'expected.txt')));
});

const GLYPHS: Speakers = {
  chrome: ['^-{3,}\\n'],
  tool: ['^(?<mark>\\* )[^\\n]*\\n {2}-> ', '^(?<mark>\\| )# '],
  user: ['^(?<mark>> )\\S', '^(?<mark>\\| )\\S'],
  agent: ['^(?<mark>\\* )'],
  bar: '^\\|',
};

test.each<[string, readonly string[], readonly string[]]>([
  ['signs', ['> hi', '* ho'], ['user    |hi', 'agent   |ho']],
  [
    'indented lines below',
    ['* ho', '  more', '    code', ' less'],
    ['agent   |ho', 'agent   |more', 'agent   |  code', 'unknown | less'],
  ],
  [
    'the line below tells a tool',
    ['* Ran ls', '  -> a', '* Ran on'],
    ['tool    |Ran ls', 'tool    |-> a', 'agent   |Ran on'],
  ],
  ['interface does not end a block', ['* ho', '-----', '  more'], ['agent   |ho', 'chrome  |-----', 'agent   |more']],
  ['nothing before the first sign', ['  more', '> hi'], ['unknown |  more', 'user    |hi']],
  [
    'a bar keeps its block',
    ['* ho', '| # ls', '| a', '* ho', '| hi', '| # in it'],
    ['agent   |ho', 'tool    |# ls', 'tool    |a', 'agent   |ho', 'user    |hi', 'tool    |# in it'],
  ],
])('%s', (_, lines, expected) => {
  expect(marked(lines, { speakers: GLYPHS })).toEqual(expected);
});

test('a block whose beginning is cut off is unknown, where it has a bar', () => {
  const lines = ['| a', '| b', '* ho', '| hi'];
  const speakers = (isCut: boolean) => markSpeakers(lines, { speakers: GLYPHS }, isCut).map(({ speaker }) => speaker);
  expect(speakers(true)).toEqual(['unknown', 'unknown', 'agent', 'user']);
  expect(speakers(false)).toEqual(['user', 'user', 'agent', 'user']);
});

test('interface without the bar ends a block that has one', () => {
  expect(marked(['| # ls', '-----', '| hi'], { speakers: GLYPHS })).toEqual([
    'tool    |# ls',
    'chrome  |-----',
    'user    |hi',
  ]);
});

test('rows that the adapter calls chrome are chrome; without signs everything is unknown', () => {
  expect(marked(['> hi', '> 1 of 3'], { chrome: ['^> \\d of \\d$'], speakers: GLYPHS })).toEqual([
    'user    |hi',
    'chrome  |> 1 of 3',
  ]);
  expect(marked(['> hi'], {})).toEqual(['unknown |> hi']);
});

test('any lines have a speaker each, and a mark within them; nothing takes long', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 200, unit: 'binary' })), (lines) => {
      for (const adapter of spoken) {
        const marks = markSpeakers(lines, adapter);
        expect(marks).toHaveLength(lines.length);
        for (const [index, { mark }] of marks.entries()) expect(mark).toBeLessThanOrEqual(lines[index]?.length ?? 0);
      }
    }),
    { numRuns: 200 },
  );
  const long = ['│ ', '● ', '  ', '> ', '•  └ ', '▐▛', '· '].map((sign) => sign.repeat(100_000));
  const startedAt = performance.now();
  for (const adapter of spoken) markSpeakers(long, adapter);
  expect(performance.now() - startedAt).toBeLessThan(1000);
});
