/** Which conversation a session has, with every agent, when its user or its vendor does something to it. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { closePtys } from '../../support/pty-harness.ts';
import { casts } from '../casts.ts';
import { eventsOf, expectContent, listed, shown } from '../journal.ts';
import { begin, createStage, leave, resume, say, type } from '../stage.ts';
import { withHelpWithout, withoutIdentity } from '../tampering.ts';

afterEach(closePtys);

/** The answer to the saved text of the run before. */
const TAKEN_UP = /You said: This is a\s+record of what/;

describe.each(casts)('%s', (id, cast) => {
  test('a reset inside the agent is recorded in its order, and the conversation that was begun last is resumed', async () => {
    const stage = await createStage(cast);
    const first = await begin(stage, 'first', 'before the reset');
    await type(stage, first, cast.reset.command);
    await first.waitForText(cast.reset.shows);
    await say(stage, first, 'after the reset', /You said: after the reset \(turn 1\)/);
    await leave(stage, first);
    const { session } = await listed(stage, 'first');
    const identities = eventsOf(stage, session, 'identity');
    // of one that was seen by a part of its id, the whole may follow at the exit
    const keyOf = cast.adapter.native?.keyOf ?? ((nativeId: string) => nativeId);
    expect(new Set(identities.map(({ native_id }) => keyOf(native_id))).size).toBe(2);
    for (const { evidence } of identities) expect(evidence).not.toBe('');

    const shell = await resume(stage, "first --prompt '[[first]]'");
    await shell.waitForText(/First you said: after the reset \(turn 2\)/, 60_000);
    await leave(stage, shell);
    const [before, after] = (await shown(stage, 'first')).runs;
    expect(after).toMatchObject({ via: 'native-id', native_ids: before?.native_ids.slice(-1) });
    await expectContent(stage);
  });

  test('a session in which nobody spoke is started anew; while it lives it is not opened a second time', async () => {
    const stage = await createStage(cast);
    const first = stage.shell();
    first.send(`uuldana ${id} --name first --permission ask\r`);
    await first.waitForText(cast.ready, 60_000);
    await leave(stage, first);
    const shell = await resume(stage, 'first');
    await say(stage, shell, 'now we speak', /You said: now we speak \(turn 1\)/);
    const { exitCode, stderr } = await stage.run(['resume', 'first', '--prompt', 'me too']);
    expect(exitCode).toBe(126);
    expect(stderr).toContain(String((await listed(stage, 'first')).live_pid));
    await leave(stage, shell);
    expect((await shown(stage, 'first')).runs).toMatchObject([{ via: 'new' }, { via: 'new', spoken: true }]);
  });

  test('folders whose names differ by a separator only have sessions of their own', async () => {
    const stage = await createStage(cast);
    const folders = [join(stage.workspace, 'a', 'b'), join(stage.workspace, 'a-b')];
    for (const folder of folders) mkdirSync(folder, { recursive: true });
    stage.furnish(stage.home, folders);
    for (const [at, cwd] of folders.entries()) {
      await leave(stage, await begin(stage, `in-${at}`, `said in folder ${at}`, { cwd }));
    }
    for (const [at, cwd] of folders.entries()) {
      const shell = await resume(stage, '', { cwd });
      await say(stage, shell, '[[first]]', new RegExp(`First you said: said in folder ${at} \\(turn 2\\)`));
      await leave(stage, shell);
      expect((await shown(stage, `in-${at}`)).runs[1]).toMatchObject({ via: 'native-id' });
    }
  });

  test('when the vendor has deleted the conversation, that is said and the saved text is the first prompt of a new one', async () => {
    const stage = await createStage(cast);
    await leave(stage, await begin(stage, 'first', 'the heron stands still'));
    const [run] = (await shown(stage, 'first')).runs;
    await leave(stage, await begin(stage, 'second', 'a stranger speaks'));
    cast.forget(stage, run?.native_ids[0] ?? '');

    const shell = stage.shell();
    shell.send('uuldana resume first\r');
    await shell.waitForOutput(/no longer has its conversation/);
    await shell.waitForText(TAKEN_UP, 60_000);
    await leave(stage, shell);
    const { runs } = await shown(stage, 'first');
    expect(runs[1]).toMatchObject({ via: 'visible-text', spoken: true });
    expect(runs[1]?.native_ids).not.toEqual(run?.native_ids);
    await expectContent(stage);
  });

  test('when the help no longer names the flag of a resume, that is said and no other conversation is passed off as it', async () => {
    const stage = await createStage(cast);
    await leave(stage, await begin(stage, 'first', 'the heron stands still'));
    await leave(stage, await begin(stage, 'second', 'a stranger speaks'));
    const flags = withHelpWithout(stage, 'resume');
    const shell = stage.shell();
    shell.send('uuldana resume first\r');
    await shell.waitForOutput(new RegExp(`does not know ${flags[0]}`));
    await shell.waitForText(TAKEN_UP, 60_000);
    await leave(stage, shell);
    expect((await shown(stage, 'first')).runs[1]).toMatchObject({ via: 'visible-text' });
  });

  test('when no id is known, the latest conversation of the folder is continued, and it is said that it may be another one', async () => {
    const stage = await createStage(cast);
    await leave(stage, await begin(stage, 'first', 'the heron stands still'));
    const { session } = await listed(stage, 'first');
    withoutIdentity(stage, session);
    const shell = stage.shell();
    shell.send('uuldana resume first\r');
    await shell.waitForOutput(/it may be another one/);
    await shell.waitForText(cast.ready, 60_000);
    await say(stage, shell, '[[first]]', /First you said: the heron stands still \(turn 2\)/);
    await leave(stage, shell);
    expect((await shown(stage, 'first')).runs[1]).toMatchObject({ via: 'continue-latest' });
    await expectContent(stage);
  });

  test('when its folder was moved by its variable, that is said and its empty folder is not resumed into', async () => {
    const stage = await createStage(cast);
    await leave(stage, await begin(stage, 'first', 'the heron stands still'));
    const elsewhere = join(stage.home, 'elsewhere');
    const env = cast.move(elsewhere);
    stage.furnish(elsewhere);
    const shell = stage.shell({ env });
    shell.send('uuldana resume first\r');
    await shell.waitForOutput(/kept its conversation below/);
    await shell.waitForText(TAKEN_UP, 60_000);
    await leave(stage, shell);
    expect((await shown(stage, 'first')).runs[1]).toMatchObject({ via: 'visible-text' });
  });
});
