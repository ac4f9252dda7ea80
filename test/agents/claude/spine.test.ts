/** The main job with the real Claude Code: start, talk, crash, resume. `[[first]]` makes the model repeat what was said first. */

import { rmSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { closePtys, type TestPty } from '../../support/pty-harness.ts';
import { eventsOf, listed, shown, type Verified } from '../journal.ts';
import { createStage, leave, READY, type Stage, say, VERSION } from './stage.ts';

afterEach(closePtys);

/** Starts a session by name with a first prompt, and waits for the model's answer to it. */
async function begin(stage: Stage, name: string, prompt: string): Promise<TestPty> {
  const shell = stage.shell();
  shell.send(`uuldana claude --name ${name} --permission ask --prompt '${prompt}'\r`);
  await shell.waitForText(new RegExp(`You said: ${prompt} \\(turn 1\\)`));
  return shell;
}

async function resume(stage: Stage, reference: string, more = ''): Promise<TestPty> {
  const shell = stage.shell();
  shell.send(`uuldana resume ${reference} ${more}\r`);
  await shell.waitForText(READY);
  return shell;
}

/** A second session in the same folder, so that "the latest" is another conversation. */
async function anotherSession(stage: Stage): Promise<void> {
  const shell = await begin(stage, 'second', 'a stranger speaks');
  await leave(shell);
}

async function expectContent(stage: Stage): Promise<void> {
  const verified = await stage.json<Verified>(['verify']);
  expect(verified).toMatchObject({ ok: true });
}

/** What the journal, or a live run's checkpoint, has of a run's screen. */
async function screenOf(stage: Stage, name: string, run: number): Promise<string> {
  return (await shown(stage, name)).runs[run - 1]?.screen.join('\n') ?? '';
}

const isGone = (pid: number): boolean => {
  try {
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
};

test('a session is launched and spoken with; its journal holds what was on the screen', async () => {
  const stage = await createStage();
  const shell = await begin(stage, 'first', 'hello there');
  await say(shell, 'and again', /You said: and again \(turn 2\)/);
  await leave(shell);
  expect(await shown(stage, 'first')).toMatchObject({
    status: 'exited',
    damaged_lines: 0,
    runs: [{ via: 'new', provider_version: VERSION, exit_code: 0, spoken: true }],
  });
  expect(await screenOf(stage, 'first', 1)).toMatch(
    /❯ hello there[\s\S]*You said: hello there \(turn 1\)[\s\S]*❯ and again[\s\S]*You said: and again \(turn 2\)/,
  );
  expect(stage.conversations()).toEqual((await shown(stage, 'first')).runs[0]?.native_ids);
  await expectContent(stage);
});

test('after kill -9 of uuldana, and another session in the folder, the right conversation is resumed', async () => {
  const stage = await createStage();
  await begin(stage, 'first', 'the heron stands still');
  const { session, live_pid } = await listed(stage, 'first');
  const [started] = eventsOf(stage, session, 'run.started');
  await expect
    .poll(() => screenOf(stage, 'first', 1), { timeout: 10_000 })
    .toContain('You said: the heron stands still (turn 1)');
  process.kill(live_pid ?? 0, 'SIGKILL');
  await expect.poll(() => isGone(started?.pid ?? 0), { timeout: 20_000 }).toBe(true);
  await anotherSession(stage);

  const shell = await resume(stage, session);
  await say(shell, '[[first]]', /First you said: the heron stands still \(turn 2\)/);
  await leave(shell);

  const after = await shown(stage, 'first');
  expect(after.runs).toMatchObject([
    { status: 'failed', reason: 'supervisor lost' },
    { via: 'native-id', status: 'exited', native_ids: after.runs[0]?.native_ids },
  ]);
  expect(await screenOf(stage, 'first', 1)).toContain('You said: the heron stands still (turn 1)');
  await expectContent(stage);
});

test('after kill -9 of the agent the same holds, and uuldana gives its exit status', async () => {
  const stage = await createStage();
  const first = await begin(stage, 'first', 'the heron stands still');
  const { session } = await listed(stage, 'first');
  const [started] = eventsOf(stage, session, 'run.started');
  process.kill(started?.pid ?? 0, 'SIGKILL');
  await first.waitForText(/\$ $/);
  first.send('echo status $?\r');
  await first.waitForText(/status 137/);
  await anotherSession(stage);

  const shell = await resume(stage, 'first');
  await say(shell, '[[first]]', /First you said: the heron stands still \(turn 2\)/);
  await leave(shell);
  expect((await shown(stage, 'first')).runs).toMatchObject([
    { status: 'signaled', signal: 'SIGKILL' },
    { via: 'native-id' },
  ]);
  await expectContent(stage);
});

test('after /clear the conversation that was begun last is resumed', async () => {
  const stage = await createStage();
  const first = await begin(stage, 'first', 'before the reset');
  await say(first, '/clear', /\/clear[\s\S]*mode on/);
  await say(first, 'after the reset', /You said: after the reset \(turn 1\)/);
  await leave(first);

  const [before] = (await shown(stage, 'first')).runs;
  expect(before?.native_ids).toHaveLength(2);
  const shell = await resume(stage, 'first', "--prompt '[[first]]'");
  await shell.waitForText(/First you said: after the reset \(turn 2\)/);
  await leave(shell);
  expect((await shown(stage, 'first')).runs[1]).toMatchObject({
    via: 'native-id',
    native_ids: [before?.native_ids[1]],
  });
});

test('a session in which nobody spoke is started anew', async () => {
  const stage = await createStage();
  const first = stage.shell();
  first.send('uuldana claude --name first\r');
  await first.waitForText(READY);
  first.send('\x03');
  await first.waitForText(/again to exit/);
  first.send('\x03');
  await first.waitForText(/\$ $/);

  const shell = await resume(stage, 'first');
  await say(shell, 'now we speak', /You said: now we speak \(turn 1\)/);
  await leave(shell);
  expect((await shown(stage, 'first')).runs).toMatchObject([{ spoken: false }, { via: 'new', spoken: true }]);

  const again = await resume(stage, 'first');
  await say(again, '[[first]]', /First you said: now we speak \(turn 2\)/);
});

test('when Claude has deleted the conversation, that is said and the saved text is the first prompt of a new one', async () => {
  const stage = await createStage();
  await leave(await begin(stage, 'first', 'the heron stands still'));
  const [run] = (await shown(stage, 'first')).runs;
  rmSync(stage.conversationFile(run?.native_ids[0] ?? ''));
  await anotherSession(stage);

  const shell = stage.shell();
  shell.send('uuldana resume first\r');
  await shell.waitForOutput(/no longer has its conversation/);
  await shell.waitForText(/You said: [\s\S]*\(turn 1\)/);
  await say(shell, '[[first]]', /First you said: [\s\S]*\(turn 2\)/);
  await leave(shell);
  const { runs } = await shown(stage, 'first');
  expect(runs[1]).toMatchObject({ via: 'visible-text', spoken: true });
  expect(runs[1]?.native_ids).not.toEqual(run?.native_ids);
  expect(stage.model.requests().some(({ decision }) => decision.text.includes('record'))).toBe(true);
  await expectContent(stage);
});

test('while a session lives it is not opened a second time', async () => {
  const stage = await createStage();
  await begin(stage, 'first', 'hello there');
  const { live_pid } = await listed(stage, 'first');
  const { exitCode, stderr } = await stage.run(['resume', 'first', '--prompt', 'me too']);
  expect(exitCode).toBe(126);
  expect(stderr).toContain(String(live_pid));
});
