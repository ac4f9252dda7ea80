/** The audit log on disk: it only grows, closes what a crash tore, ends in one record when it is full, and rotates. */

import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { appendAudit, listAuditFiles, MAX_AUDIT_BYTES, rotateAudit } from '../../src/journal/audit-file.ts';
import { FACTS, kindsIn, RENAME, recordsIn, STAMP, stateOf, WHOLE } from './audit-support.ts';
import { chained, tempFolder } from './support.ts';

const fresh = () => join(tempFolder(), 'audit.jsonl');
const KINDS = FACTS.map(({ kind }) => kind);

test('the first record makes a private file that says what it is', () => {
  const path = fresh();
  expect(appendAudit(path, FACTS, STAMP)).toBe('written');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(kindsIn(path)).toEqual(['opened', ...KINDS]);
  expect(recordsIn(path)[0]?.fields).toMatchObject({ format: 'uuldana-audit', version: 1, follows: null, seq: 1 });
  expect(recordsIn(path).slice(1)).toMatchObject(FACTS.map((fact) => ({ fields: { ...fact, at: STAMP.at } })));
});

test('each append goes on with the chain, and bytes that stand there never change', () => {
  const path = fresh();
  for (const fact of FACTS) {
    const before = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
    appendAudit(path, [fact], { ...STAMP, inside: '01934b2c-7d1e-7f00-8000-0123456789ab' });
    expect(readFileSync(path).subarray(0, before.length)).toEqual(before);
  }
  expect(stateOf(path)).toEqual(WHOLE);
  expect(kindsIn(path)).toEqual(['opened', ...KINDS]);
});

test('cut at any byte: what was whole stays, the rest is sealed, and the log goes on', () => {
  const whole = fresh();
  appendAudit(whole, FACTS.slice(0, 3), STAMP);
  const bytes = readFileSync(whole);
  for (let length = 0; length < bytes.length; length += 7) {
    const path = fresh();
    writeFileSync(path, bytes.subarray(0, length), { mode: 0o600 });
    const before = recordsIn(path).map(({ fields }) => fields);
    expect(appendAudit(path, [RENAME], STAMP)).toBe('written');
    expect(readFileSync(path).subarray(0, length)).toEqual(bytes.subarray(0, length));
    expect(recordsIn(path).map(({ fields }) => fields)).toEqual(expect.arrayContaining(before));
    expect(kindsIn(path).at(-1)).toBe('rename');
    expect(stateOf(path), `${length} bytes`).toMatchObject({ unsealedDamage: 0, chainBreaks: 0, missingSeq: 0 });
  }
});

test('an empty file, and one of nothing but damage, are begun', () => {
  for (const content of ['', 'no record\n', 'no record']) {
    const path = fresh();
    writeFileSync(path, content, { mode: 0o600 });
    appendAudit(path, [RENAME], STAMP);
    expect(kindsIn(path).filter((kind) => kind !== 'seal')).toEqual(['opened', 'rename']);
  }
});

test('damage longer than what is read at first does not hide the last record', () => {
  const path = fresh();
  appendAudit(path, [RENAME], STAMP);
  writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.alloc(300_000, 'x')]));
  appendAudit(path, [RENAME], STAMP);
  expect(kindsIn(path)).toEqual(['opened', 'rename', 'seal', 'rename']);
  expect(stateOf(path)).toMatchObject({ chainBreaks: 0, missingSeq: 0, unsealedDamage: 0 });
});

test('a full log says so once, and takes nothing after that until it is rotated', () => {
  const path = fresh();
  let written = 0;
  while (appendAudit(path, [RENAME], STAMP, 4096) === 'written') written += 1;
  const size = statSync(path).size;
  expect(written).toBeGreaterThan(10);
  expect(size).toBeLessThanOrEqual(4096);
  expect(appendAudit(path, [RENAME], STAMP, 4096)).toBe('full');
  expect(appendAudit(path, [RENAME], STAMP)).toBe('full');
  expect(statSync(path).size).toBe(size);
  expect(kindsIn(path).filter((kind) => kind === 'full')).toHaveLength(1);
  expect(recordsIn(path).at(-1)?.fields).toMatchObject({ kind: 'full', max_bytes: 4096 });
  expect(stateOf(path)).toEqual(WHOLE);
  expect(rotateAudit(path, STAMP)).not.toBeNull();
  expect(appendAudit(path, [RENAME], STAMP, 4096)).toBe('written');
});

test('records of one append that do not all fit are cut off at a record', () => {
  const path = fresh();
  const outcome = appendAudit(
    path,
    Array.from({ length: 100 }, () => RENAME),
    STAMP,
    4096,
  );
  expect(outcome).toBe('full');
  expect(stateOf(path)).toEqual(WHOLE);
});

test('a log that others made longer than it may be gets its last record', () => {
  const path = fresh();
  writeFileSync(path, chained(Array.from({ length: 70_000 }, (_, n) => ({ seq: n + 1, at: STAMP.at, ...RENAME }))), {
    mode: 0o600,
  });
  expect(statSync(path).size).toBeGreaterThan(MAX_AUDIT_BYTES);
  expect(appendAudit(path, [RENAME], STAMP)).toBe('full');
  expect(kindsIn(path).at(-1)).toBe('full');
});

test('rotating keeps the old file under another name, and the new one tells which it follows', () => {
  const path = fresh();
  appendAudit(path, [RENAME], STAMP);
  const old = readFileSync(path);
  const { sum } = JSON.parse(old.toString().trim().split('\n').at(-1) ?? '') as { sum: string };
  const aside = rotateAudit(path, STAMP);
  expect(basename(aside ?? '')).toBe('audit-20261130T100000.000Z.jsonl');
  expect(readFileSync(aside ?? '')).toEqual(old);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(recordsIn(path).map(({ fields }) => fields)).toMatchObject([
    { kind: 'opened', follows: { file: 'audit-20261130T100000.000Z.jsonl', seq: 2, sum } },
  ]);
});

test('two rotations in one millisecond overwrite nothing, and the files stand in their order', () => {
  const path = fresh();
  const asides = [1, 2, 3].map(() => {
    appendAudit(path, [RENAME], STAMP);
    return rotateAudit(path, STAMP);
  });
  expect(new Set(asides).size).toBe(3);
  expect(listAuditFiles(path)).toEqual([...asides, path]);
});

test('there is nothing to rotate where there is no log, or no record in it', () => {
  const path = fresh();
  expect(rotateAudit(path, STAMP)).toBeNull();
  appendAudit(path, [RENAME], STAMP);
  rotateAudit(path, STAMP);
  expect(rotateAudit(path, STAMP)).toBeNull();
  expect(readdirSync(dirname(path))).toHaveLength(2);
});

test('a log of nothing but damage is rotated away, however large', () => {
  const path = fresh();
  writeFileSync(path, '', { mode: 0o600 });
  truncateSync(path, 40 * 1024 * 1024);
  expect(() => appendAudit(path, [RENAME], STAMP)).toThrow('holds no record at its end');
  expect(rotateAudit(path, STAMP)).not.toBeNull();
  expect(appendAudit(path, [RENAME], STAMP)).toBe('written');
});

test('a log that a newer uuldana began is left as it is', () => {
  const path = fresh();
  const opened = { seq: 1, at: STAMP.at, kind: 'opened', format: 'uuldana-audit', version: 2 };
  const bytes = chained([opened]);
  writeFileSync(path, bytes, { mode: 0o600 });
  expect(() => appendAudit(path, [RENAME], STAMP)).toThrow('newer uuldana (version 2)');
  expect(readFileSync(path)).toEqual(bytes);
});

/** What stands where the log should be. */
const STRANGERS: readonly (readonly [string, (path: string) => void, string])[] = [
  ['a symbolic link', (path) => symlinkSync('/etc/passwd', path), 'is a symbolic link'],
  ['a folder', (path) => mkdirSync(path), 'is not a regular file'],
  [
    'open to others',
    (path) => {
      writeFileSync(path, '');
      chmodSync(path, 0o644);
    },
    'is open to others',
  ],
  [
    'reached by another name',
    (path) => {
      writeFileSync(path, '', { mode: 0o600 });
      linkSync(path, `${path}.2`);
    },
    'has another hard link',
  ],
];

test.each(STRANGERS)('what is %s is neither written to nor rotated', (_, make, reason) => {
  const path = fresh();
  make(path);
  expect(() => appendAudit(path, [RENAME], STAMP)).toThrow(reason);
  expect(() => rotateAudit(path, STAMP)).toThrow(reason);
});
