/** The everyday life of a session without a terminal: launch, list, show, log, verify, rename, resume, delete. */

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../support/sandbox.ts';

interface Listed {
  session: string;
  [key: string]: unknown;
}

interface Shown extends Listed {
  runs: Record<string, unknown>[];
  journal: string;
}

const talk = (box: Sandbox, args: readonly string[], ...lines: string[]) =>
  box.run(args, { input: `${[...lines, '/exit'].join('\n')}\n` });

test('a run is recorded in the shapes that the design documents', async () => {
  const box = createSandbox();
  const launched = await talk(box, ['demo', '--name', 'first'], 'hello');
  expect(launched.exitCode).toBe(0);
  expect(launched.stdout).toContain('You said: hello (turn 1)');
  const [listed, ...others] = await box.json<Listed[]>(['list']);
  expect(others).toEqual([]);
  expect(listed).toEqual({
    session: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: 'first',
    title: null,
    pinned: false,
    workspace: box.workspace,
    ceiling: 'auto',
    provider: 'demo',
    status: 'exited',
    runs: 1,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    last_active_at: expect.any(String),
    live_pid: null,
  });
  const shown = await box.json<Shown>(['show', 'first']);
  expect(shown).toMatchObject({ ...listed, runs: [expect.anything()], damaged_lines: 0 });
  expect(Object.keys(shown).sort()).toEqual([...Object.keys(listed ?? {}), 'journal', 'damaged_lines'].sort());
  expect(shown.runs[0]).toEqual({
    run: 1,
    provider: 'demo',
    provider_version: null,
    transport: 'pty',
    via: 'new',
    permission: {
      requested: null,
      effective: 'ask',
      strength: 'held',
      enforced_by: [expect.objectContaining({ how: 'flag' })],
    },
    native_ids: [expect.stringMatching(/^[0-9a-f-]{36}$/)],
    spoken: true,
    status: 'exited',
    exit_code: 0,
    signal: null,
    reason: null,
    started_at: expect.any(String),
    ended_at: expect.any(String),
    duration_ms: expect.any(Number),
    limits: [],
    screen: expect.arrayContaining([expect.stringContaining('You said: hello (turn 1)')]),
  });
  expect(await box.json(['verify'])).toMatchObject({
    ok: true,
    journals: [{ session: listed?.session, damaged: 0, chain_breaks: 0, missing_seq: 0, seals: 0, header: 'good' }],
  });
});

test('the order of the record is header, permission, identity, start, speech, screen, end', async () => {
  const box = createSandbox();
  await talk(box, ['demo'], 'hello');
  const log = await box.json<{ kind: string; seq: number }[]>(['log']);
  expect(log.map(({ kind }) => kind)).toEqual([
    'permission',
    'identity',
    'run.started',
    'input',
    'screen',
    'run.ended',
  ]);
  expect(log.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
});

test('everything stored is readable by its user alone', async () => {
  const box = createSandbox();
  await talk(box, ['demo', '--name', 'x'], 'hello');
  const modes = ['', ...readdirSync(box.data, { recursive: true }).map(String)].map((name) => {
    const stat = statSync(join(box.data, name));
    return [name, stat.isDirectory() ? 0o700 : 0o600, stat.mode & 0o777];
  });
  expect(modes.filter(([, wanted, mode]) => wanted !== mode)).toEqual([]);
});

test('resume goes on with the same conversation, and states the level again', async () => {
  const box = createSandbox();
  await talk(box, ['demo', '--name', 'one', '--permission', 'edits'], 'the first thing');
  await talk(box, ['demo', '--name', 'two'], 'another thing');
  const resumed = await talk(box, ['resume', 'one'], '/first');
  expect(resumed.stdout).toContain('First you said: the first thing (turn 2)');
  const shown = await box.json<Shown>(['show', 'one']);
  expect(shown.runs[1]).toMatchObject({ via: 'native-id', permission: { requested: null, effective: 'edits' } });
  expect(shown.runs[1]?.['native_ids']).toEqual(shown.runs[0]?.['native_ids']);
});

test('the prompt is handed on, and recorded by its length alone', async () => {
  const box = createSandbox();
  const launched = await talk(box, ['demo', '--prompt', 'a secret wish', '--name', 'p']);
  expect(launched.stdout).toContain('You said: a secret wish (turn 1)');
  const [run] = readFileSync((await box.json<Shown>(['show', 'p'])).journal, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"run.started"'));
  expect(run).toContain('<prompt: 13 bytes>');
  expect(run).not.toContain('secret wish');
});

test('any level up to the ceiling may be asked for at a resume, up and down, and stays; the ceiling is what it was', async () => {
  const box = createSandbox();
  await talk(box, ['demo', '--name', 'one', '--ceiling', 'edits', '--permission', 'ask'], 'hello');
  for (const asked of [['--permission', 'edits'], [], ['--permission', 'read-only'], []])
    await talk(box, ['resume', 'one', ...asked], 'x');
  const { runs } = await box.json<Shown>(['show', 'one']);
  const levels = runs.map(({ permission }) => (permission as { effective: string }).effective);
  expect(levels).toEqual(['ask', 'edits', 'edits', 'read-only', 'read-only']);
  const refused = await box.run(['resume', 'one', '--permission', 'auto'], { input: 'x\n' });
  expect(refused.exitCode).toBe(126);
  expect(refused.stderr).toMatch(
    /auto was asked for, and the ceiling of this session is edits, fixed when it was created \(20.*Z\)/,
  );
  expect(refused.stderr).toContain('uuldana demo --ceiling auto --permission auto');
  const fixed = await box.run(['resume', 'one', '--ceiling', 'bypass']);
  expect(fixed.exitCode).toBe(2);
  expect(fixed.stderr).toMatch(/fixed when it is created[\s\S]*--permission/);
  expect((await box.json<Listed[]>(['list']))[0]).toMatchObject({ runs: 5, ceiling: 'edits' });
});

test('a permission above the ceiling is refused at a resume, and says how to get it', async () => {
  const box = createSandbox();
  await talk(box, ['demo', '--name', 'one'], 'hello');
  const refused = await box.run(['resume', 'one', '--bypass-permissions']);
  expect(refused.exitCode).toBe(126);
  expect(refused.stderr).toMatch(/ceiling, which is auto[\s\S]*uuldana --bypass-permissions/);
  expect((await box.json<Listed[]>(['list']))[0]).toMatchObject({ runs: 1, ceiling: 'auto' });
  const lowered = await talk(box, ['resume', 'one', '--permission', 'read-only'], 'x');
  expect(lowered.exitCode).toBe(0);
  await talk(box, ['resume', 'one'], 'y');
  const { runs } = await box.json<Shown>(['show', 'one']);
  expect(runs.map(({ permission }) => (permission as { effective: string }).effective)).toEqual([
    'ask',
    'read-only',
    'read-only',
  ]);
});

test('secrets on the screen and in the title are blanked out before they are stored', async () => {
  const box = createSandbox();
  const token = `ghp_${'a1B2c3D4'.repeat(5).slice(0, 36)}`;
  const run = await box.run(['demo', '--name', 's'], {
    input: `my token is ${token}\n/title ${token}\nand ${'hunter2hunter2'}\n/exit\n`,
    env: { MY_DB_PASSWORD: 'hunter2hunter2' },
  });
  expect(run.stdout).toContain(token);
  const { journal } = await box.json<Shown>(['show', 's']);
  const stored = readFileSync(journal, 'utf8');
  expect(stored).not.toContain(token);
  expect(stored).not.toContain('hunter2hunter2');
  expect(stored).toContain('[redacted:');
});

test('rename never overwrites, and a name can be taken away', async () => {
  const box = createSandbox();
  await talk(box, ['demo', '--name', 'one'], 'x');
  await talk(box, ['demo'], 'y');
  const [second] = await box.json<Listed[]>(['list']);
  const taken = await box.run(['rename', String(second?.session), 'one']);
  expect(taken.exitCode).toBe(2);
  expect(taken.stderr).toContain('belongs to session');
  expect((await box.run(['rename', 'one', 'uno'])).stdout).toContain('is now "uno"');
  expect((await box.run(['rename', 'uno', '--clear'])).exitCode).toBe(0);
  expect((await box.json<Listed[]>(['list'])).map(({ name }) => name)).toEqual([null, null]);
});

test('delete asks; without a terminal it wants --yes', async () => {
  const box = createSandbox();
  await talk(box, ['demo', '--name', 'one'], 'x');
  const asked = await box.run(['delete', 'one']);
  expect(asked.exitCode).toBe(2);
  expect(asked.stderr).toContain('--yes');
  expect((await box.run(['delete', 'one', '--yes'])).exitCode).toBe(0);
  expect(await box.json(['list'])).toEqual([]);
  expect((await talk(box, ['demo', '--name', 'one'], 'x')).exitCode).toBe(0);
});

test('verify finds damage, list and resume go on beside it', async () => {
  const box = createSandbox();
  await talk(box, ['demo', '--name', 'one'], 'x');
  const { journal } = await box.json<Shown>(['show', 'one']);
  const lines = readFileSync(journal, 'utf8').split('\n');
  lines[2] = `${lines[2]?.slice(0, -10)}XXXXXXXXXX`;
  writeFileSync(journal, lines.join('\n'), { mode: 0o600 });
  const verified = await box.run(['verify']);
  expect(verified.exitCode).toBe(1);
  expect(verified.stdout).toMatch(/1 damaged/);
  const resumed = await talk(box, ['resume', 'one'], '/first');
  expect(resumed.stderr).toContain('1 damaged line');
  expect(resumed.stdout).toContain('First you said: x');
});

test('a level whose flag the installed agent does not know is not promised, and nothing is started', async () => {
  const box = createSandbox();
  box.program(
    'claude',
    '#!/bin/sh\ncase $1 in --help) echo "--session-id --resume --continue" ;; --version) echo 9.9.9 ;; *) touch RAN ;; esac\n',
  );
  const answer = await box.run(['claude', '--prompt', 'hi']);
  expect(answer.exitCode).toBe(126);
  expect(answer.stderr).toMatch(
    /cannot be promised: the installed Claude Code 9\.9\.9 does not know --permission-mode/,
  );
  expect(readdirSync(box.workspace)).toEqual([]);
});

test('a session in which only a command of the agent was typed starts anew', async () => {
  const box = createSandbox();
  await talk(box, ['demo', '--name', 'one'], '/help');
  const log = await box.json<{ kind: string; conversation?: string }[]>(['log', 'one']);
  expect(log.at(-1)).toMatchObject({ kind: 'run.ended', conversation: 'absent' });
  const resumed = await talk(box, ['resume', 'one'], 'now we speak');
  expect(resumed.stderr).toContain('had kept nothing of it, so it starts anew');
  expect(resumed.stdout).toContain('You said: now we speak (turn 1)');
});

test('a title that the agent gives its terminal becomes the title of the session', async () => {
  const box = createSandbox();
  await talk(box, ['demo', '--name', 'one'], '/title ✳ The login bug', 'hello');
  expect((await box.json<Listed[]>(['list']))[0]).toMatchObject({ title: 'The login bug' });
  await talk(box, ['resume', 'one'], '/title Demo agent');
  expect((await box.json<Listed[]>(['list']))[0]).toMatchObject({ title: 'The login bug' });
});
