/**
 * What the permission levels of adapters/codex.ts are worth, with the real program: what the model may do unasked, whatever the
 * settings say, and what is left that raises a level.
 */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { closePtys, type TestPty } from '../../support/pty-harness.ts';
import { codex as cast } from '../cast/codex.ts';
import { eventsOf, listed } from '../journal.ts';
import { until } from '../processes.ts';
import { createStage, leave, resume, type Stage, type } from '../stage.ts';

afterEach(closePtys);

const EVERYTHING =
  'sandbox_mode = "danger-full-access"\napproval_policy = "never"\napprovals_reviewer = "auto_review"\n';
const RULE = 'prefix_rule(pattern=["touch"], decision="allow")\n';

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Settings of the user and of the folder, which is trusted, that allow everything. */
function allowEverything({ home, workspace }: Stage): void {
  const users = join(home, '.codex', 'config.toml');
  write(users, EVERYTHING + readFileSync(users, 'utf8'));
  write(join(workspace, '.codex', 'config.toml'), EVERYTHING);
}

async function start(stage: Stage, level: string): Promise<TestPty> {
  const shell = stage.shell();
  shell.send(`uuldana codex --name first ${level === 'bypass' ? '--bypass-permissions' : `--permission ${level}`}\r`);
  await shell.waitForText(cast.ready, 60_000);
  return shell;
}

const ASKED = /Would you like to [\s\S]*› 1\. Yes/;
let calls = 0;

/**
 * Has the model call a tool that makes a file, and says what came of it: `refused` is what the sandbox or the agent stopped without
 * asking anybody.
 */
async function tries(
  stage: Stage,
  pty: TestPty,
  tool: 'shell' | 'escalate' | 'write',
  folder = stage.workspace,
): Promise<'ran' | 'asked' | 'refused'> {
  calls += 1;
  const file = join(folder, `made-${calls}`);
  await type(stage, pty, tool === 'write' ? `[[write ${file} text]]` : `[[${tool} touch ${file}]]`);
  await pty.waitForText(new RegExp(`made-${calls}[\\s\\S]*(${ASKED.source}|Tool said[\\s\\S]*${cast.ready.source})`));
  const made = existsSync(file);
  if (!ASKED.test(pty.screen())) return made ? 'ran' : 'refused';
  expect(made).toBe(false);
  pty.send('\x1b');
  await pty.waitForText(/^(?![\s\S]*Would you like)[\s\S]*Conversation interrupted[\s\S]*› Ask Codex/);
  return 'asked';
}

/** Presses a key in a dialog, which takes none in its first moment, until something follows. */
async function press(pty: TestPty, key: string, then: RegExp): Promise<void> {
  await until(async () => {
    pty.send(key);
    return pty.screen();
  }, then);
}

/** The arguments of each run of the session. */
async function argvOf(stage: Stage): Promise<readonly string[]> {
  const { session } = await listed(stage, 'first');
  return eventsOf(stage, session, 'run.started').map(({ argv }) => argv.slice(1).join(' '));
}

/** A folder that is neither the workspace nor a temporary folder of the sandbox. */
function elsewhere(): string {
  const folder = mkdtempSync('/var/tmp/uuldana-test-');
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test.each([
  ['read-only', { shell: 'refused', write: 'refused', escalate: 'refused', outside: 'refused' }],
  ['ask', { shell: 'refused', write: 'asked', escalate: 'asked', outside: 'refused' }],
  ['auto', { shell: 'ran', write: 'ran', escalate: 'ran', outside: 'refused' }],
])('%s, under settings of the user and the folder that allow everything', async (level, expected) => {
  const stage = await createStage(cast);
  allowEverything(stage);
  const pty = await start(stage, level);
  expect({
    shell: await tries(stage, pty, 'shell'),
    write: await tries(stage, pty, 'write'),
    escalate: await tries(stage, pty, 'escalate'),
    outside: await tries(stage, pty, 'shell', elsewhere()),
  }).toEqual(expected);
});

test('auto asks to leave the sandbox; /permissions reaches bypass, which the next resume does not have', async () => {
  const stage = await createStage(cast);
  const outside = elsewhere();
  const pty = await start(stage, 'auto');
  expect(await tries(stage, pty, 'escalate', outside)).toBe('asked');
  expect(await tries(stage, pty, 'write', outside)).toBe('asked');
  await type(stage, pty, '/permissions');
  await pty.waitForText(/3\. Full Access/);
  await press(pty, '3', /Enable full access\?/);
  await press(pty, '\r', /Permission selection requested: Full Access/);
  expect(await tries(stage, pty, 'shell', outside)).toBe('ran');
  await leave(stage, pty);

  for (const raise of [['--bypass-permissions'], ['--', '--yolo'], ['--', '-c', 'approval_policy="never"']]) {
    const { exitCode } = await stage.run(['resume', 'first', '--prompt', 'x', ...raise]);
    expect([raise, exitCode]).toEqual([raise, 126]);
  }
  const again = await resume(stage, 'first');
  expect(await tries(stage, again, 'shell', outside)).toBe('refused');
  expect(await argvOf(stage)).toEqual(
    Array(2).fill(expect.stringMatching(/ --sandbox workspace-write --ask-for-approval on-request$/)),
  );
});

test.each([
  ['the user', ({ home }: Stage) => join(home, '.codex')],
  ['the folder', ({ workspace }: Stage) => join(workspace, '.codex')],
])('rules of %s let what they name run outside of the sandbox, in read-only too', async (_, folderOf) => {
  const stage = await createStage(cast);
  write(join(folderOf(stage), 'rules', 'default.rules'), RULE);
  const pty = await start(stage, 'read-only');
  expect(pty.output().toString()).toMatch(/rules that allow commands in \S*\.codex\/rules\/default\.rules/);
  expect(await tries(stage, pty, 'shell')).toBe('ran');
  expect(await tries(stage, pty, 'write')).toBe('refused');
});

test('a PermissionRequest hook that its user trusts answers in ask, which is said', async () => {
  const stage = await createStage(cast);
  const output = { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } } };
  const hook = { matcher: '*', hooks: [{ type: 'command', command: `echo '${JSON.stringify(output)}'` }] };
  write(join(stage.home, '.codex', 'hooks.json'), JSON.stringify({ hooks: { PermissionRequest: [hook] } }));
  const pty = stage.shell();
  pty.send('uuldana codex --name first --permission ask\r');
  await pty.waitForText(/Trust all and continue/, 60_000);
  expect(pty.output().toString()).toMatch(/PermissionRequest hooks in ~\/\.codex\/hooks\.json/);
  await press(pty, '2', /› 2\. Trust all/);
  await press(pty, '\r', cast.ready);
  expect(await tries(stage, pty, 'escalate')).toBe('ran');
});

test('bypass asks for nothing; resumed at a lower level it is at that level, and stays there', async () => {
  const stage = await createStage(cast);
  const outside = elsewhere();
  const pty = await start(stage, 'bypass');
  expect(await tries(stage, pty, 'shell', outside)).toBe('ran');
  expect(await tries(stage, pty, 'write', outside)).toBe('ran');
  await leave(stage, pty);
  for (const words of ['first --permission ask', 'first']) {
    const lower = await resume(stage, words);
    expect(await tries(stage, lower, 'shell')).toBe('refused');
    expect(await tries(stage, lower, 'escalate', outside)).toBe('asked');
    await leave(stage, lower);
  }
  const asks =
    /^resume --no-daemon \S+ --sandbox read-only --ask-for-approval on-request --config approvals_reviewer="user"$/;
  expect(await argvOf(stage)).toEqual([
    '--no-daemon --sandbox danger-full-access --ask-for-approval never',
    expect.stringMatching(asks),
    expect.stringMatching(asks),
  ]);
});
