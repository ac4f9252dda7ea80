/** `uuldana audit`: filters, the log of deleted sessions, damage, a full log, rotation, and what happens when it cannot be written. */

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MAX_AUDIT_BYTES } from '../../src/journal/audit-file.ts';
import { chained } from '../journal/support.ts';
import { createSandbox, type Sandbox } from '../support/sandbox.ts';
import { type AuditJson, auditOf, kindsOf, talk, withAcme } from './audit-support.ts';

const logOf = (box: Sandbox) => join(box.data, 'audit.jsonl');
const refuse = (box: Sandbox) => box.run(['demo', '--permission', 'bypass']);

test('without a log it says so', async () => {
  const box = createSandbox();
  const answer = await box.run(['audit']);
  expect(answer).toMatchObject({ exitCode: 0, stdout: 'Nothing is recorded yet.\n', stderr: '' });
  expect(await box.json(['audit'])).toEqual({ records: [], files: [], older_files: 0, skipped: [] });
  expect((await box.run(['audit', '--rotate'])).stdout).toContain('nothing was rotated');
});

test('people get a table, the latest record last', async () => {
  const box = createSandbox();
  await talk(box, ['demo', '--name', 'one', '--permission', 'edits'], 'x');
  await box.run(['resume', 'one', '--bypass-permissions', '--', '--yolo', '-x']);
  const [listed] = await box.json<{ session: string }[]>(['list']);
  const id = String(listed?.session).slice(-8);
  const lines = (await box.run(['audit'])).stdout.trimEnd().split('\n');
  expect(lines.map((line) => line.replace(/^\S+ +/, '').replace(/ {2,}/g, ' | '))).toEqual([
    'WHAT | SESSION | PROVIDER | DETAILS',
    expect.stringMatching(/^opened \| - \| - \| begun by uuldana \d/),
    `launch | ${id} | demo | new session in ${box.workspace}, named`,
    `grant | ${id} | demo | edits (held), asked for edits, ceiling auto`,
    `end | ${id} | demo | exited, status 0`,
    `refusal | ${id} | demo | resume refused: above-ceiling, asked for bypass, ceiling auto, in ${box.workspace}`,
  ]);
});

test('filters: session by id, name or fragment, provider, refusals, and all together', async () => {
  const box = createSandbox();
  withAcme(box);
  await talk(box, ['demo', '--name', 'one'], 'x');
  await box.run(['acme', '--name', 'two'], { input: '' });
  await box.run(['resume', 'one', '--bypass-permissions']);
  await refuse(box);
  const [two, one] = await box.json<{ session: string }[]>(['list']);
  const ofOne = await auditOf(box, '--session', 'one');
  expect(kindsOf(ofOne)).toEqual(['launch', 'grant', 'end', 'refusal']);
  expect(await auditOf(box, '--session', String(one?.session))).toEqual(ofOne);
  expect(await auditOf(box, '--session', String(one?.session).slice(-8))).toEqual(ofOne);
  expect(kindsOf(await auditOf(box, '--provider', 'acme'))).toEqual(['launch', 'grant', 'end']);
  expect(kindsOf(await auditOf(box, '--refusals'))).toEqual(['refusal', 'refusal']);
  expect(await auditOf(box, '--refusals', '--session', 'one')).toEqual(ofOne.slice(-1));
  expect(await auditOf(box, '--refusals', '--session', String(two?.session))).toEqual([]);
  expect((await box.run(['audit', '--refusals', '--provider', 'acme'])).stdout).toBe('No record fits.\n');
});

test('--since takes a length of time or a date', async () => {
  const box = createSandbox();
  const old = { seq: 1, at: '2020-01-02T03:04:05.678Z', kind: 'rename', session: 'x', named: true };
  mkdirSync(box.data, { mode: 0o700 });
  writeFileSync(logOf(box), chained([old]), { mode: 0o600 });
  await refuse(box);
  for (const since of ['2h', '1w', '2020-01-03', new Date(Date.now() - 3_600_000).toISOString()])
    expect(kindsOf(await auditOf(box, '--since', since)), since).toEqual(['refusal']);
  for (const since of ['9000w', '2020-01-01', '2020-01-02T03:04:05.678Z'])
    expect(kindsOf(await auditOf(box, '--since', since)), since).toEqual(['rename', 'refusal']);
  expect(await auditOf(box, '--since', '0s')).toEqual([]);
  const wrong = await box.run(['audit', '--since', 'last week']);
  expect(wrong.exitCode).toBe(2);
  expect(wrong.stderr).toMatch(/2h, 3d[\s\S]*not "last week"/);
});

test('the records outlive the deletion of their session, and are found by its id', async () => {
  const box = createSandbox();
  await talk(box, ['demo', '--name', 'one'], 'x');
  const [listed] = await box.json<{ session: string }[]>(['list']);
  const session = String(listed?.session);
  await box.run(['delete', 'one', '--yes']);
  expect(await box.json(['list'])).toEqual([]);
  for (const reference of [session, session.slice(-8), session.toUpperCase()])
    expect(kindsOf(await auditOf(box, '--session', reference))).toEqual(['launch', 'grant', 'end', 'deletion']);
  expect((await box.run(['audit', '--session', 'one'])).exitCode).toBe(1);
  await talk(box, ['demo'], 'x');
  const ambiguous = await box.run(['audit', '--session', session.slice(0, 4)]);
  expect(ambiguous.exitCode).toBe(1);
  expect(ambiguous.stderr).toMatch(/fits 2 sessions[\s\S]*no longer stored/);
});

test('a provider that is not known and not recorded is a mistake', async () => {
  const box = createSandbox();
  const answer = await box.run(['audit', '--provider', 'dmo']);
  expect(answer.exitCode).toBe(2);
  expect(answer.stderr).toMatch(/no provider "dmo"[\s\S]*Did you mean demo/);
  expect(answer.stderr).not.toContain('the command "uuldana audit"');
  withAcme(box);
  await box.run(['acme'], { input: '' });
  box.writeConfig({});
  expect(kindsOf(await auditOf(box, '--provider', 'acme'))).toEqual(['launch', 'grant', 'end']);
});

test('a torn last line is closed by the next record, counted and said', async () => {
  const box = createSandbox();
  await refuse(box);
  truncateSync(logOf(box), statSync(logOf(box)).size - 40);
  const torn = readFileSync(logOf(box));
  expect((await refuse(box)).stderr).not.toContain('audit log');
  expect(readFileSync(logOf(box)).subarray(0, torn.length)).toEqual(torn);
  const answer = await box.run(['audit']);
  expect(answer.stdout).toMatch(/opened[\s\S]*seal .*damaged_bytes=\d+[\s\S]*refusal/);
  expect(answer.stderr).toBe('uuldana: audit.jsonl has 1 damaged line; everything else in it is read\n');
});

test('an edited line and a line that was taken out are counted and said', async () => {
  const box = createSandbox();
  for (let index = 0; index < 4; index += 1) await refuse(box);
  const lines = readFileSync(logOf(box), 'utf8').split('\n');
  const edited = lines.toSpliced(2, 1).map((line, index) => (index === 1 ? line.replace('bypass', 'auto') : line));
  writeFileSync(logOf(box), edited.join('\n'), { mode: 0o600 });
  const answer = await box.run(['audit', '--json']);
  expect(JSON.parse(answer.stdout)).toMatchObject({
    files: [{ file: 'audit.jsonl', damaged_lines: 1, chain_breaks: 1, missing_records: 2, full_since: null }],
  });
  expect(answer.stderr).toContain('1 damaged line, 1 chain break, 2 missing records');
});

test('a full log is said in one line a command, by audit too, and a rotation ends it', async () => {
  const box = createSandbox();
  mkdirSync(box.data, { mode: 0o700 });
  const filler = (bytes: number) => (_: unknown, index: number) => ({
    seq: index + 1,
    at: '2020-01-02T03:04:05.678Z',
    kind: 'rename',
    filler: 'x'.repeat(bytes),
  });
  const most = Array.from({ length: 174 }, filler(60_000));
  const room = MAX_AUDIT_BYTES - chained(most).length;
  writeFileSync(logOf(box), chained([...most, filler(room - 2500)(null, most.length)]), { mode: 0o600 });
  expect(statSync(logOf(box)).size).toBeGreaterThan(MAX_AUDIT_BYTES - 4096);
  while (!(await refuse(box)).stderr.includes('it is full'))
    expect(statSync(logOf(box)).size).toBeLessThan(MAX_AUDIT_BYTES);
  const size = statSync(logOf(box)).size;
  expect(size).toBeLessThanOrEqual(MAX_AUDIT_BYTES);
  const ran = await talk(box, ['demo', '--name', 'one'], 'x');
  expect(ran.exitCode).toBe(0);
  expect(
    ran.stderr.match(/not recorded in the audit log: it is full; "uuldana audit --rotate" begins a new one/g),
  ).toHaveLength(1);
  expect(statSync(logOf(box)).size).toBe(size);
  const answer = await box.run(['audit', '--since', '1h']);
  expect(answer.stdout.trimEnd().split('\n').at(-1)).toMatch(/full .*max_bytes=10485760/);
  expect(answer.stderr).toMatch(/was full at 20\d\d-.*what happened after that is not in it/);
  expect((await box.run(['audit', '--rotate'])).exitCode).toBe(0);
  expect((await talk(box, ['demo'], 'x')).stderr).not.toContain('audit log');
  expect(kindsOf(await auditOf(box))).toEqual(['launch', 'grant', 'end']);
});

test('--rotate keeps the old log, --all reads both, and the new one alone says that there is more', async () => {
  const box = createSandbox();
  await talk(box, ['demo', '--name', 'one'], 'x');
  const before = readFileSync(logOf(box));
  const { rotated } = await box.json<{ rotated: string }>(['audit', '--rotate']);
  expect(rotated).toMatch(/^audit-\d{8}T\d{6}\.\d{3}Z\.jsonl$/);
  expect(readFileSync(join(box.data, rotated))).toEqual(before);
  await box.run(['delete', 'one', '--yes']);
  expect(kindsOf(await auditOf(box))).toEqual(['deletion']);
  expect(kindsOf(await auditOf(box, '--all'))).toEqual(['launch', 'grant', 'end', 'deletion']);
  expect((await box.run(['audit'])).stderr).toContain(
    'earlier records are in 1 older file: uuldana audit --all reads them',
  );
  expect((await box.run(['audit', '--all'])).stderr).toBe('');
  expect((await box.run(['audit', '--since', '0s'])).stderr).toBe('');
  const again = await box.json<AuditJson>(['audit']);
  expect(again).toMatchObject({ older_files: 1, records: [{ kind: 'opened', follows: { file: rotated } }, {}] });
});

test('a rotated log that is gone, or that was cut, is said by --all', async () => {
  const box = createSandbox();
  await refuse(box);
  await refuse(box);
  const { rotated } = await box.json<{ rotated: string }>(['audit', '--rotate']);
  const path = join(box.data, rotated);
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  writeFileSync(path, `${lines.slice(0, -1).join('\n')}\n`, { mode: 0o600 });
  expect((await box.run(['audit', '--all'])).stderr).toContain(
    `${rotated} does not end as it did when audit.jsonl was begun`,
  );
  rmSync(path);
  expect((await box.run(['audit', '--all'])).stderr).toContain(
    `${rotated}, which came before audit.jsonl, is not there`,
  );
});

test('--rotate goes without filters', async () => {
  const box = createSandbox();
  const answer = await box.run(['audit', '--rotate', '--refusals']);
  expect(answer.exitCode).toBe(2);
  expect(answer.stderr).toContain('--refusals');
});

test('a session that only an older log knows: the error names --all', async () => {
  const box = createSandbox();
  await talk(box, ['demo', '--name', 'one'], 'x');
  const [listed] = await box.json<{ session: string }[]>(['list']);
  await box.run(['delete', 'one', '--yes']);
  await box.run(['audit', '--rotate']);
  const answer = await box.run(['audit', '--session', String(listed?.session)]);
  expect(answer.exitCode).toBe(1);
  expect(answer.stderr).toContain('Older logs were not searched: add --all.');
  expect(await auditOf(box, '--all', '--session', String(listed?.session))).toHaveLength(4);
});

test('where it cannot be written that is said in one line, and what was asked for happens all the same', async () => {
  const box = createSandbox();
  await talk(box, ['demo', '--name', 'one'], 'x');
  rmSync(logOf(box));
  symlinkSync('/etc/hostname', logOf(box));
  const ran = await talk(box, ['resume', 'one'], '/first');
  expect(ran.exitCode).toBe(0);
  expect(ran.stdout).toContain('First you said: x');
  expect(ran.stderr.match(/not recorded in the audit log: .*is a symbolic link/g)).toHaveLength(1);
  const refused = await refuse(box);
  expect(refused.exitCode).toBe(126);
  expect(refused.stderr.match(/audit log/g)).toHaveLength(1);
  expect((await box.run(['delete', 'one', '--yes'])).exitCode).toBe(0);
  const read = await box.run(['audit']);
  expect(read.exitCode).toBe(1);
  expect(read.stderr).toContain('is a symbolic link');
});

test('a refusal stays one where the data directory cannot be used', async () => {
  for (const spoil of [
    (box: Sandbox) => writeFileSync(box.data, ''),
    (box: Sandbox) => {
      mkdirSync(box.data);
      chmodSync(box.data, 0o777);
    },
  ]) {
    const box = createSandbox();
    spoil(box);
    const answer = await refuse(box);
    expect(answer.exitCode).toBe(126);
    expect(answer.stderr).toMatch(/^uuldana: not recorded in the audit log: [^\n]+\nuuldana: bypass was asked for/);
    expect(existsSync(logOf(box))).toBe(false);
  }
});
