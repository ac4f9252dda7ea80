/** Each refusal of policy stands in the audit log, with its reason as a code and the levels; what is no refusal does not. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BIN, createSandbox, type Sandbox } from '../support/sandbox.ts';
import { auditOf, kindsOf, talk, withAcme } from './audit-support.ts';

interface Case {
  readonly reason: string;
  readonly args: readonly string[];
  /** What else stands in the record. */
  readonly facts: object;
  readonly exitCode?: number;
  readonly prepare?: (box: Sandbox) => unknown;
  readonly env?: (box: Sandbox) => Readonly<Record<string, string>>;
}

const aSession = (box: Sandbox) => talk(box, ['demo', '--name', 'one'], 'hello');
/** Stands for an installed agent whose help names `flags`. */
const claude = (flags: string) => (box: Sandbox) => {
  box.program('claude', `#!/bin/sh\ncase $1 in --help) echo "${flags}" ;; --version) echo 9.9.9 ;; esac\n`);
};
const CLAUDE_FLAGS = '--session-id --resume --continue --permission-mode --settings --tools --strict-mcp-config';

const CASES: readonly Case[] = [
  {
    reason: 'above-ceiling',
    args: ['demo', '--permission', 'bypass'],
    facts: { command: 'launch', session: null, provider: 'demo', requested: 'bypass', ceiling: 'auto', strict: false },
  },
  {
    reason: 'above-ceiling',
    args: ['demo', '--ceiling', 'ask', '--permission', 'edits'],
    facts: { command: 'launch', requested: 'edits', ceiling: 'ask', strict: true },
  },
  {
    reason: 'above-ceiling',
    args: ['resume', 'one', '--bypass-permissions'],
    facts: { command: 'resume', session: expect.any(String), provider: 'demo', requested: 'bypass', ceiling: 'auto' },
    prepare: aSession,
  },
  {
    reason: 'above-ceiling',
    args: ['resume', 'one', '--permission', 'edits'],
    facts: { command: 'resume', requested: 'edits', ceiling: 'ask', strict: true },
    prepare: (box) => talk(box, ['demo', '--name', 'one', '--ceiling', 'ask'], 'hello'),
  },
  {
    reason: 'no-such-level',
    args: ['acme', '--permission', 'edits'],
    facts: { provider: 'acme', requested: 'edits', ceiling: 'auto' },
    prepare: withAcme,
  },
  {
    reason: 'reaches-above-ceiling',
    args: ['acme', '--ceiling', 'ask'],
    facts: { provider: 'acme', requested: null, ceiling: 'ask', strict: true },
    prepare: withAcme,
  },
  {
    reason: 'reaches-above-ceiling',
    args: ['acme'],
    facts: { provider: 'acme', ceiling: 'auto', strict: true },
    prepare: (box) => withAcme(box, { permissions: { auto: [], bypass: ['--yolo'] } }, { strict_ceiling: true }),
  },
  {
    reason: 'nothing-below-ceiling',
    args: ['acme'],
    facts: { provider: 'acme', requested: null, ceiling: 'auto' },
    prepare: (box) => withAcme(box, { permissions: { bypass: ['--yolo'] } }),
  },
  {
    reason: 'flags-unknown',
    args: ['claude', '--prompt', 'hi', '--permission', 'ask'],
    facts: { provider: 'claude', requested: 'ask', ceiling: 'auto' },
    prepare: claude('--session-id --resume --continue'),
  },
  {
    reason: 'argument-not-allowed',
    args: ['demo', '--', '--yolo', '--api-key=hunter-two', '-khunter-two', 'hunter-two', '--full-screen'],
    facts: { provider: 'demo', ceiling: 'auto', flags: ['--yolo', '--api-key', '<argument>', '<argument>'] },
  },
  {
    reason: 'argument-not-allowed',
    args: ['resume', 'one', '--', '--yolo'],
    facts: { command: 'resume', session: expect.any(String), flags: ['--yolo'] },
    prepare: aSession,
  },
  {
    reason: 'not-resumable',
    args: ['resume', 'one'],
    facts: { command: 'resume', session: expect.any(String), provider: 'acme', flags: [] },
    prepare: (box) => {
      withAcme(box, { args: { new: [], resume: null, continue: null } });
      return box.run(['acme', '--name', 'one'], { input: 'hello\n' });
    },
  },
  { reason: 'needs-terminal', args: ['claude'], facts: { provider: 'claude' }, prepare: claude(CLAUDE_FLAGS) },
  {
    reason: 'unsafe-binary',
    args: ['claude', '--prompt', 'hi'],
    facts: { provider: 'claude', exit_status: 127 },
    exitCode: 127,
    prepare: (box) => {
      mkdirSync(join(box.workspace, 'node_modules/.bin'), { recursive: true });
      writeFileSync(join(box.workspace, 'node_modules/.bin/claude'), '#!/bin/sh\n', { mode: 0o755 });
    },
    env: (box) => ({ PATH: `${join(box.workspace, 'node_modules/.bin')}:${box.env['PATH']}` }),
  },
];

test.each(CASES)('$reason: $args', async ({ reason, args, facts, exitCode = 126, prepare, env }) => {
  const box = createSandbox();
  await prepare?.(box);
  const before = await auditOf(box);
  const answer = await box.run(args, env === undefined ? {} : { env: env(box) });
  expect({ exitCode: answer.exitCode, said: answer.all }).toMatchObject({ exitCode });
  expect(answer.stderr).not.toContain('audit log');
  const added = (await auditOf(box)).slice(before.length);
  expect(added).toEqual([
    {
      kind: 'refusal',
      seq: expect.any(Number),
      at: expect.any(String),
      command: 'launch',
      session: null,
      provider: expect.any(String),
      workspace: box.workspace,
      requested: null,
      ceiling: null,
      strict: null,
      flags: [],
      exit_status: 126,
      ...added[0],
      reason,
    },
  ]);
  expect(added).toMatchObject([facts]);
  expect((await auditOf(box, '--refusals')).at(-1)).toEqual(added[0]);
});

test('a session that lives is neither opened nor deleted, and both refusals are recorded', async () => {
  const box = createSandbox();
  withAcme(box);
  const uuldana = `"${process.execPath}" "${BIN}"`;
  box.program('acme', `#!/bin/sh\n${uuldana} resume one\n${uuldana} delete one --yes\n`);
  await box.run(['acme', '--name', 'one'], { input: '' });
  const records = await auditOf(box, '--refusals');
  const [listed] = await box.json<{ session: string }[]>(['list']);
  const { session } = listed ?? {};
  expect(records).toMatchObject([
    { command: 'resume', reason: 'session-live', session, inside: session, exit_status: 126 },
    { command: 'delete', reason: 'session-live', session, inside: session, exit_status: 126 },
  ]);
});

test('a mistake is no refusal', async () => {
  const box = createSandbox();
  await aSession(box);
  const before = await auditOf(box);
  for (const args of [
    ['clade'],
    ['claude'],
    ['demo', '--permission', 'root'],
    ['demo', '--name', 'one'],
    ['resume', 'nope'],
    ['rename', 'one', '-x'],
    ['delete', 'one'],
  ]) {
    expect((await box.run(args)).exitCode).not.toBe(0);
  }
  expect(await auditOf(box)).toEqual(before);
});

test('a refusal before the first run leaves the log alone, and the first run still says what is recorded', async () => {
  const box = createSandbox();
  await box.run(['demo', '--permission', 'bypass']);
  expect(kindsOf(await auditOf(box))).toEqual(['refusal']);
  expect((await talk(box, ['demo'], 'x')).stderr).toContain('runs are recorded');
});
