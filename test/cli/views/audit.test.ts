/** The audit log for people: every kind has its words, and no record, however edited, breaks the table or the terminal. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { auditText } from '../../../src/cli/views/audit.ts';
import { recordOf, type StoredRecord } from '../../../src/journal/audit.ts';
import { FACTS, STAMP } from '../../journal/audit-support.ts';
import { chained, itemsOf } from '../../journal/support.ts';

const recordsOf = (bodies: readonly object[]): readonly StoredRecord[] =>
  itemsOf(chained(bodies.map((body, index) => ({ seq: index + 1, at: STAMP.at, ...body })))).flatMap(
    (item) => recordOf(item) ?? [],
  );
const textOf = (bodies: readonly object[]) =>
  auditText({ records: recordsOf(bodies), files: [], older: 0, refused: [] });

test('each kind has words of its own', async () => {
  const lines = (await textOf(FACTS)).trimEnd().split('\n').slice(1);
  expect(lines.map((line) => line.replace(/^\S+ +/, '').replace(/ {2,}/g, ' | '))).toEqual([
    'launch | 456789ab | demo | new session in /home/ada/engine, named',
    'grant | 456789ab | demo | ask (held), ceiling auto',
    'end | 456789ab | demo | exited, status 0',
    'recovery | 456789ab | demo | run 1 had lost its supervisor',
    'resume | 456789ab | demo | run 2 by native-id in /home/ada/engine',
    'refusal | 456789ab | demo | resume refused: above-ceiling, asked for bypass, ceiling auto, arguments --yolo, in /home/ada/engine',
    'rename | 456789ab | - | has a new name',
    'deletion | 456789ab | demo | by user',
    'recall | - | - | session_list over MCP in /home/ada/engine, 2 returned',
  ]);
});

test('a kind of a later version is shown with all its fields', async () => {
  expect(await textOf([{ kind: 'later', session: 's', by: 'mcp', entries: 3 }])).toContain('by=mcp entries=3');
});

const KINDS = [...FACTS.map(({ kind }) => kind), 'opened', 'seal', 'full', 'constructor', '__proto__', ''];
const FIELDS = [
  'workspace',
  'flags',
  'follows',
  'ceiling',
  'requested',
  'inside',
  'session',
  'provider',
  'reason',
  'via',
];

test('no record breaks it', async () => {
  const value = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.constantFrom('\u001b[2J', '\n', '\u202e'));
  const body = fc
    .tuple(fc.constantFrom(...KINDS), fc.dictionary(fc.constantFrom(...FIELDS), value))
    .map(([kind, fields]) => ({ ...fields, kind }));
  await fc.assert(
    fc.asyncProperty(fc.array(body, { minLength: 1, maxLength: 5 }), async (bodies) => {
      const text = await textOf(bodies);
      expect(text.split('\n')).toHaveLength(bodies.length + 2);
      expect(text).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
    }),
  );
});
