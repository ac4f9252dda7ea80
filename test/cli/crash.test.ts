/** Crashes in a real terminal: what was going on is found again, and the right conversation goes on. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { processIdentity } from '../../src/provider/process.ts';
import { closePtys, openPty, type TestPty } from '../support/pty-harness.ts';
import { BIN, createSandbox, type Sandbox } from '../support/sandbox.ts';

afterEach(closePtys);

interface Shown {
  session: string;
  status: string;
  live_pid: number | null;
  journal: string;
  runs: { via: string; status: string; reason: string | null; native_ids: string[]; screen: string[] }[];
}

function start(box: Sandbox, args: readonly string[]): TestPty {
  return openPty(process.execPath, [BIN, ...args], { cwd: box.workspace, env: box.env });
}

async function say(pty: TestPty, text: string, answer: RegExp): Promise<void> {
  pty.send(`${text}\r`);
  await pty.waitForText(answer);
}

/** The pid of the agent that a session's last run started, from its journal. */
async function agentPid(box: Sandbox, session: string): Promise<number> {
  const log = await box.json<{ kind: string; pid?: number }[]>(['log', session]);
  return log.findLast(({ kind }) => kind === 'run.started')?.pid ?? -1;
}

/** Resolves when the checkpoint of the session's screen holds the text. */
async function checkpointHolds(box: Sandbox, session: string, text: string): Promise<void> {
  await expect
    .poll(() => readIfThere(join(box.data, 'live', session, 'screen.json')), { timeout: 10_000 })
    .toContain(text);
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // not written yet
  }
}

test('kill -9 of uuldana: the run is found interrupted, and resume goes on with its own conversation', async () => {
  const box = createSandbox();
  const first = start(box, ['demo', '--name', 'one']);
  await say(first, 'the first conversation', /You said: the first conversation \(turn 1\)/);
  const [live] = await box.json<Shown[]>(['list']);
  expect(live).toMatchObject({ status: 'running', live_pid: first.pid });
  const session = String(live?.session);
  await checkpointHolds(box, session, 'turn 1');
  const agent = await agentPid(box, 'one');
  process.kill(first.pid, 'SIGKILL');
  await first.exit;
  expect((await box.json<Shown[]>(['list']))[0]).toMatchObject({ status: 'interrupted', live_pid: null });

  const second = start(box, ['demo', '--name', 'two']);
  await say(second, 'another conversation', /another conversation \(turn 1\)/);
  second.send('/exit\r');
  await second.exit;

  const resumed = start(box, ['resume', 'one']);
  await resumed.waitForText(/lost its supervisor and is marked failed/);
  await say(resumed, '/first', /First you said: the first conversation \(turn 2\)/);
  expect(processIdentity(agent)).toBeNull();
  resumed.send('/exit\r');
  expect(await resumed.exit).toEqual({ exitCode: 0, signal: null });

  const shown = await box.json<Shown>(['show', 'one']);
  expect(shown.runs.map(({ via, status, reason }) => [via, status, reason])).toEqual([
    ['new', 'failed', 'supervisor lost'],
    ['native-id', 'exited', null],
  ]);
  expect(shown.runs[0]?.screen.join('\n')).toContain('You said: the first conversation (turn 1)');
  expect((await box.run(['verify'])).exitCode).toBe(0);
});

test('kill -9 of the agent: the terminal is usable, the status is 137, and resume goes on', async () => {
  const box = createSandbox();
  const pty = start(box, ['demo', '--name', 'one', '--', '--full-screen']);
  await say(pty, 'hello', /You said: hello \(turn 1\)/);
  process.kill(await agentPid(box, 'one'), 'SIGKILL');
  expect(await pty.exit).toEqual({ exitCode: 137, signal: null });
  expect(pty.screen()).toMatch(/was ended by SIGKILL[\s\S]*go on with: uuldana resume one/);
  expect(pty.terminal.buffer.active.type).toBe('normal');
  expect(pty.terminal.modes).toMatchObject({
    bracketedPasteMode: false,
    mouseTrackingMode: 'none',
    applicationCursorKeysMode: false,
  });
  const resumed = start(box, ['resume', 'one']);
  await say(resumed, '/first', /First you said: hello \(turn 2\)/);
});

test('a conversation that was cleared inside the agent is followed: resume goes to the new one', async () => {
  const box = createSandbox();
  const pty = start(box, ['demo', '--name', 'one']);
  await say(pty, 'the old conversation', /old conversation \(turn 1\)/);
  const before = await box.json<Shown>(['show', 'one']);
  pty.send('/clear\r');
  await expect
    .poll(async () => (await box.json<Shown>(['show', 'one'])).runs[0]?.native_ids, { timeout: 10_000 })
    .toHaveLength(2);
  await say(pty, 'the new conversation', /new conversation \(turn 1\)/);
  process.kill(pty.pid, 'SIGKILL');
  await pty.exit;
  const resumed = start(box, ['resume', 'one']);
  await say(resumed, '/first', /First you said: the new conversation \(turn 2\)/);
  const { runs } = await box.json<Shown>(['show', 'one']);
  expect(runs[0]?.native_ids[0]).toBe(before.runs[0]?.native_ids[0]);
  expect(runs[1]?.native_ids).toEqual([runs[0]?.native_ids[1]]);
});

test('a conversation that the agent deleted is said, and the saved text goes into a new one', async () => {
  const box = createSandbox();
  const pty = start(box, ['demo', '--name', 'one']);
  await say(pty, 'remember the milk', /remember the milk \(turn 1\)/);
  pty.send('/exit\r');
  await pty.exit;
  const { rmSync } = await import('node:fs');
  rmSync(join(box.home, 'demo', 'sessions'), { recursive: true });
  const resumed = start(box, ['resume', 'one']);
  await resumed.waitForText(/no longer has its conversation/);
  await resumed.waitForText(/\(turn 1\)/);
  resumed.send('/exit\r');
  await resumed.exit;
  const { runs } = await box.json<Shown>(['show', 'one']);
  expect(runs[1]?.via).toBe('visible-text');
  expect(runs[1]?.screen.join('\n')).toContain('remember the milk');
});

test('five sessions of one folder, killed together, each go on with their own conversation', async () => {
  const box = createSandbox();
  const words = ['alpha', 'bravo', 'charlie', 'delta', 'echo'];
  const all = words.map((word) => start(box, ['demo', '--name', word]));
  await Promise.all(all.map((pty, index) => say(pty, `this is ${words[index]}`, /\(turn 1\)/)));
  for (const { pid } of all) process.kill(pid, 'SIGKILL');
  await Promise.all(all.map(({ exit }) => exit));
  for (const word of words) {
    const resumed = start(box, ['resume', word]);
    await say(resumed, '/first', new RegExp(`First you said: this is ${word} \\(turn 2\\)`));
    resumed.send('/exit\r');
    await resumed.exit;
  }
});

test('a session in which nobody spoke starts anew and says so', async () => {
  const box = createSandbox();
  const pty = start(box, ['demo', '--name', 'one']);
  await pty.waitForText(/Say anything/);
  process.kill(pty.pid, 'SIGKILL');
  await pty.exit;
  const resumed = start(box, ['resume', 'one']);
  await resumed.waitForText(/nobody had spoken in it yet/);
});

test('a terminal window that is closed ends the agent and uuldana by the hangup, and all is recorded', async () => {
  const box = createSandbox();
  const pty = start(box, ['demo', '--name', 'one']);
  await say(pty, 'hello', /You said: hello \(turn 1\)/);
  const agent = await agentPid(box, 'one');
  pty.hangUp();
  expect(await pty.exit).toEqual({ exitCode: null, signal: 'SIGHUP' });
  expect(processIdentity(agent)).toBeNull();
  const { runs } = await box.json<Shown>(['show', 'one']);
  expect(runs[0]).toMatchObject({ status: 'signaled', reason: 'hangup' });
  expect(runs[0]?.screen.join('\n')).toContain('You said: hello (turn 1)');
});
