import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { closePtys, type TestPty } from '../support/pty-harness.ts';
import { agentsOutput, gone, isAlive, program, runSupervised, shellFor, temporaryFolder } from './supervised.ts';

afterEach(closePtys);

const FAST = { grace: { hangupMs: 300, terminateMs: 300 } };
/** A full-screen program that switches everything on and obeys signals. */
const FULL_SCREEN = [process.execPath, program('full-screen.mjs')];
const STUBBORN = ['/bin/sh', '-c', 'trap "" HUP INT QUIT TERM; echo ready; while :; do sleep 1; done'];

/** What is left on in the terminal: nothing of these. */
function expectUsable(pty: TestPty): void {
  const { modes, buffer } = pty.terminal;
  expect(modes).toMatchObject({
    applicationCursorKeysMode: false,
    applicationKeypadMode: false,
    bracketedPasteMode: false,
    mouseTrackingMode: 'none',
    sendFocusMode: false,
    synchronizedOutputMode: false,
  });
  expect(buffer.active.type).toBe('normal');
  const output = pty.output().toString('latin1');
  expect(output.lastIndexOf('\x1b[?25h')).toBeGreaterThan(output.lastIndexOf('\x1b[?25l'));
  expect(output.lastIndexOf('\x1b[<u')).toBeGreaterThan(output.lastIndexOf('\x1b[>1u'));
}

describe('a signal to us ends the agent, and gives the terminal back', () => {
  test.each([
    ['SIGHUP', 'hangup'],
    ['SIGTERM', 'terminated'],
    ['SIGINT', 'interrupted'],
    ['SIGQUIT', 'quit'],
  ] as const)('%s', async (signal, reason) => {
    const folder = temporaryFolder();
    const shell = shellFor(FULL_SCREEN);
    shell.send(`stty -g >${folder}/before; ${shell.run}; echo status $?; stty -g >${folder}/after; echo compa''red\r`);
    await shell.waitForText(/ready/);
    const { pid, supervisor } = await shell.events.next('started');
    process.kill(supervisor, signal);
    await shell.waitForText(/compared/);
    expect(await shell.events.next('ended')).toMatchObject({ status: 'exited', exitCode: 7, reason });
    expect(shell.screen()).toContain('status 7');
    expect(readFileSync(join(folder, 'after'), 'utf8')).toBe(readFileSync(join(folder, 'before'), 'utf8'));
    expectUsable(shell);
    expect(isAlive(pid)).toBe(false);
  });
});

test('an agent that ignores signals is killed after the grace, with all that it started', async () => {
  const run = runSupervised([...STUBBORN], { options: FAST });
  await run.waitForText(/ready/);
  const { pid } = await run.events.next('started');
  process.kill(run.pid, 'SIGHUP');
  const end = await run.events.next('ended');
  expect(end).toMatchObject({ status: 'signaled', signal: 'SIGKILL', reason: 'hangup' });
  expect(end.durationMs).toBeGreaterThan(600);
  expect(await run.exit).toEqual({ exitCode: 128 + 9, signal: null });
  await gone(pid);
});

test('the second signal is the last', async () => {
  const run = runSupervised([...STUBBORN], { options: { grace: { hangupMs: 30_000, terminateMs: 30_000 } } });
  await run.waitForText(/ready/);
  process.kill(run.pid, 'SIGTERM');
  process.kill(run.pid, 'SIGINT');
  expect(await run.events.next('ended')).toMatchObject({
    signal: 'SIGKILL',
    reason: expect.stringMatching(/terminated|interrupted/),
  });
});

test('what the agent leaves behind is ended too, in a group of its own as well', async () => {
  const stubbornChild = `setsid=no; set -m; (trap "" HUP TERM; echo child $BASHPID; while :; do sleep 1; done) & wait`;
  const run = runSupervised(['/bin/bash', '-c', stubbornChild], { options: FAST });
  const child = Number(/child (\d+)/.exec(await run.waitForText(/child \d+/))?.[1]);
  expect(isAlive(child)).toBe(true);
  process.kill(run.pid, 'SIGTERM');
  expect(await run.events.next('ended')).toMatchObject({ reason: 'terminated' });
  await gone(child);
});

test('a closed window ends the agent without a spin', async () => {
  const shell = shellFor([...STUBBORN], { options: FAST });
  shell.send(`${shell.run}\r`);
  await shell.waitForText(/ready/);
  const { pid } = await shell.events.next('started');
  shell.hangUp();
  const { reason, cpuMs } = await shell.events.next('ended');
  expect(reason).toBe('hangup');
  expect(cpuMs).toBeLessThan(1000);
  await gone(pid);
});

test('a terminal that is lost without a signal ends the run as a hangup does', async () => {
  const run = runSupervised(['/bin/sh', '-c', 'echo ready; exec sleep 100'], { options: FAST });
  await run.waitForText(/ready/);
  run.hangUp();
  expect(await run.events.next('ended')).toMatchObject({ reason: 'hangup' });
});

test('an agent that dies leaves a usable terminal', async () => {
  const run = runSupervised(FULL_SCREEN);
  await run.waitForText(/ready/);
  const { pid } = await run.events.next('started');
  process.kill(pid, 'SIGKILL');
  expect(await run.exit).toEqual({ exitCode: 137, signal: null });
  expect(await run.events.next('ended')).toMatchObject({ status: 'signaled', signal: 'SIGKILL', reason: null });
  expectUsable(run);
});

test('an exception of ours gives the terminal back, before its text is printed, and ends the agent', async () => {
  const folder = temporaryFolder();
  const shell = shellFor(FULL_SCREEN, { options: { crashOn: 'checkpoint' } });
  shell.send(`stty -g >${folder}/before; ${shell.run}; stty -g >${folder}/after; echo compa''red\r`);
  const { pid } = await shell.events.next('started');
  await shell.waitForText(/a fault of ours[\s\S]*compared/);
  expect(readFileSync(join(folder, 'after'), 'utf8')).toBe(readFileSync(join(folder, 'before'), 'utf8'));
  expectUsable(shell);
  await gone(pid);
});

test('a listener that throws ends nothing', async () => {
  const run = runSupervised(['/bin/sh', '-c', 'echo ready; read line; echo "got $line"'], {
    options: { throwOn: 'spoke' },
  });
  await run.waitForText(/ready/);
  run.send('hello\r');
  await run.exit;
  expect(run.screen()).toContain('got hello');
  expect(await run.events.next('ended')).toMatchObject({ status: 'exited', exitCode: 0, listenerFailures: 1 });
});

test('the listener can end the run', async () => {
  const run = runSupervised(['/bin/sh', '-c', 'echo ready; exec sleep 100'], { options: { endOn: 'checkpoint' } });
  await run.exit;
  expect(await run.events.next('ended')).toMatchObject({ status: 'signaled', signal: 'SIGHUP', reason: 'enough' });
});

test('a title of ours splits no sequence, holds no control character and is taken back', async () => {
  const script = 'stty -echo; printf "text\\033[3"; read line; printf "1mred"';
  const run = runSupervised(['/bin/sh', '-c', script], {
    options: { title: { at: 'checkpoint', text: 'not saved\x07!' } },
  });
  await run.events.next('checkpoint');
  run.send('go\r');
  await run.exit;
  expect(agentsOutput(run)).toBe('text\x1b[31mred\x1b]2;not saved!\x07\x1b[m\x1b]0;\x07');
});

test('the answer to a question that was put last is not typed into the shell', async () => {
  const shell = shellFor(['/bin/sh', '-c', 'printf "ready\\033[6n"']);
  shell.terminal.onData((answer) => shell.send(answer));
  shell.send(`${shell.run}; echo en''ded\r`);
  await shell.waitForText(/ended\n\$ $/);
  shell.send('echo $((40+2))\r');
  await shell.waitForText(/^42/m);
  expect(shell.screen()).not.toContain('R');
});
