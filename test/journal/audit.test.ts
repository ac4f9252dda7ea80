/** The words of the audit log: what was recorded is read back, and no argument that may hold a secret is named. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { flagNames, newerAuditVersion, OTHER_ARGUMENT, recordOf } from '../../src/journal/audit.ts';
import { lineAfter } from '../../src/journal/audit-line.ts';
import { EMPTY_FILE } from '../../src/journal/position.ts';
import { FACTS, STAMP } from './audit-support.ts';
import { chained, itemsOf } from './support.ts';

const anyWord = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('__proto__', 'seal', 'gap', ''));
/** Any later kind of record, with any fields. */
const laterFact = fc
  .dictionary(anyWord, fc.jsonValue(), { noNullPrototype: true })
  .filter((fields) => !['prev', 'sum', 'seq', 'at', 'inside'].some((key) => Object.hasOwn(fields, key)));

test('decoding gives back what was recorded, whatever its kind and fields', () => {
  fc.assert(
    fc.property(fc.oneof(fc.constantFrom(...FACTS), laterFact), fc.option(fc.uuid()), (fact, inside) => {
      const stamp = inside === null ? STAMP : { ...STAMP, inside };
      const { line } = lineAfter(EMPTY_FILE, fact as (typeof FACTS)[number], stamp);
      const [item, ...others] = itemsOf(line);
      const record = item && recordOf(item);
      expect(others).toEqual([]);
      expect(JSON.parse(JSON.stringify(record?.fields))).toEqual(
        JSON.parse(JSON.stringify({ seq: 1, at: STAMP.at, ...fact, ...(inside === null ? {} : { inside }) })),
      );
      expect(record?.at).toBe(STAMP.at);
    }),
  );
});

test('any bytes read without a throw, and what is damaged is no record', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) =>
      itemsOf(bytes).every((item) => (item.type === 'damaged') === (recordOf(item) === null)),
    ),
  );
});

test.each([
  ['--yolo', '--yolo'],
  ['--dangerously-bypass-approvals-and-sandbox', '--dangerously-bypass-approvals-and-sandbox'],
  ['-y', OTHER_ARGUMENT],
  ['-ksecret', OTHER_ARGUMENT],
  ['--', OTHER_ARGUMENT],
  ['hunter2', OTHER_ARGUMENT],
  ['--key:hunter2', OTHER_ARGUMENT],
  ['--Hunter', OTHER_ARGUMENT],
  ['--hunter2', OTHER_ARGUMENT],
  ['--key hunter', OTHER_ARGUMENT],
  ['--key\nhunter', OTHER_ARGUMENT],
  [`--${'a'.repeat(64)}`, OTHER_ARGUMENT],
  ['', OTHER_ARGUMENT],
])('a refused %j is recorded as %s', (argument, recorded) => {
  expect(flagNames([argument])).toEqual([recorded]);
});

test('the example in AUDIT.md is whole, and the page names each kind and field', () => {
  const page = readFileSync(fileURLToPath(new URL('../../src/journal/AUDIT.md', import.meta.url)), 'utf8');
  const items = itemsOf(Buffer.from(/```jsonl\n([^`]*)```/.exec(page)?.[1] ?? ''));
  expect(items.map((item) => item.type === 'event' && !item.chainBreak && recordOf(item)?.kind)).toEqual([
    'opened',
    'launch',
    'grant',
    'end',
    'refusal',
    'deletion',
  ]);
  const words = FACTS.flatMap((fact) => [fact.kind, ...Object.keys(fact)]);
  expect([...new Set(words)].filter((word) => !page.includes(`\`${word}\``))).toEqual([]);
});

test('a thousand refused arguments do not make a record of a thousand', () => {
  expect(flagNames(Array.from({ length: 1000 }, () => '--yolo'))).toHaveLength(20);
});

test.each([
  [{ kind: 'opened', format: 'uuldana-audit', version: 2 }, 2],
  [{ kind: 'opened', format: 'uuldana-audit', version: 1 }, null],
  [{ kind: 'opened', format: 'uuldana-audit', version: '2' }, null],
  [{ kind: 'opened', format: 'uuldana-other', version: 2 }, null],
  [{ kind: 'rename', format: 'uuldana-audit', version: 2 }, null],
])('%j is of the newer version %j', (fields, version) => {
  const [item] = itemsOf(chained([{ seq: 1, at: STAMP.at, ...fields }]));
  const record = item && recordOf(item);
  expect(record && newerAuditVersion(record)).toBe(version);
});
