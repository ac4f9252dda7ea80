/** Facts of adapters/gemini.ts that rest on the program itself. When one of these fails, a fact has gone stale. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, expect, test } from 'vitest';
import { levelFlags, missingFlags, wayFlags } from '../../../src/provider/argv.ts';
import { farewellId } from '../../../src/provider/farewell.ts';
import { listConversations } from '../../../src/provider/native.ts';
import { closePtys } from '../../support/pty-harness.ts';
import { gemini } from '../cast/gemini.ts';
import { pinnedOf } from '../casts.ts';
import { eventsOf, listed } from '../journal.ts';
import { agentPid, until } from '../processes.ts';
import { begin, createStage, leave, type Stage, type } from '../stage.ts';

afterEach(closePtys);

const { adapter } = gemini;
const ID = '11111111-2222-4333-8444-555555555555';
const ASK = ['--approval-mode', 'default'];

function ask(stage: Stage, args: readonly string[]) {
  return execa(stage.agent, args, {
    cwd: stage.workspace,
    env: stage.env,
    extendEnv: false,
    stdin: 'ignore',
    reject: false,
  });
}

test('the version is the pinned one, and its help names every flag that is used or passed on', async () => {
  const stage = await createStage(gemini);
  const { version } = pinnedOf('gemini');
  expect(adapter.testedWith).toBe(version);
  expect((await ask(stage, ['--version'])).stdout).toContain(version);
  const { stdout: help } = await ask(stage, ['--help']);
  const used = [
    ...(['new', 'resume', 'continue'] as const).flatMap((way) => wayFlags(adapter, way)),
    ...Object.values(adapter.levels).flatMap(levelFlags),
    ...(adapter.native?.listing?.args ?? []),
  ];
  const passedOn = adapter.allowedFlags === 'any' ? [] : Object.keys(adapter.allowedFlags);
  expect(missingFlags(help, [...used, ...passedOn])).toEqual([]);
});

test('a conversation lies where the adapter says, is named at the exit and listed; its id is taken, and an unknown one an error', async () => {
  const stage = await createStage(gemini);
  const pty = stage.plain(['--session-id', ID, ...gemini.plain('hello there')]);
  await pty.waitForText(/You said: hello there/, 60_000);
  await type(stage, pty, gemini.leave);
  await pty.exit;
  const store = adapter.native;
  if (store === null) throw new Error('no store');
  expect(farewellId(store.farewell, pty.screen().split('\n'))).toBe(ID);
  const found = listConversations(store, join(stage.home, store.root.home), stage.workspace);
  expect(found).toMatchObject([{ id: store.keyOf?.(ID), onlyBegun: false }]);
  const { stdout } = await ask(stage, store.listing?.args ?? []);
  expect(store.listing?.read(stdout, stage.workspace)?.map(({ id }) => id)).toEqual([ID]);

  const unknown = await ask(stage, ['--resume', ID.replaceAll('1', '9'), ...ASK, '--prompt-interactive=hello']);
  expect([unknown.exitCode, unknown.stderr]).toEqual([42, expect.stringContaining('Invalid session identifier')]);
  const taken = await ask(stage, ['--session-id', ID, ...ASK, '--prompt-interactive=hello']);
  expect([taken.exitCode, taken.stderr]).toEqual([42, expect.stringContaining('already exists')]);
});

test('what it leaves to its tools is taken from the environment of another one', async () => {
  const stage = await createStage(gemini);
  const file = join(stage.home, 'tool-env');
  const outer = stage.plain(['--approval-mode', 'yolo', '--prompt-interactive', `[[shell env -0 > ${file}]]`]);
  await outer.waitForText(/Tool said/, 60_000);
  const ofTool = variables(readFileSync(file, 'utf8'));
  expect(ofTool).toMatchObject({ GEMINI_CLI: '1', GEMINI_CLI_NO_RELAUNCH: expect.any(String) });

  const shell = await begin(stage, 'first', 'hello there', { env: ofTool });
  const ofAgent = variables(readFileSync(`/proc/${await agentPid(stage, 'first')}/environ`, 'utf8'));
  expect(Object.keys(ofAgent).filter((name) => /^GEMINI_CLI/.test(name))).toEqual([]);
  await leave(stage, shell);
});

function variables(text: string): Record<string, string> {
  const entries = text.split('\0').filter(Boolean);
  return Object.fromEntries(
    entries.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  );
}

test('a limit that is announced when it ends stands in the journal', async () => {
  const stage = await createStage(gemini);
  const shell = stage.shell();
  shell.send("uuldana gemini --name first --prompt '[[limit google-minute 2h]]'\r");
  await shell.waitForText(/Access resets at/, 60_000);
  // its dialog, once answered, is gone from the screen
  shell.hangUp();
  await until(async () => (await listed(stage, 'first')).status, /exited|signaled/);
  const { session } = await listed(stage, 'first');
  expect(eventsOf(stage, session, 'limit')).toMatchObject([
    {
      text: expect.stringMatching(/Usage limit reached .* Access resets at/),
      resets_at: expect.stringMatching(/^\d{4}-.*:00\.000Z$/),
    },
  ]);
});
