/**
 * What the permission levels of adapters/claude.ts are worth, with the real program: what the model may do unasked, in every mode
 * that Shift+Tab reaches, and with settings that allow everything.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { closePtys, type TestPty } from '../../support/pty-harness.ts';
import { eventsOf, listed, shown } from '../journal.ts';
import { createStage, leave, press, READY, type Stage, say, type } from './stage.ts';

afterEach(closePtys);

const ALLOW = ['Bash', 'Bash(*)', 'Edit', 'Write', 'Write(*)', 'NotebookEdit'];
const hook = (event: string, output: object) => ({
  [event]: [
    {
      matcher: '*',
      hooks: [
        {
          type: 'command',
          command: `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...output } })}'`,
        },
      ],
    },
  ],
});
const HOOKS = {
  ...hook('PreToolUse', { permissionDecision: 'allow' }),
  ...hook('PermissionRequest', { decision: { behavior: 'allow' } }),
};
const EVERYTHING = { permissions: { allow: ALLOW, defaultMode: 'bypassPermissions' }, hooks: HOOKS };

/** Settings of user, folder and person in the folder that all allow everything. */
const HOSTILE = {
  user: { ...EVERYTHING, skipDangerousModePermissionPrompt: true },
  project: EVERYTHING,
  local: EVERYTHING,
};

/** The order of Shift+Tab. */
const CYCLE = [/manual mode on/, /accept edits on/, /plan mode on/, /auto mode on/] as const;

async function start(stage: Stage, level: string): Promise<TestPty> {
  const shell = stage.shell({ IS_SANDBOX: '1' });
  shell.send(`uuldana claude --name first --ceiling ${level === 'bypass' ? 'bypass' : 'auto'} --permission ${level}\r`);
  await shell.waitForText(READY);
  return shell;
}

async function nextMode(pty: TestPty, footer: RegExp): Promise<void> {
  pty.send('\x1b[Z');
  await pty.waitForText(footer);
}

const ASKED = /❯ 1\. Yes/;
let calls = 0;

/** Has the model call a tool that makes a file, and says whether it was made unasked. */
async function tries(
  stage: Stage,
  pty: TestPty,
  tool: 'shell' | 'write',
  folder: string,
): Promise<'ran' | 'asked' | 'no tool'> {
  calls += 1;
  const file = join(folder, `made-${calls}`);
  const already = stage.model.requests().length;
  await type(pty, tool === 'shell' ? `[[shell touch ${file}]]` : `[[write ${file} text]]`);
  await pty.waitForText(new RegExp(`${ASKED.source}|made-${calls}[\\s\\S]*(Tool said|No such tool)`));
  if (ASKED.test(pty.screen())) {
    expect(existsSync(file)).toBe(false);
    await press(pty, '\x1b', ASKED, /Interrupted[\s\S]*(mode|edits) on/);
    return 'asked';
  }
  const answered = stage.model.requests().slice(already);
  if (answered.some(({ decision }) => decision.text.startsWith('No such tool'))) return 'no tool';
  expect(existsSync(file)).toBe(true);
  return 'ran';
}

test('read-only is held: in no mode, and whatever settings allow, is there a tool that changes anything', async () => {
  const stage = await createStage(HOSTILE);
  const pty = await start(stage, 'read-only');
  for (const footer of [...CYCLE.slice(1), CYCLE[0]]) {
    expect(await tries(stage, pty, 'shell', stage.workspace)).toBe('no tool');
    expect(await tries(stage, pty, 'write', stage.workspace)).toBe('no tool');
    await nextMode(pty, footer);
  }
  const offered = new Set(stage.model.requests().flatMap(({ tools }) => tools));
  expect([...offered].filter((tool) => !['Read', 'Glob', 'Grep', 'DeferredToolPlaceholder'].includes(tool))).toEqual(
    [],
  );
});

test('ask asks for edits and commands; Shift+Tab reaches auto and never bypass', async () => {
  const stage = await createStage({
    user: { ...HOSTILE.user, permissions: { defaultMode: 'bypassPermissions' }, hooks: {} },
  });
  const shell = stage.shell({ IS_SANDBOX: '1' });
  shell.send('uuldana claude --name first --permission ask\r');
  // a dialog for those whose settings say bypass: even the answer that keeps it does not turn it on here
  await shell.waitForText(/❯ Yes, set auto mode/);
  await press(shell, '\x1b[B', /❯ Yes, set auto mode/, /❯ No, keep bypass permissions/);
  await press(shell, '\r', /❯ No, keep bypass permissions/, CYCLE[0]);
  expect(await tries(stage, shell, 'shell', stage.workspace)).toBe('asked');
  expect(await tries(stage, shell, 'write', stage.workspace)).toBe('asked');
  for (const footer of [...CYCLE.slice(1), CYCLE[0]]) await nextMode(shell, footer);
});

test('edits edits the workspace and its common file commands run; other commands are asked for', async () => {
  const stage = await createStage();
  const pty = await start(stage, 'edits');
  expect(await tries(stage, pty, 'write', stage.workspace)).toBe('ran');
  expect(await tries(stage, pty, 'shell', stage.workspace)).toBe('ran');
  expect(await tries(stage, pty, 'shell', stage.home)).toBe('asked');
  for (const footer of [CYCLE[2], CYCLE[3], CYCLE[0], CYCLE[1]]) await nextMode(pty, footer);
});

test('auto starts in auto mode, and bypass is not to be had', async () => {
  const stage = await createStage(HOSTILE);
  const pty = await start(stage, 'auto');
  await pty.waitForText(CYCLE[3]);
  for (const footer of CYCLE) await nextMode(pty, footer);
});

test('bypass asks for nothing; a resume at a lower level is at that level, and bypass is out of its reach', async () => {
  const stage = await createStage({ user: { skipDangerousModePermissionPrompt: true } });
  const pty = await start(stage, 'bypass');
  await pty.waitForText(/bypass permissions on/);
  expect(await tries(stage, pty, 'shell', stage.home)).toBe('ran');
  await leave(pty);

  pty.send('clear; uuldana resume first --permission ask\r');
  await pty.waitForText(CYCLE[0]);
  expect(await tries(stage, pty, 'shell', stage.home)).toBe('asked');
  for (const footer of [...CYCLE.slice(1), CYCLE[0]]) await nextMode(pty, footer);
});

test('the mode is stated at launch and at each resume, and a stricter session is not resumed in bypass', async () => {
  const stage = await createStage();
  const pty = await start(stage, 'ask');
  await say(pty, 'hello there', /You said: hello there \(turn 1\)/);
  await leave(pty);
  for (const level of ['', '--permission edits', '']) {
    pty.send(`clear; uuldana resume first ${level}\r`);
    await pty.waitForText(READY);
    await leave(pty);
  }
  const { session } = await listed(stage, 'first');
  const modes = eventsOf(stage, session, 'run.started').map(({ argv }) => argv[argv.indexOf('--permission-mode') + 1]);
  expect(modes).toEqual(['manual', 'manual', 'acceptEdits', 'acceptEdits']);

  const refused = await stage.run(['resume', 'first', '--bypass-permissions', '--prompt', 'x']);
  expect(refused.exitCode).toBe(126);
  expect(refused.stderr).toContain('uuldana --bypass-permissions');
  const argument = await stage.run(['resume', 'first', '--prompt', 'x', '--', '--permission-mode', 'auto']);
  expect(argument.exitCode).toBe(126);
  expect((await shown(stage, 'first')).runs).toHaveLength(4);
});
