/**
 * What the permission levels of adapters/claude.ts are worth, with the real program: what the model may do unasked, in every mode
 * that Shift+Tab reaches, and with settings that allow everything.
 */

import { afterEach, expect, test } from 'vitest';
import { closePtys } from '../../support/pty-harness.ts';
import { eventsOf, listed, shown } from '../journal.ts';
import { CYCLE, hostile, nextMode, start, tries } from './levels.ts';
import { createStage, leave, press, READY, say } from './stage.ts';

afterEach(closePtys);

/** Something of the user's own that a lock would switch off, so that without a strict ceiling none is used. */
const OWN = { statusLine: { type: 'command', command: 'echo of my own' } };

const at = (level: string) => `--ceiling ${level === 'bypass' ? 'bypass' : 'auto'} --permission ${level}`;

test('read-only is held: in no mode, and whatever settings allow, is there a tool that changes anything', async () => {
  const stage = await createStage(hostile());
  const pty = await start(stage, at('read-only'));
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

test('where a lock would cost the user something, ask asks, and Shift+Tab reaches auto and never bypass', async () => {
  const user = { ...OWN, skipDangerousModePermissionPrompt: true, permissions: { defaultMode: 'bypassPermissions' } };
  const stage = await createStage({ user });
  const shell = stage.shell({ env: { IS_SANDBOX: '1' } });
  shell.send('uuldana claude --name first --permission ask\r');
  // a dialog for those whose settings say bypass: even the answer that keeps it does not turn it on here
  await shell.waitForText(/❯ Yes, set auto mode/);
  await press(shell, '\x1b[B', /❯ Yes, set auto mode/, /❯ No, keep bypass permissions/);
  await press(shell, '\r', /❯ No, keep bypass permissions/, CYCLE[0]);
  expect(await tries(stage, shell, 'shell', stage.workspace)).toBe('asked');
  expect(await tries(stage, shell, 'write', stage.workspace)).toBe('asked');
  for (const footer of [...CYCLE.slice(1), CYCLE[0]]) await nextMode(shell, footer);
});

test('where a lock would cost the user something, edits lets its common file commands run', async () => {
  const stage = await createStage({ user: OWN });
  const pty = await start(stage, '--permission edits');
  await pty.waitForText(/of my own/);
  expect(await tries(stage, pty, 'write', stage.workspace)).toBe('ran');
  expect(await tries(stage, pty, 'shell', stage.workspace)).toBe('ran');
  expect(await tries(stage, pty, 'shell', stage.home)).toBe('asked');
  for (const footer of [CYCLE[2], CYCLE[3], CYCLE[0], CYCLE[1]]) await nextMode(pty, footer);
});

test('auto starts in auto mode, and bypass is not to be had', async () => {
  const stage = await createStage(hostile());
  const pty = await start(stage, at('auto'));
  await pty.waitForText(CYCLE[3]);
  for (const footer of CYCLE) await nextMode(pty, footer);
});

test('bypass asks for nothing; a resume at a lower level is at that level, and bypass is out of its reach', async () => {
  const stage = await createStage({ user: { skipDangerousModePermissionPrompt: true } });
  const pty = await start(stage, at('bypass'));
  await pty.waitForText(/bypass permissions on/);
  expect(await tries(stage, pty, 'shell', stage.home)).toBe('ran');
  await leave(pty);

  pty.send('clear; uuldana resume first --permission ask\r');
  await pty.waitForText(CYCLE[0]);
  expect(await tries(stage, pty, 'shell', stage.home)).toBe('asked');
  for (const footer of [CYCLE[1], CYCLE[2], CYCLE[0]]) await nextMode(pty, footer);
});

test('the mode is stated at launch and at each resume, and a stricter session is not resumed in bypass', async () => {
  const stage = await createStage();
  const pty = await start(stage, '--permission ask');
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
