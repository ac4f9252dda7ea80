/** Bad input: a clear error with the next thing to type, the right exit status, and nothing half-written. */

import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../support/sandbox.ts';

const AGENT = '#!/bin/sh\necho "args: $*"\n';

interface Case {
  readonly what: string;
  readonly args: readonly string[];
  readonly exitCode: number;
  /** All of these stand in what it says. */
  readonly says: readonly (string | RegExp)[];
  readonly prepare?: (box: Sandbox) => void;
}

const withAgent = (box: Sandbox) => {
  box.program('acme', AGENT);
  box.writeConfig({
    providers: {
      acme: { bin: 'acme', args: { new: [['--', '{prompt}']] }, permissions: { ask: [], auto: ['--auto'] } },
    },
  });
};

const CASES: readonly Case[] = [
  { what: 'a provider that is not known', args: ['clade'], exitCode: 2, says: ['clade', /did you mean/i, 'claude'] },
  { what: 'a command that is misspelt', args: ['lsit'], exitCode: 2, says: ['lsit', 'uuldana --help'] },
  {
    what: 'a provider that is not installed',
    args: ['claude'],
    exitCode: 127,
    says: ['Claude Code is not installed', 'npm install'],
  },
  { what: 'nothing installed', args: [], exitCode: 127, says: ['No coding agent is installed', 'uuldana demo'] },
  {
    what: 'an option of the agent without --',
    args: ['demo', '--model', 'opus'],
    exitCode: 2,
    says: ['--model', 'uuldana demo -- --model opus'],
  },
  {
    what: 'a short option of the agent without --',
    args: ['demo', '-p'],
    exitCode: 2,
    says: ['-p', 'uuldana demo -- -p'],
  },
  { what: 'a prompt as plain words', args: ['demo', 'fix', 'the', 'bug'], exitCode: 2, says: ['--prompt'] },
  {
    what: 'an argument that is not allowed below bypass',
    args: ['demo', '--', '--yolo'],
    exitCode: 126,
    says: ['--yolo', 'ask', '--full-screen'],
  },
  {
    what: 'a level that does not exist',
    args: ['demo', '--permission', 'root'],
    exitCode: 2,
    says: ['read-only, ask, edits, auto, bypass'],
  },
  {
    what: 'a level above the ceiling',
    args: ['demo', '--permission', 'bypass'],
    exitCode: 126,
    says: ['bypass', 'auto', 'uuldana demo --bypass-permissions'],
  },
  {
    what: 'contradicting levels',
    args: ['demo', '--permission', 'ask', '--bypass-permissions'],
    exitCode: 2,
    says: ['contradict'],
  },
  { what: 'an empty prompt', args: ['demo', '--prompt', '  '], exitCode: 2, says: ['empty'] },
  { what: 'a name that is an option', args: ['demo', '--name=-x'], exitCode: 2, says: ['"-x" cannot be a name'] },
  {
    what: 'a name with a control character',
    args: ['demo', '--name', 'a\u001b[31mb'],
    exitCode: 2,
    says: ['cannot be a name'],
  },
  { what: 'no session to resume', args: ['resume'], exitCode: 1, says: ['There is no session in', 'uuldana'] },
  { what: 'a session that does not exist', args: ['resume', 'nope'], exitCode: 1, says: ['nope', 'uuldana list'] },
  { what: 'a path as a session', args: ['show', '../../etc/passwd'], exitCode: 1, says: ['no session has that name'] },
  { what: 'rename without a name', args: ['rename', 'x'], exitCode: 2, says: ['rename'] },
  {
    what: 'config that is no JSON',
    args: ['list'],
    exitCode: 125,
    says: ['config.json', /line 1/],
    prepare: (box) => box.writeConfig('{"a": }'),
  },
  {
    what: 'config with a wrong key',
    args: ['list'],
    exitCode: 125,
    says: ['ceilling', /did you mean/i, 'ceiling'],
    prepare: (box) => box.writeConfig({ ceilling: 'ask' }),
  },
  {
    what: 'config with a wrong type',
    args: ['list'],
    exitCode: 125,
    says: ['keep_journals', 'number'],
    prepare: (box) => box.writeConfig({ keep_journals: 'many' }),
  },
  {
    what: 'a config provider named as a command',
    args: ['list'],
    exitCode: 125,
    says: ['list'],
    prepare: (box) =>
      box.writeConfig({ providers: { list: { bin: 'x', args: { new: [] }, permissions: { ask: [] } } } }),
  },
  {
    what: 'a file where the data directory should be',
    args: ['demo'],
    exitCode: 125,
    says: ['data directory', 'UULDANA_DATA_DIR'],
    prepare: (box) => writeFileSync(box.data, ''),
  },
  {
    what: 'a data directory that others can write to',
    args: ['demo'],
    exitCode: 125,
    says: ['not safe', 'chmod 700'],
    prepare: (box) => {
      mkdirSync(box.data);
      chmodSync(box.data, 0o777);
    },
  },
  {
    what: 'an agent that is not executable',
    args: ['acme'],
    exitCode: 125,
    says: ['not executable'],
    prepare: (box) => {
      withAgent(box);
      chmodSync(join(box.bin, 'acme'), 0o644);
    },
  },
  {
    what: 'an agent whose interpreter is missing',
    args: ['acme'],
    exitCode: 125,
    says: ['/no/such/interpreter'],
    prepare: (box) => {
      withAgent(box);
      box.program('acme', '#!/no/such/interpreter\n');
    },
  },
  {
    what: 'a level that the agent does not have',
    args: ['acme', '--permission', 'edits'],
    exitCode: 126,
    says: ['edits', 'acme'],
    prepare: withAgent,
  },
];

test.each(CASES)(
  '$what: says so, ends with $exitCode and writes nothing',
  async ({ args, exitCode, says, prepare }) => {
    const box = createSandbox();
    prepare?.(box);
    const answer = await box.run(args);
    expect({ exitCode: answer.exitCode, said: answer.all }).toMatchObject({ exitCode });
    for (const part of says) expect(answer.stderr).toMatch(typeof part === 'string' ? new RegExp(escaped(part)) : part);
    expect(answer.stdout).toBe('');
    expect(answer.stderr).not.toMatch(/\bat .*\.(ts|js):\d+/);
    const journals = join(box.data, 'journals');
    expect(existsSync(journals) ? readdirSync(journals) : []).toEqual([]);
  },
);

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

test('with --json an error is JSON on stderr, with the same exit status', async () => {
  const box = createSandbox();
  const answer = await box.run(['show', 'nope', '--json']);
  expect(answer.exitCode).toBe(1);
  expect(JSON.parse(answer.stderr)).toEqual({
    error: {
      code: 'session-not-found',
      message: expect.stringContaining('nope'),
      hint: expect.stringContaining('uuldana list'),
    },
  });
});

test('a workspace that was deleted is said, at a launch and at a resume', async () => {
  const box = createSandbox();
  await box.run(['demo', '--name', 'gone'], { input: 'hello\n/exit\n' });
  rmSync(box.workspace, { recursive: true });
  const resumed = await box.run(['resume', 'gone'], { cwd: box.home });
  expect(resumed.exitCode).toBe(125);
  expect(resumed.stderr).toMatch(/is gone: .*work[\s\S]*--here/);
  const here = await box.run(['resume', 'gone', '--here'], { cwd: box.home, input: '/exit\n' });
  expect(here.exitCode).toBe(0);
});

test('an agent is never taken from the workspace or from a relative PATH entry', async () => {
  const box = createSandbox();
  for (const folder of ['.', 'node_modules/.bin']) {
    mkdirSync(join(box.workspace, folder), { recursive: true });
    writeFileSync(join(box.workspace, folder, 'claude'), '#!/bin/sh\ntouch RAN\n', { mode: 0o755 });
  }
  const path = `.:${box.workspace}:node_modules/.bin:${join(box.workspace, 'node_modules/.bin')}:${box.env['PATH']}`;
  const answer = await box.run(['claude', '--prompt', 'x'], { env: { PATH: path } });
  expect(answer.exitCode).toBe(127);
  expect(existsSync(join(box.workspace, 'RAN'))).toBe(false);
});

test('a session that lives is not opened twice and not deleted', async () => {
  const box = createSandbox();
  box.program('acme', '#!/bin/sh\ncat > /dev/null\n');
  // the second uuldana is run by the first one's agent, so that no time has to be waited for
  box.program(
    'nested',
    `#!/bin/sh\n"${process.execPath}" "$UULDANA" resume one 2>&1\necho "resume: $?"\n"${process.execPath}" "$UULDANA" delete one --yes 2>&1\necho "delete: $?"\n`,
  );
  box.writeConfig({ providers: { nested: { bin: 'nested', args: { new: [] }, permissions: { ask: [] } } } });
  const { BIN } = await import('../support/sandbox.ts');
  const answer = await box.run(['nested', '--name', 'one'], { env: { UULDANA: BIN } });
  expect(answer.stdout).toMatch(/open already: pid \d+ has it/);
  expect(answer.stdout).toContain('resume: 126');
  expect(answer.stdout).toContain('delete: 126');
  expect(await box.json<unknown[]>(['list'])).toHaveLength(1);
});
