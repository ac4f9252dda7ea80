/** The audit log is complete: whatever is started, goes on, is repaired, renamed or removed stands in it, with the levels. */

import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { LEVELS } from '../../src/core/permission.ts';
import { closePtys, openPty } from '../support/pty-harness.ts';
import { BIN, createSandbox } from '../support/sandbox.ts';
import { auditOf, kindsOf, talk, withAcme } from './audit-support.ts';

afterEach(closePtys);

test('a launch: who, where, at which level, and how it ended', async () => {
  const box = createSandbox();
  await talk(box, ['demo', '--permission', 'edits', '--name', 'one'], 'hello');
  const [listed] = await box.json<{ session: string }[]>(['list']);
  const ofRun = { seq: expect.any(Number), at: expect.any(String), session: listed?.session, run: 1, provider: 'demo' };
  expect(await auditOf(box)).toEqual([
    { ...ofRun, kind: 'launch', workspace: box.workspace, via: 'new', named: true },
    {
      ...ofRun,
      kind: 'grant',
      requested: 'edits',
      effective: 'edits',
      ceiling: 'auto',
      strict: false,
      strength: 'held',
      reaches: 'edits',
    },
    { ...ofRun, kind: 'end', status: 'exited', exit_status: 0 },
  ]);
});

test('a strict ceiling, bypass, a level that holds at launch only, and an exit status', async () => {
  const box = createSandbox();
  withAcme(box, { permissions: { ask: [], bypass: ['--yolo'] } });
  box.program('acme', '#!/bin/sh\nexit 7\n');
  await box.run(['acme', '--bypass-permissions'], { input: '' });
  await talk(box, ['demo', '--ceiling', 'ask'], 'x');
  await box.run(['acme'], { input: '' });
  const records = await auditOf(box);
  expect(records.filter(({ kind }) => kind === 'grant')).toMatchObject([
    {
      requested: 'bypass',
      effective: 'bypass',
      ceiling: 'bypass',
      strict: true,
      strength: 'at-launch',
      reaches: 'bypass',
    },
    { requested: null, effective: 'ask', ceiling: 'ask', strict: true, strength: 'held' },
    { requested: null, effective: 'ask', ceiling: 'auto', strict: false, strength: 'at-launch', reaches: 'bypass' },
  ]);
  expect(records.filter(({ kind }) => kind === 'end')).toMatchObject([
    { status: 'exited', exit_status: 7 },
    { status: 'exited', exit_status: 0 },
    { status: 'exited', exit_status: 7 },
  ]);
});

test('a resume with its way, and each level that was asked for', async () => {
  const box = createSandbox();
  await talk(box, ['demo', '--name', 'one'], 'hello');
  await talk(box, ['resume', 'one', '--permission', 'read-only'], 'x');
  rmSync(join(box.home, 'demo', 'sessions'), { recursive: true });
  await talk(box, ['resume', 'one'], 'y');
  const records = await auditOf(box);
  expect(kindsOf(records)).toEqual(['launch', 'grant', 'end', 'resume', 'grant', 'end', 'resume', 'grant', 'end']);
  expect(records.filter(({ kind }) => kind === 'resume')).toMatchObject([
    { run: 2, via: 'native-id', named: true },
    { run: 3, via: 'visible-text' },
  ]);
  expect(
    records.filter(({ kind }) => kind === 'grant').map(({ requested, effective }) => [requested, effective]),
  ).toEqual([
    [null, 'ask'],
    ['read-only', 'read-only'],
    [null, 'read-only'],
  ]);
});

test('a crash of uuldana leaves a grant without an end, and its repair is recorded', async () => {
  const box = createSandbox();
  const pty = openPty(process.execPath, [BIN, 'demo', '--name', 'one'], { cwd: box.workspace, env: box.env });
  pty.send('hello\r');
  await pty.waitForText(/\(turn 1\)/);
  process.kill(pty.pid, 'SIGKILL');
  await pty.exit;
  expect(kindsOf(await auditOf(box))).toEqual(['launch', 'grant']);
  await talk(box, ['resume', 'one'], 'x');
  const records = await auditOf(box);
  expect(kindsOf(records)).toEqual(['launch', 'grant', 'recovery', 'resume', 'grant', 'end']);
  expect(records[2]).toMatchObject({ run: 1, provider: 'demo', started: true, agent_ended: expect.any(Boolean) });
});

test('an agent that is killed ends as what happened', async () => {
  const box = createSandbox();
  withAcme(box);
  box.program('acme', '#!/bin/sh\nkill -9 $$\n');
  expect((await box.run(['acme'], { input: '' })).exitCode).toBe(137);
  expect((await auditOf(box)).at(-1)).toMatchObject({ kind: 'end', status: 'signaled', exit_status: 137 });
});

test('names and deletions: that there was one, and never which', async () => {
  const box = createSandbox();
  await talk(box, ['demo'], 'x');
  const [one] = await box.json<{ session: string }[]>(['list']);
  const session = String(one?.session);
  await box.run(['rename', session, 'login bug']);
  await box.run(['rename', 'login bug', '--clear']);
  await box.run(['delete', session, '--yes']);
  expect((await auditOf(box)).slice(3)).toMatchObject([
    { kind: 'rename', session, named: true },
    { kind: 'rename', session, named: false },
    { kind: 'deletion', session, provider: 'demo', by: 'user' },
  ]);
});

test('what retention removes is recorded, and the records of removed sessions stay', async () => {
  const box = createSandbox();
  box.writeConfig({ keep_journals: 1 });
  for (let index = 0; index < 3; index += 1) await talk(box, ['demo'], 'x');
  const records = await auditOf(box);
  const sessions = records.flatMap(({ kind, session }) => (kind === 'launch' ? [session] : []));
  const stored = (await box.json<{ session: string }[]>(['list'])).map(({ session }) => session);
  const removed = records.filter(({ kind }) => kind === 'deletion');
  expect(removed.map(({ session, by }) => [session, by])).toEqual(
    sessions.filter((session) => !stored.includes(String(session))).map((session) => [session, 'retention']),
  );
  expect(removed.length).toBeGreaterThan(0);
});

test('an agent that cannot be started is recorded as one that failed', async () => {
  const box = createSandbox();
  // more than the kernel takes in one variable
  withAcme(box, { env: { set: { BIG: 'x'.repeat(200_000) } } });
  expect((await box.run(['acme'], { input: '' })).exitCode).toBe(125);
  const records = await auditOf(box);
  expect(kindsOf(records)).toEqual(['launch', 'grant', 'end']);
  expect(records[2]).toMatchObject({ status: 'failed', exit_status: 125 });
});

test('a session that is given up before its agent starts is recorded as removed', async () => {
  const box = createSandbox();
  const flags = '--approval-mode --session-id --resume --policy --admin-policy --prompt-interactive -i';
  box.program('gemini', `#!/bin/sh\ncase $1 in --help) echo "${flags}" ;; --version) echo 9.9.9 ;; esac\n`);
  // the file that holds its level cannot be written
  for (const level of LEVELS) mkdirSync(join(box.data, 'levels', `gemini-${level}-policy.toml`), { recursive: true });
  chmodSync(box.data, 0o700);
  const answer = await box.run(['gemini', '--prompt', 'x']);
  expect(answer.stderr).toContain('The agent was not started');
  expect(await auditOf(box)).toMatchObject([{ kind: 'deletion', provider: 'gemini', by: 'never-started' }]);
  expect(await box.json(['list'])).toEqual([]);
});

test('what is asked for by a program inside a session says which one', async () => {
  const box = createSandbox();
  withAcme(box);
  box.program(
    'acme',
    `#!/bin/sh\n"${process.execPath}" "${BIN}" rename outer other\n"${process.execPath}" "${BIN}" demo --bypass-permissions </dev/null\n`,
  );
  await box.run(['acme', '--name', 'outer'], { input: '' });
  const records = await auditOf(box);
  const outer = records[0]?.session;
  expect(records[0]).not.toHaveProperty('inside');
  expect(records.slice(2, 5)).toMatchObject([
    { kind: 'rename', inside: outer },
    { kind: 'launch', provider: 'demo', inside: outer },
    { kind: 'grant', effective: 'bypass', inside: outer },
  ]);
  expect((await box.run(['audit'])).stdout).toContain(`asked for inside session ${String(outer).slice(-8)}`);
});

test('what only reads leaves no trace, and neither does a dry run', async () => {
  const box = createSandbox();
  await talk(box, ['demo', '--name', 'one'], 'x');
  const before = await auditOf(box);
  for (const command of ['list', 'show', 'log', 'verify', 'providers', 'audit']) await box.run([command]);
  await box.run(['demo', '--dry-run']);
  await box.run(['resume', 'one', '--dry-run', '--bypass-permissions']);
  expect(await auditOf(box)).toEqual(before);
  const untouched = createSandbox();
  await untouched.run(['demo', '--dry-run', '--permission', 'bypass']);
  await untouched.run(['audit']);
  await untouched.run(['audit', '--rotate']);
  expect(existsSync(untouched.data) ? readdirSync(untouched.data) : []).toEqual([]);
});
