/** The first start on a machine where no agent is installed. */

import { afterEach, expect, test } from 'vitest';
import { closePtys, openPty } from '../support/pty-harness.ts';
import { BIN, createSandbox } from '../support/sandbox.ts';

afterEach(closePtys);

test('on a terminal it says how to install an agent and offers the built-in one', async () => {
  const box = createSandbox();
  const pty = openPty(process.execPath, [BIN], { cwd: box.workspace, env: box.env, cols: 120 });
  await pty.waitForText(/No coding agent is installed[\s\S]*npm install[\s\S]*Which agent\?[\s\S]*1 {2}Demo agent/);
  pty.send('1\r');
  await pty.waitForText(/Say anything/);
  pty.send('hello\r');
  await pty.waitForText(/You said: hello \(turn 1\)/);
  pty.send('/exit\r');
  expect(await pty.exit).toEqual({ exitCode: 0, signal: null });
});

test('without an answer nothing is started', async () => {
  const box = createSandbox();
  const pty = openPty(process.execPath, [BIN], { cwd: box.workspace, env: box.env, cols: 120 });
  await pty.waitForText(/Number or name:/);
  pty.send('\r');
  expect(await pty.exit).toEqual({ exitCode: 127, signal: null });
  expect(pty.screen()).toContain('uuldana demo');
});

test('with several agents a picker asks, and the one taken is meant the next time in this folder', async () => {
  const box = createSandbox();
  for (const name of ['one', 'two']) box.program(name, `#!/bin/sh\necho "this is ${name}"\n`);
  const provider = (bin: string) => ({ bin, args: { new: [] }, permissions: { ask: [] } });
  box.writeConfig({ providers: { one: provider('one'), two: provider('two') } });
  const pty = openPty(process.execPath, [BIN], { cwd: box.workspace, env: box.env, cols: 120 });
  await pty.waitForText(/Number or name:/);
  pty.send('two\r');
  await pty.exit;
  expect(pty.screen()).toContain('this is two');
  expect((await box.run([], { input: '' })).stdout).toContain('this is two');
  const elsewhere = await box.run([], { input: '', cwd: box.home });
  expect(elsewhere.exitCode).toBe(2);
  expect(elsewhere.stderr).toMatch(/Several agents are installed: one, two/);
});
