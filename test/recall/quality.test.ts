/** Whether people find what they look for: 40 questions as they would type them, in a library of past sessions. */

import { expect, test } from 'vitest';
import { createCollector } from '../../src/recall/collect.ts';
import { wordMatcher } from '../../src/recall/matcher.ts';
import { parseQuery } from '../../src/recall/query.ts';
import { rank } from '../../src/recall/rank.ts';
import { QUESTIONS, SESSIONS } from './library.ts';

/** Ids of the sessions, best first. */
function asked(question: string): readonly string[] {
  const matcher = wordMatcher(parseQuery(question));
  const found = SESSIONS.map(({ id, sources }) => {
    const collector = createCollector(matcher);
    for (const source of sources) collector.add(source);
    return { session: id, findings: collector.findings() };
  });
  const blocks = SESSIONS.reduce((sum, { sources }) => sum + sources.length, 0);
  return rank(matcher, found, blocks).hits.map(({ session }) => session);
}

test('of 40 questions at least 36 have the right session first, and all have it among the first three', () => {
  expect(SESSIONS.length).toBeGreaterThanOrEqual(60);
  expect(QUESTIONS).toHaveLength(40);
  const places = QUESTIONS.map(({ id, question }) => ({ question, id, place: asked(question).indexOf(id) + 1 }));
  const first = places.filter(({ place }) => place === 1);
  const far = places.filter(({ place }) => place === 0 || place > 3);
  console.log(`first: ${first.length} of 40; not among the first three: ${far.length}`);
  expect(far).toEqual([]);
  expect(first.length).toBeGreaterThanOrEqual(36);
});
