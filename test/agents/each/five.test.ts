/** Five sessions of one agent in one folder at once, all killed: each is resumed to its own conversation, with every agent. */

import { afterEach, describe, expect, test } from 'vitest';
import { closePtys } from '../../support/pty-harness.ts';
import { casts } from '../casts.ts';
import { expectContent, listed, shown } from '../journal.ts';
import { agentPid, killed } from '../processes.ts';
import { begin, createStage, leave } from '../stage.ts';

afterEach(closePtys);

const FIVE = [1, 2, 3, 4, 5];

describe.each(casts)('%s', (_, cast) => {
  test('five sessions in one folder, killed at once, are each resumed to their own conversation, whatever a plain agent did there', async () => {
    const stage = await createStage(cast);
    await cast.prepare?.(stage);
    const shells = await Promise.all(FIVE.map((at) => begin(stage, `s${at}`, `prompt number ${at}`)));
    const pids = await Promise.all(
      FIVE.map(async (at) => [(await listed(stage, `s${at}`)).live_pid, await agentPid(stage, `s${at}`)]),
    );
    killed(...pids.flat());
    await Promise.all(shells.map((shell) => shell.waitForText(/Killed/)));

    const plain = stage.plain(cast.plain('a stranger speaks'));
    await plain.waitForText(/You said: a stranger speaks \(turn 1\)/, 60_000);
    process.kill(-plain.pid, 'SIGKILL');
    await plain.exit;

    await Promise.all(
      FIVE.map(async (at) => {
        const shell = stage.shell();
        shell.send(`uuldana resume s${at} --prompt '[[first]]'\r`);
        await shell.waitForText(new RegExp(`First you said: prompt number ${at} \\(turn 2\\)`), 120_000);
        await leave(stage, shell);
      }),
    );
    const runs = await Promise.all(FIVE.map(async (at) => (await shown(stage, `s${at}`)).runs));
    expect(runs.map(([, resumed]) => resumed?.via)).toEqual(FIVE.map(() => 'native-id'));
    const ids = runs.map(([first, resumed]) => [...(first?.native_ids ?? []), ...(resumed?.native_ids ?? [])]);
    for (const own of ids) expect(new Set(own).size).toBe(1);
    expect(new Set(ids.flat()).size).toBe(FIVE.length);
    await expectContent(stage);
  }, 600_000);
});
