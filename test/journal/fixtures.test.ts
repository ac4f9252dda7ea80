/** Golden journals: a case is a folder. Those of earlier releases stay for ever. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isContent } from '../../src/journal/fold.ts';
import { summaryFromEnds, summaryOf } from '../../src/journal/summary.ts';
import { historyOf } from './support.ts';

interface Expected {
  /** What happened to the journal, for people. */
  readonly about: string;
  readonly content: boolean;
  readonly history: object;
}

const FOLDER = fileURLToPath(new URL('../../fixtures/journals', import.meta.url));
const CASES = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());

test.each(CASES.map(({ name }) => name))('%s', (name) => {
  const bytes = readFileSync(join(FOLDER, name, 'journal.jsonl'));
  const expected: Expected = JSON.parse(readFileSync(join(FOLDER, name, 'expected.json'), 'utf8'));
  const history = historyOf(bytes);
  expect(history).toMatchObject(expected.history);
  expect(isContent(history), expected.about).toBe(expected.content);
  const fast = summaryFromEnds(bytes, bytes);
  if (fast !== null) expect(fast).toEqual(summaryOf(history));
});

test('the example in FORMAT.md is the journal that it says it is', () => {
  const format = readFileSync(fileURLToPath(new URL('../../src/journal/FORMAT.md', import.meta.url)), 'utf8');
  const example = /```jsonl\n([^`]*)```/.exec(format)?.[1] ?? '';
  const history = historyOf(Buffer.from(example));
  expect(history).toMatchObject({
    damaged: 0,
    events: 6,
    unknown: 0,
    runs: [{ run: 1, spokenSinceIdentity: true, status: 'exited' }],
  });
  expect(isContent(history)).toBe(true);
});
