import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { collectEvents, DRIVER, type Events, isAlive, program } from './supervised.ts';

interface Piped {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  readonly events: Events;
  /** Waits until the output holds the text. */
  has(text: string): Promise<void>;
  /** Waits for the end: all output as Latin-1, and the exit code. */
  end(): Promise<{ stdout: string; code: number | null }>;
}

/** Runs a command under the supervisor with pipes for standard input and output. */
function runPiped(command: readonly string[], options: Record<string, unknown> = {}): Piped {
  const events = collectEvents(options);
  const child = spawn(process.execPath, [DRIVER, ...command], { env: events.env, stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  child.stdout.setEncoding('latin1').on('data', (text: string) => {
    stdout += text;
  });
  const closed = once(child, 'close') as Promise<[number | null]>;
  return {
    child,
    events,
    has: async (text) => {
      while (!stdout.includes(text)) await once(child.stdout, 'data');
    },
    end: async () => {
      const [code] = await closed;
      return { stdout, code };
    },
  };
}

test('output goes to standard output, nothing of ours with it, and the size is 80x24', async () => {
  const run = runPiped(['/bin/sh', '-c', 'stty size; exit 3']);
  expect(await run.end()).toEqual({ stdout: '24 80\r\n', code: 3 });
});

test('the end of the input is one ^D behind all of it, and nothing is added', async () => {
  const run = runPiped([
    '/bin/sh',
    '-c',
    'stty -echo; echo ready; cat -n; stty raw; dd bs=1 count=1 2>/dev/null | od -c',
  ]);
  await run.has('ready');
  run.child.stdin.end('one\ntwo\n');
  await run.has('two');
  // a second ^D would be what dd reads
  run.child.kill('SIGTERM');
  const { stdout } = await run.end();
  expect(stdout.replaceAll(/\s+/g, ' ')).toBe('ready 1 one 2 two ');
  expect(await run.events.next('ended')).toMatchObject({ reason: 'terminated' });
});

test('what is piped in and ends a line was spoken', async () => {
  const run = runPiped(['/bin/sh', '-c', 'read line; echo "got $line"']);
  run.child.stdin.end('hello\n');
  await run.events.next('spoke');
  expect((await run.end()).stdout).toContain('got hello');
});

test("Ctrl-Z in the input is the agent's", async () => {
  const run = runPiped(['/bin/sh', '-c', 'stty raw -echo; echo ready; dd bs=1 count=3 2>/dev/null | od -An -c']);
  await run.has('ready');
  run.child.stdin.write('a\x1ab');
  expect((await run.end()).stdout).toMatch(/a 032\s+b/);
});

test('queries are answered, since no terminal does', async () => {
  const run = runPiped([process.execPath, program('query.mjs')]);
  expect((await run.end()).stdout).toContain('answer "\\u001b[1;5R"');
});

test('a reader that goes away ends the run as a hangup does', async () => {
  const run = runPiped(['/bin/sh', '-c', 'while :; do echo more; done']);
  await run.has('more');
  run.child.stdout.destroy();
  const { reason } = await run.events.next('ended');
  const { pid } = await run.events.next('started');
  expect([reason, isAlive(pid)]).toEqual(['hangup', false]);
});

test('a reader that never reads does not keep the run from being ended', async () => {
  const run = runPiped(['/bin/sh', '-c', 'while :; do echo more; done']);
  await run.has('more');
  run.child.stdout.pause();
  await run.events.next('checkpoint');
  run.child.kill('SIGTERM');
  expect(await run.events.next('ended')).toMatchObject({ reason: 'terminated' });
  run.child.stdout.destroy();
  await once(run.child, 'exit');
});
