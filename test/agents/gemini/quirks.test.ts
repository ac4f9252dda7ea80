/**
 * What Gemini CLI does to its own conversations, and that it does not happen to sessions of uuldana: its start deletes those that
 * were resumed before, and those in which nobody has spoken yet. And how its two processes end.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { closePtys, type TestPty } from '../../support/pty-harness.ts';
import { gemini } from '../cast/gemini.ts';
import { eventsOf, listed, shown } from '../journal.ts';
import { processesOf } from '../leftovers.ts';
import { agentPid, killed, until } from '../processes.ts';
import { begin, createStage, leave, resume, type Stage, say, type } from '../stage.ts';
import { backdate, filesOf, filesOfConversation } from './chats.ts';

afterEach(closePtys);

const ID = '11111111-2222-4333-8444-555555555555';

/** The agent without uuldana, until it has answered; it stays open. */
async function plainAnswer(stage: Stage, env: Readonly<Record<string, string>> = {}): Promise<TestPty> {
  const pty = stage.plain(gemini.plain('a stranger speaks'), { env });
  await pty.waitForText(/You said: a stranger speaks[\s\S]*\? for shortcuts/, 60_000);
  return pty;
}

/** A plain one, left as a person does. */
async function plainIsUsed(stage: Stage): Promise<void> {
  const pty = await plainAnswer(stage);
  await type(stage, pty, gemini.leave);
  await pty.exit;
}

async function isListed(stage: Stage, id: string, count: number): Promise<void> {
  await until(async () => `${filesOfConversation(stage, id).length}`, new RegExp(`^${count}$`), 60_000);
}

/** The native id of a session's first run. */
async function idOf(stage: Stage, name: string): Promise<string> {
  return (await shown(stage, name)).runs[0]?.native_ids[0] ?? '';
}

async function expectFirst(stage: Stage, words: string, turn = 2): Promise<void> {
  const shell = await resume(stage, 'first');
  await say(stage, shell, '[[first]]', new RegExp(`First you said: ${words} \\(turn ${turn}\\)`));
  await leave(stage, shell);
  expect((await shown(stage, 'first')).runs.at(-1)).toMatchObject({ via: 'native-id' });
}

test('its start deletes a conversation that was resumed before, and a file of system defaults that says otherwise is skipped', async () => {
  const stage = await createStage(gemini);
  const first = stage.plain(['--session-id', ID, ...gemini.plain('hello there')]);
  await first.waitForText(/You said: hello there[\s\S]*\? for shortcuts/, 60_000);
  killed(...processesOf(stage.home));
  backdate(stage, ID);
  const second = stage.plain(['--resume', ID, '--approval-mode', 'default']);
  await isListed(stage, ID, 2);
  await second.waitForText(gemini.ready);
  killed(...processesOf(stage.home));

  const folder = join(stage.home, 'system');
  mkdirSync(folder);
  const defaults = join(folder, 'defaults.json');
  writeFileSync(defaults, JSON.stringify({ general: { sessionRetention: { enabled: false } } }));
  const third = await plainAnswer(stage, { GEMINI_CLI_SYSTEM_DEFAULTS_PATH: defaults });
  expect(third.screen()).toMatch(/Skipping system defaults/);
  await isListed(stage, ID, 0);
});

test('of a session nothing is deleted: resumed, another one begun, a plain one started, resumed again', async () => {
  const stage = await createStage(gemini);
  await leave(stage, await begin(stage, 'first', 'the heron stands still'));
  backdate(stage, await idOf(stage, 'first'));
  await expectFirst(stage, 'the heron stands still');
  await leave(stage, await begin(stage, 'second', 'somebody else speaks'));
  await plainIsUsed(stage);
  await expectFirst(stage, 'the heron stands still', 3);
  expect(filesOf(stage).filter((name) => name.startsWith('kept-'))).toEqual([]);
});

test('a conversation whose resume was killed at once, and which the start of a plain one has deleted, is there again at the next resume', async () => {
  const stage = await createStage(gemini);
  await leave(stage, await begin(stage, 'first', 'the heron stands still'));
  const id = await idOf(stage, 'first');
  backdate(stage, id);
  const shell = stage.shell();
  shell.send('uuldana resume first\r');
  const { session } = await listed(stage, 'first');
  await until(async () => `${eventsOf(stage, session, 'run.started').length}`, /^2$/, 60_000);
  const pids = [(await listed(stage, 'first')).live_pid, await agentPid(stage, 'first')];
  await isListed(stage, id, 2);
  killed(...pids);
  await shell.waitForText(/Killed/);
  await plainAnswer(stage);
  await isListed(stage, id, 0);
  await expectFirst(stage, 'the heron stands still');
});

test('a conversation in which nobody has spoken yet is not lost to another one that starts', async () => {
  const stage = await createStage(gemini);
  const first = stage.shell();
  first.send('uuldana gemini --name first\r');
  await first.waitForText(gemini.ready, 60_000);
  await until(async () => filesOf(stage).join('\n'), /^session-/m);
  const other = await plainAnswer(stage);
  await say(stage, first, 'the heron stands still', /You said: the heron stands still \(turn 1\)/);
  await leave(stage, first);
  await type(stage, other, gemini.leave);
  await expectFirst(stage, 'the heron stands still');
});

test.each<[string, (shell: TestPty, uuldana: number) => void]>([
  ['uuldana is asked to end', (_, uuldana) => process.kill(uuldana, 'SIGTERM')],
  ['its window is closed', (shell) => shell.hangUp()],
])('none of its processes is left when %s', async (_, end) => {
  const stage = await createStage(gemini);
  const shell = await begin(stage, 'first', 'hello there');
  const { live_pid } = await listed(stage, 'first');
  const agent = await agentPid(stage, 'first');
  expect(processesOf(stage.home).filter((pid) => ![shell.pid, live_pid].includes(pid)).length).toBe(2);
  end(shell, live_pid ?? 0);
  await until(
    async () =>
      processesOf(stage.home)
        .filter((pid) => pid !== shell.pid)
        .join(' '),
    /^$/,
    15_000,
  );
  const [run] = (await shown(stage, 'first')).runs;
  expect([run?.status, run?.reason]).toEqual([expect.stringMatching(/exited|signaled/), expect.any(String)]);
  expect(processesOf(stage.home)).not.toContain(agent);
});
