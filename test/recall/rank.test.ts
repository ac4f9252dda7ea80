import { expect, test } from 'vitest';
import { createCollector, type Source } from '../../src/recall/collect.ts';
import { wordMatcher } from '../../src/recall/matcher.ts';
import { parseQuery } from '../../src/recall/query.ts';
import { rank } from '../../src/recall/rank.ts';

const screen = (lines: readonly string[], seq = 1): Source => ({ run: 1, seq, lines, bytes: 2000 });

function ranked(query: string, sessions: Readonly<Record<string, readonly Source[]>>) {
  const matcher = wordMatcher(parseQuery(query));
  const found = Object.entries(sessions).map(([session, sources]) => {
    const collector = createCollector(matcher);
    for (const source of sources) collector.add(source);
    return { session, findings: collector.findings() };
  });
  return rank(matcher, found, 100);
}

test('a session with all words, wherever they stand in it, comes instead of those with some', () => {
  const { matched, hits } = ranked('heron otter', {
    both: [screen(['a heron']), screen(['an otter'], 2)],
    one: [screen(['heron heron heron'])],
  });
  expect(matched).toBe('all');
  expect(hits.map(({ session }) => session)).toEqual(['both']);
});

test('without one that has all, those with some come, and it is said', () => {
  const { matched, hits } = ranked('heron walrus', { one: [screen(['a heron'])], none: [screen(['a fox'])] });
  expect(matched).toBe('any');
  expect(hits.map(({ session }) => session)).toEqual(['one']);
});

test('a screen that is drawn again counts once', () => {
  const lines = ['the heron stands still', 'and the otter swims'];
  const again = lines.map((line) => `│ ${line}   │`);
  const once = ranked('heron', { a: [screen(lines)] }).hits[0];
  const often = ranked('heron', { a: [screen(lines), screen(again, 2), screen(lines, 3)] }).hits[0];
  expect(often).toEqual(once);
  expect(once).toMatchObject({ matches: 1, excerpts: [{ run: 1, seq: 1 }] });
});

test('what is rare tells more than what is everywhere', () => {
  const { hits } = ranked('test heron', {
    common: [screen(['test test', 'a heron in passing']), ...[2, 3].map((seq) => screen([`test ${seq}`], seq))],
    rare: [screen(['heron one test']), screen(['heron two'], 2), screen(['heron three'], 3)],
    other: Array.from({ length: 60 }, (_, seq) => screen([`test other ${seq}`], seq + 1)),
  });
  expect(hits[0]?.session).toBe('rare');
});

test('an excerpt shows the line that was found and those around it; a long one is cut around the place', () => {
  const [hit] = ranked('heron', { a: [screen(['before', `${'x'.repeat(900)} heron`, 'after'])] }).hits;
  expect(hit?.excerpts[0]?.text).toMatch(/^before\n… x+ heron\nafter$/);
});
