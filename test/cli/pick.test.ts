/** Picking a session on a real terminal, and how the terminal is afterwards. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { closePtys, openShell, type TestPty } from '../support/pty-harness.ts';
import { BIN, createSandbox, type Sandbox } from '../support/sandbox.ts';

afterEach(closePtys);

const COMMAND = `'${process.execPath}' '${BIN}'`;

async function library(): Promise<Sandbox> {
  const box = createSandbox();
  for (const name of ['heron', 'otter', 'walrus'])
    await box.run(['demo', '--name', name], { input: `I am a ${name}\n/exit\n` });
  return box;
}

async function picking(box: Sandbox, command: string): Promise<TestPty> {
  const shell = openShell({ cwd: box.workspace, env: box.env });
  await shell.waitForText(/\$ $/);
  shell.send(`${COMMAND} ${command}\r`);
  await shell.waitForText(/Which session\?[\s\S]*❯ +1 .*walrus[\s\S]*│ .*I am a walrus/);
  return shell;
}

/** Echo, line editing and the cursor are as they were. */
async function expectClean(shell: TestPty): Promise<void> {
  await shell.waitForText(/\$ $/);
  shell.send('stty -a | tr " ;" "\\n\\n" | grep -xE "echo|icanon|isig" | sort | tr "\\n" " "\r');
  await shell.waitForText(/echo icanon isig/);
  const output = shell.output().toString('latin1');
  expect(output.lastIndexOf('\x1b[?25h')).toBeGreaterThanOrEqual(output.lastIndexOf('\x1b[?25l'));
}

test('list --pick: newest first with what was shown last; typing filters, arrows move, Enter shows it', async () => {
  const shell = await picking(await library(), 'list --pick');
  shell.send('\x1b[B');
  await shell.waitForText(/❯ +2 .*otter[\s\S]*I am a otter/);
  shell.send('her');
  await shell.waitForText(/Which session\? her[\s\S]*1 session[\s\S]*❯ +3 .*heron/);
  shell.send('\r');
  await shell.waitForText(/^name +heron/m);
  await expectClean(shell);
});

test('resume --pick: a number and Enter resume that session', async () => {
  const shell = await picking(await library(), 'resume --pick');
  shell.send('3');
  await shell.waitForText(/1 session[\s\S]*❯ +3 .*heron/);
  shell.send('\r');
  await shell.waitForText(/run 2 of session \w+ "heron"/);
  await shell.waitForText(/help lists/);
  shell.send('/exit\r');
  await shell.waitForText(/go on with/);
  await expectClean(shell);
});

test.each([
  ['Ctrl-C', '\x03'],
  ['Escape', '\x1b'],
])('%s picks none and leaves the terminal clean', async (_, key) => {
  const shell = await picking(await library(), 'resume --pick; echo status $?');
  shell.send(key);
  await shell.waitForText(/^status 1/m);
  await expectClean(shell);
});

test('ended by a signal, it leaves the terminal clean and dies of it', async () => {
  const box = await library();
  // so that its pid is known: the shell writes it down and becomes the program
  const shell = openShell({ cwd: box.workspace, env: box.env });
  await shell.waitForText(/\$ $/);
  shell.send(`sh -c 'echo $$ > pid; exec "$0" "$1" list --pick' ${COMMAND}; echo status $?\r`);
  await shell.waitForText(/Which session/);
  process.kill(Number(readFileSync(join(box.workspace, 'pid'), 'utf8')), 'SIGTERM');
  await shell.waitForText(/^status 143/m);
  await expectClean(shell);
});

test('without a terminal there is a plain table, and resume says what to type', async () => {
  const box = await library();
  const list = await box.run(['list', '--pick']);
  expect(list).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^SESSION[\s\S]*walrus[\s\S]*heron/) });
  const resume = await box.run(['resume', '--pick']);
  expect(resume).toMatchObject({
    exitCode: 126,
    stdout: expect.stringMatching(/^SESSION/),
    stderr: expect.stringContaining('uuldana resume SESSION'),
  });
});
