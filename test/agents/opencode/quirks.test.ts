/** What OpenCode does in ways of its own, and what uuldana makes of it. */

import { readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { closePtys } from '../../support/pty-harness.ts';
import { opencode as cast } from '../cast/opencode.ts';
import { eventsOf, listed, shown } from '../journal.ts';
import { agentPid, killed, until } from '../processes.ts';
import { begin, createStage, leave, resume, type Stage, say, type } from '../stage.ts';

afterEach(closePtys);

/**
 * Puts in its place one that asks something first and then takes its time: for three seconds it takes down whatever is typed into
 * its question, and seven seconds after the answer it begins.
 */
function slow(stage: Stage): { readonly typed: () => string } {
  const program = realpathSync(stage.agent);
  const file = join(stage.home, 'typed');
  rmSync(stage.agent);
  stage.program(
    'opencode',
    [
      '#!/bin/bash',
      `case " $* " in *" --help "*|*" --version "*|*" session "*) exec '${program}' "$@" ;; esac`,
      'printf "Trust this folder?\\n> 1. Yes   2. No   enter confirm\\n"',
      `IFS= read -r -s -t 3 -n 1000 early; printf '%s' "$early" > '${file}'`,
      'printf "Really?\\n"',
      `IFS= read -r -s -n 1 answer; printf '%s' "|$answer" >> '${file}'`,
      'sleep 7',
      `exec '${program}' "$@"`,
      '',
    ].join('\n'),
  );
  return { typed: () => readFileSync(file, 'utf8') };
}

test('a first prompt given with a resume waits for a slow start and is not typed into what asks a question', async () => {
  const stage = await createStage(cast);
  await leave(stage, await begin(stage, 'first', 'the heron stands still'));
  const { typed } = slow(stage);
  const shell = stage.shell();
  shell.send("uuldana resume first --prompt '[[first]]'\r");
  await shell.waitForText(/Really\?/, 60_000);
  shell.send('y');
  await shell.waitForText(/First you said: the heron stands still \(turn 2\)/, 60_000);
  expect(typed()).toBe('|y');
  await leave(stage, shell);
  const [first, resumed] = (await shown(stage, 'first')).runs;
  expect(resumed).toMatchObject({ via: 'native-id', spoken: true, native_ids: first?.native_ids });
});

test('a conversation that was left and goes on in the background is not taken for the live one', async () => {
  const stage = await createStage(cast);
  const shell = stage.shell();
  shell.send('uuldana opencode --name first --bypass-permissions\r');
  await shell.waitForText(cast.ready, 60_000);
  await type(stage, shell, '[[shell sleep 6]]');
  await shell.waitForText(/\$ sleep 6/);
  await type(stage, shell, cast.reset.command);
  await shell.waitForText(cast.reset.shows);
  await say(stage, shell, 'after the reset', /You said: after the reset \(turn 1\)/);
  const { session } = await listed(stage, 'first');
  const ids = () => eventsOf(stage, session, 'identity').map(({ native_id }) => native_id);
  await until(async () => String(ids().length), /^2$/);
  await until(
    async () =>
      stage.model
        .requests()
        .map(({ decision }) => decision.text)
        .join('\n'),
    /Tool said/,
  );
  // the answer of the first one is written with what the second one is asked now, or before it
  await say(stage, shell, 'and again', /You said: and again \(turn 2\)/);
  const known = ids();
  killed(await agentPid(stage, 'first'));
  await shell.waitForText(/\$ $/);

  const again = await resume(stage, "first --permission ask --prompt '[[first]]'");
  await again.waitForText(/First you said: after the reset \(turn 3\)/, 60_000);
  expect(ids().slice(0, known.length)).toEqual(known);
  expect(new Set(known).size).toBe(2);
  expect((await shown(stage, 'first')).runs[1]).toMatchObject({ via: 'native-id', native_ids: known.slice(1) });
});

test('the title of the session is what the conversation is about, without the agent’s mark', async () => {
  const stage = await createStage(cast);
  const shell = await begin(stage, 'first', 'the heron stands still');
  await shell.waitForOutput(/\]0;OC \| \w/);
  await leave(stage, shell);
  const { session } = await listed(stage, 'first');
  const [titled] = eventsOf(stage, session, 'session.titled');
  expect(titled?.title).toMatch(/^(?!OC)\S/);
});
