import { afterEach, expect, test } from 'vitest';
import { closePtys, openPty, openShell } from './pty-harness.ts';

afterEach(closePtys);

test('a wait ends with the text, and the exit with all output on the screen', async () => {
  const pty = openPty('/bin/sh', ['-c', 'echo ready; read line; echo "got $line"; exit 3']);
  await pty.waitForText(/ready/);
  pty.send('hello\r');
  expect(await pty.exit).toEqual({ exitCode: 3, signal: null });
  expect(pty.screen()).toContain('got hello');
});

test('a wait for what never comes says what is on the screen', async () => {
  const pty = openPty('/bin/sh', ['-c', 'echo something else']);
  await expect(pty.waitForText(/missing/)).rejects.toThrow(/ended .* without \/missing\/[\s\S]*something else/);
});

test('a shell has job control, and a closed window hangs it up', async () => {
  const pty = openShell();
  await pty.waitForText(/\$ $/);
  // exec: a stop that meets a shell in the middle of vfork is not reported until its child runs
  pty.send("sh -c 'echo up; exec sleep 100'\r");
  await pty.waitForText(/^up/m);
  pty.send('\x1a');
  await pty.waitForText(/Stopped/);
  pty.hangUp();
  expect((await pty.exit).signal).toBe('SIGHUP');
});
