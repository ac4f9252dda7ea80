/** What Codex does besides holding a conversation, and what uuldana makes of it. */

import { realpathSync, rmSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { closePtys, type TestPty } from '../../support/pty-harness.ts';
import { codex as cast } from '../cast/codex.ts';
import { eventsOf, listed, shown } from '../journal.ts';
import { processesOf } from '../leftovers.ts';
import { agentPid, killed, until } from '../processes.ts';
import { begin, createStage, leave, resume, type Stage, say, type } from '../stage.ts';

afterEach(closePtys);

/** Processes of the stage's user, without the shells of its terminals. */
function processes(stage: Stage, shells: readonly TestPty[]): string {
  const all = processesOf(stage.home).filter((pid) => !shells.some((shell) => shell.pid === pid));
  return all.sort((a, b) => a - b).join(' ');
}

test('a plain codex leaves a daemon; none of uuldana is left after an exit, kill -9 of uuldana or of the agent', async () => {
  const stage = await createStage(cast);
  const plain = stage.plain([]);
  await plain.waitForText(cast.ready, 60_000);
  await type(stage, plain, '/quit');
  await plain.exit;
  const users = processes(stage, []);
  expect(users.split(' ').length).toBeGreaterThanOrEqual(2);

  const shells = [await begin(stage, 'first', 'left as a person does')];
  expect(processes(stage, shells)).not.toBe(users);
  await leave(stage, shells[0] as TestPty);
  expect(processes(stage, shells)).toBe(users);
  for (const whose of ['uuldana', 'agent'] as const) {
    const shell = await begin(stage, whose, 'killed');
    shells.push(shell);
    killed(whose === 'agent' ? await agentPid(stage, whose) : (await listed(stage, whose)).live_pid);
    await until(async () => processes(stage, shells), new RegExp(`^${users}$`));
  }
  const again = await resume(stage, 'first');
  await say(stage, again, '[[first]]', /First you said: left as a person does \(turn 2\)/);
});

test('a CODEX_HOME below TMPDIR is said before the start and in providers', async () => {
  const stage = await createStage(cast);
  const said = /CODEX_HOME lies below TMPDIR/;
  const env = { TMPDIR: stage.home };
  expect((await stage.run(['providers'], { env })).stdout.replace(/\s+/g, ' ')).toMatch(said);
  expect((await stage.run(['providers'])).stdout).not.toMatch(said);
  const shell = stage.shell({ env });
  shell.send('uuldana codex --name first\r');
  await shell.waitForOutput(said);
  await shell.waitForText(cast.ready, 60_000);
});

/** Puts in its place a Codex of before its daemon: it does not know --no-daemon. */
function beforeDaemon(stage: Stage): void {
  const program = realpathSync(stage.agent);
  rmSync(stage.agent);
  stage.program(
    'codex',
    [
      '#!/bin/sh',
      'case " $* " in',
      `  *" --help "*) '${program}' "$@" | grep -v -e --no-daemon ;;`,
      '  *" --no-daemon "*) echo "error: unexpected argument" >&2; exit 2 ;;',
      `  *" resume "*) shift; exec '${program}' resume --no-daemon "$@" ;;`,
      `  *) exec '${program}' --no-daemon "$@" ;;`,
      'esac',
      '',
    ].join('\n'),
  );
}

test('a Codex whose help lacks --no-daemon is started and resumed without it, and that is said', async () => {
  const stage = await createStage(cast);
  beforeDaemon(stage);
  const said = /does not know --no-daemon; it runs without/;
  expect((await stage.run(['providers'])).stdout.replace(/\s+/g, ' ')).toMatch(said);
  const first = await begin(stage, 'first', 'the heron stands still');
  expect(first.output().toString()).toMatch(said);
  await leave(stage, first);
  const again = await resume(stage, 'first');
  await say(stage, again, '[[first]]', /First you said: the heron stands still \(turn 2\)/);
  await leave(stage, again);
  expect((await shown(stage, 'first')).runs[1]).toMatchObject({ via: 'native-id' });
});

/** Turns to the second conversation of its list, which is the one that was spoken in before. */
async function resumeInside(stage: Stage, pty: TestPty): Promise<void> {
  await type(stage, pty, '/resume');
  await pty.waitForText(/Resume a previous session[\s\S]*› (now|\d+s ago).*\n +(now|\d+s ago)/);
  pty.send('\x1b[B');
  await pty.waitForText(/^ +(now|\d+s ago).*\n *› (now|\d+s ago)/m);
  pty.send('\r');
}

const SHOWS_ALPHA = /^(?![\s\S]*beta)[\s\S]*You said: alpha[\s\S]*› Ask Codex[\s\S]*GPT-6/;

test('/resume, the agent command center and /fork each turn to a conversation, which is recorded and resumed', async () => {
  const stage = await createStage(cast);
  const pty = await begin(stage, 'first', 'alpha');
  const { session } = await listed(stage, 'first');
  const ids = () => eventsOf(stage, session, 'identity').map(({ native_id }) => native_id);
  const turned = (count: number) => until(async () => String(ids().length), new RegExp(`^${count}$`));
  await type(stage, pty, cast.reset.command);
  await pty.waitForText(cast.reset.shows);
  await say(stage, pty, 'beta', /You said: beta \(turn 1\)/);
  await resumeInside(stage, pty);
  await turned(3);
  await pty.waitForText(SHOWS_ALPHA);
  pty.send('\x1b[D');
  await pty.waitForText(/Agent command center[\s\S]*You said: alpha/);
  pty.send('\x1b[B');
  await pty.waitForText(/Last message[\s\S]*You said: beta/);
  pty.send('\r');
  await turned(4);
  await pty.waitForText(/You said: beta[\s\S]*› Ask Codex[\s\S]*GPT-6/);
  await type(stage, pty, '/fork');
  await turned(5);
  const [alpha, beta, , , fork] = ids();
  expect(ids()).toEqual([alpha, beta, alpha, beta, fork]);
  await say(stage, pty, 'of the fork', /You said: of the fork \(turn 2\)/);
  killed((await listed(stage, 'first')).live_pid);
  await pty.waitForText(/Killed/);
  const again = await resume(stage, session);
  await say(stage, again, '[[first]]', /First you said: beta \(turn 3\)/);
});

test('to turn back to what a fork was made of is seen at the exit', async () => {
  const stage = await createStage(cast);
  const pty = await begin(stage, 'first', 'alpha');
  await type(stage, pty, '/fork');
  await pty.waitForText(/Fork created/);
  await say(stage, pty, 'beta', /You said: beta \(turn 2\)/);
  await resumeInside(stage, pty);
  await pty.waitForText(SHOWS_ALPHA);
  await leave(stage, pty);
  const [run] = (await shown(stage, 'first')).runs;
  const [alpha, fork] = run?.native_ids ?? [];
  expect(run?.native_ids).toEqual([alpha, fork, alpha]);
});
