/**
 * The main job, with every agent: start, talk, crash, resume. `[[first]]` makes the model repeat what was said first in the
 * conversation that the agent sends, asked for after another session was begun in the same folder.
 */

import { afterEach, describe, expect, test } from 'vitest';
import { closePtys } from '../../support/pty-harness.ts';
import { casts, pinnedOf } from '../casts.ts';
import { expectContent, listed, screenOf, shown } from '../journal.ts';
import { processesOf } from '../leftovers.ts';
import { agentPid, killed, until } from '../processes.ts';
import { begin, createStage, leave, resume, type Stage, say } from '../stage.ts';

afterEach(closePtys);

/** A second session in the same folder, so that "the latest" is another conversation. */
async function anotherSession(stage: Stage): Promise<void> {
  await leave(stage, await begin(stage, 'second', 'a stranger speaks'));
}

/** The first session is resumed by its id, and it is the first conversation. */
async function expectFirstResumed(stage: Stage): Promise<void> {
  const { session } = await listed(stage, 'first');
  const shell = await resume(stage, session);
  await say(stage, shell, '[[first]]', /First you said: the heron stands still \(turn 2\)/);
  await leave(stage, shell);
  const { runs } = await shown(stage, 'first');
  expect(runs[0]?.native_ids).toHaveLength(1);
  expect(runs[1]).toMatchObject({ via: 'native-id', status: 'exited', native_ids: runs[0]?.native_ids });
  await expectContent(stage);
}

describe.each(casts)('%s', (id, cast) => {
  test('a session is launched and spoken with; its journal holds what was on the screen; nothing is left running', async () => {
    const stage = await createStage(cast);
    // on a busy machine a question is given up after five seconds, and the version is not known
    const { version } = pinnedOf(id);
    const providers = async () => JSON.stringify(await stage.json(['providers', '--check']));
    await until(providers, new RegExp(`"version":"${version.replaceAll('.', '\\.')}"`), 60_000);
    const shell = await begin(stage, 'first', 'hello there');
    await say(stage, shell, 'and again', /You said: and again \(turn 2\)/);
    await leave(stage, shell);
    const before = processesOf(stage.home).filter((pid) => pid !== shell.pid);
    expect(before).toEqual([]);
    const first = await shown(stage, 'first');
    expect(first).toMatchObject({ status: 'exited', damaged_lines: 0 });
    expect(first.runs).toMatchObject([{ via: 'new', provider_version: version, exit_code: 0, spoken: true }]);
    expect(first.runs[0]?.native_ids).toHaveLength(1);
    expect(await screenOf(stage, 'first', 1)).toMatch(
      /hello there[\s\S]*You said: hello there \(turn 1\)[\s\S]*and again[\s\S]*You said: and again \(turn 2\)/,
    );
    await expectContent(stage);
  });

  test('after kill -9 of uuldana, and another session in the folder, the right conversation is resumed', async () => {
    const stage = await createStage(cast);
    const shell = await begin(stage, 'first', 'the heron stands still');
    const agent = await agentPid(stage, 'first');
    await until(() => screenOf(stage, 'first', 1), /You said: the heron stands still \(turn 1\)/);
    killed((await listed(stage, 'first')).live_pid);
    await shell.waitForText(/Killed/);
    await anotherSession(stage);
    await expectFirstResumed(stage);
    expect(processesOf(stage.home)).not.toContain(agent);
    expect((await shown(stage, 'first')).runs[0]).toMatchObject({ status: 'failed', reason: 'supervisor lost' });
    expect(await screenOf(stage, 'first', 1)).toContain('You said: the heron stands still (turn 1)');
  });

  test('after kill -9 of the agent the same holds, and uuldana gives its exit status', async () => {
    const stage = await createStage(cast);
    const shell = await begin(stage, 'first', 'the heron stands still');
    killed(await agentPid(stage, 'first'));
    // what the agent drew below its cursor may stand behind the prompt
    await shell.waitForText(/go on with: .*\n\$ /);
    expect(processesOf(stage.home)).toEqual([shell.pid]);
    shell.send('echo status $?\r');
    await shell.waitForText(/status 137/);
    await anotherSession(stage);
    await expectFirstResumed(stage);
    expect((await shown(stage, 'first')).runs[0]).toMatchObject({ status: 'signaled', signal: 'SIGKILL' });
  });

  test('after kill -9 of both the same holds', async () => {
    const stage = await createStage(cast);
    const shell = await begin(stage, 'first', 'the heron stands still');
    const agent = await agentPid(stage, 'first');
    killed((await listed(stage, 'first')).live_pid, agent);
    await shell.waitForText(/Killed/);
    await anotherSession(stage);
    await expectFirstResumed(stage);
  });
});
