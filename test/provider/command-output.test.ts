import { expect, test } from 'vitest';
import { commandOutput } from '../../src/provider/command-output.ts';
import { isSameProcess, processIdentity } from '../../src/provider/process.ts';

const limits = { cwd: '/', env: { PATH: process.env['PATH'], WORD: 'hi' }, timeoutMs: 10_000, maxBytes: 1000 };
const sh = (script: string, changes: Partial<typeof limits> = {}) =>
  commandOutput('/bin/sh', ['-c', script], { ...limits, ...changes });

test('both outputs, the environment and the folder', async () => {
  expect(await sh('echo $WORD$HOME; pwd; echo oh >&2')).toEqual({ stdout: 'hi\n/\n', stderr: 'oh\n', failure: null });
});

test.each([
  ['exit 3', 'ended with status 3'],
  ['kill -SEGV $$', 'was ended by SIGSEGV'],
])('%s: %s', async (script, failure) => {
  expect(await sh(`echo text; ${script}`)).toEqual({ stdout: 'text\n', stderr: '', failure });
});

test('there is no input and no terminal to wait for', async () => {
  const script = 'read line && echo got; (: < /dev/tty) 2>/dev/null && echo tty; echo end';
  expect(await sh(script)).toMatchObject({ stdout: 'end\n', failure: null });
});

test('the beginning of a long output is kept, and the program is read to its end', async () => {
  const { stdout, failure } = await sh('head -c 300000 /dev/zero | tr "\\0" a');
  expect({ length: stdout.length, failure }).toEqual({ length: 1000, failure: null });
});

test('a program that does not end is ended, with all that it started', async () => {
  const script = 'trap "" TERM HUP; sleep 60 & echo $!; wait';
  const { stdout, failure } = await sh(script, { timeoutMs: 300 });
  expect(failure).toBe('did not end within 0.3 s');
  await expect.poll(() => processIdentity(Number(stdout.trim()))).toBeNull();
});

test('a process left behind that holds the output is not waited for', async () => {
  const script = 'setsid sleep 60 & echo $!';
  const before = performance.now();
  const { stdout, failure } = await sh(process.platform === 'linux' ? script : 'sleep 60 & echo $!');
  expect(failure).toBeNull();
  expect(performance.now() - before).toBeLessThan(limits.timeoutMs);
  const left = Number(stdout.trim());
  if (isSameProcess(left, processIdentity(left)?.startedAt ?? null, null)) process.kill(left, 'SIGKILL');
});

test.each([
  ['absent', '/no/such/program', [], 'could not be started (ENOENT)'],
  ['not executable', '/etc/passwd', [], 'could not be started (EACCES)'],
  ['given NUL', '/bin/sh', ['a\0b'], 'could not be started (ERR_INVALID_ARG_VALUE)'],
])('a program that is %s', async (_, file, args, failure) => {
  expect(await commandOutput(file, args, limits)).toEqual({ stdout: '', stderr: '', failure });
});
