import { afterEach, describe, expect, test } from 'vitest';
import { closePtys } from '../support/pty-harness.ts';
import { program, runSupervised, shellFor } from './supervised.ts';

afterEach(closePtys);

const FULL_SCREEN = [process.execPath, program('full-screen.mjs')];

async function started(command: readonly string[] = FULL_SCREEN, options: Record<string, unknown> = {}) {
  const shell = shellFor(command, { options });
  shell.send(`${shell.run}\r`);
  await shell.waitForText(/ready/);
  const { pid, supervisor } = await shell.events.next('started');
  return { shell, pid, supervisor };
}

describe('Ctrl-Z gives the terminal to the shell, and fg brings the agent back', () => {
  test.each([
    ['as a byte', '\x1a'],
    ["in kitty's form", '\x1b[122;5u'],
  ])('%s', async (_, key) => {
    const { shell } = await started();
    shell.send(key);
    await shell.waitForText(/Stopped/);
    await shell.events.next('suspended');
    expect(shell.terminal.buffer.active.type).toBe('normal');
    expect(shell.terminal.modes).toMatchObject({
      mouseTrackingMode: 'none',
      bracketedPasteMode: false,
      sendFocusMode: false,
    });
    shell.send('echo $((40+2)); stty -a\r');
    await shell.waitForText(/^42/m);
    await shell.waitForText(/ icanon[\s\S]* echo /);

    shell.send('fg\r');
    await shell.events.next('continued');
    await shell.waitForText(/drawn 80x23[\s\S]*|drawn 80x24/);
    await shell.waitForText(/drawn 80x24/);
    expect(shell.terminal.buffer.active.type).toBe('alternate');
    expect(shell.terminal.modes).toMatchObject({
      mouseTrackingMode: 'any',
      bracketedPasteMode: true,
      applicationKeypadMode: true,
    });
    shell.send('x');
    await shell.waitForText(/typed "x"/);
    shell.send('q');
    await shell.waitForText(/\$ $/);
    expect(await shell.events.next('ended')).toMatchObject({ status: 'exited', exitCode: 0 });
  });
});

test('twice, and a size that changed meanwhile arrives', async () => {
  const { shell } = await started();
  for (const [round, cols] of [
    [1, 100],
    [2, 61],
  ] as const) {
    shell.send('\x1a');
    await shell.events.next('suspended', round);
    await shell.waitForText(/Stopped/);
    shell.resize(cols, 20);
    shell.send('fg\r');
    await shell.waitForText(new RegExp(`drawn ${cols}x20`));
  }
});

test('a SIGTSTP from outside does the same', async () => {
  const { shell, supervisor } = await started();
  process.kill(supervisor, 'SIGTSTP');
  await shell.waitForText(/Stopped/);
  await shell.events.next('suspended');
  shell.send('fg\r');
  await shell.events.next('continued');
  await shell.waitForText(/drawn/);
});

test('after a SIGSTOP, which nobody can see coming, fg brings all modes back', async () => {
  const { shell, supervisor } = await started();
  process.kill(supervisor, 'SIGSTOP');
  await shell.waitForOutput(/Stopped/);
  shell.send('fg\r');
  await shell.waitForText(/drawn/);
  shell.send('y');
  await shell.waitForText(/typed "y"/);
});

test('in the background it stops again, and fg still brings it back', async () => {
  const { shell } = await started();
  shell.send('\x1a');
  await shell.waitForText(/Stopped/);
  shell.send('bg\r');
  await shell.waitForText(/Stopped[\s\S]*&[\s\S]*Stopped|&[\s\S]*\$ $/);
  shell.send('echo still the $((1+0))st\r');
  await shell.waitForText(/still the 1st/);
  shell.send('fg\r');
  await shell.waitForText(/drawn 80x24/);
  shell.send('q');
  await shell.events.next('ended');
});

test('a suspended run can be ended, and leaves the shell in peace', async () => {
  const { shell } = await started();
  shell.send('\x1a');
  await shell.waitForText(/Stopped/);
  shell.send('kill %1\r');
  expect(await shell.events.next('ended')).toMatchObject({ reason: 'terminated', exitCode: 7 });
  shell.send('echo the $((1+0))st; stty -a\r');
  await shell.waitForText(/the 1st[\s\S]* icanon[\s\S]* echo /);
  expect(shell.terminal.buffer.active.type).toBe('normal');
});

test('where no shell could bring us back, nothing stops', async () => {
  const run = runSupervised(FULL_SCREEN);
  await run.waitForText(/ready/);
  run.send('\x1a');
  await run.events.next('continued');
  run.send('x');
  await run.waitForText(/typed "x"/);
});

test("Ctrl-Z is the agent's where it is not ours", async () => {
  const { shell } = await started(FULL_SCREEN, { suspendKey: false });
  shell.send('\x1a');
  await shell.waitForText(/typed "\\u001a"/);
});
