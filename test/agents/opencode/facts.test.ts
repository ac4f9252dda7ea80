/** Facts of adapters/opencode.ts that rest on the program itself. When one of these fails, a fact has gone stale. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, expect, test } from 'vitest';
import { opencode } from '../../../adapters/opencode.ts';
import { levelFlags, missingFlags, wayFlags } from '../../../src/provider/argv.ts';
import { childEnvironment } from '../../../src/provider/environment.ts';
import { farewellId } from '../../../src/provider/farewell.ts';
import { collectTalks } from '../../../src/provider/own-log.ts';
import { closePtys } from '../../support/pty-harness.ts';
import { opencode as cast } from '../cast/opencode.ts';
import { pinnedOf } from '../casts.ts';
import { createStage, type Stage, type } from '../stage.ts';

afterEach(closePtys);

const { listing, log } = opencode.native;

/** What it says on either stream: its help stands on stderr. */
async function ask({ agent, env, workspace }: Stage, ...args: string[]): Promise<string> {
  return (await execa(agent, args, { cwd: workspace, env, extendEnv: false, stdin: 'ignore', all: true })).all;
}

async function conversations(stage: Stage): Promise<readonly string[]> {
  const { stdout } = await execa(stage.agent, listing.args, { cwd: stage.workspace, env: stage.env, extendEnv: false });
  return (listing.read(stdout, stage.workspace) ?? []).map(({ id }) => id);
}

test('the version is the pinned one, and its help names every flag that is used or passed on', async () => {
  const stage = await createStage(cast);
  const { version } = pinnedOf('opencode');
  expect(opencode.testedWith).toBe(version);
  expect(await ask(stage, '--version')).toContain(version);
  const used = [
    ...(['new', 'resume', 'continue'] as const).flatMap((way) => wayFlags(opencode, way)),
    ...Object.values(opencode.levels).flatMap(levelFlags),
  ];
  expect(missingFlags(await ask(stage, '--help'), [...used, ...Object.keys(opencode.allowedFlags)])).toEqual([]);
  const flags = listing.args.filter((arg) => arg.startsWith('-'));
  expect(missingFlags(await ask(stage, 'session', 'list', '--help'), flags)).toEqual([]);
});

test('an id that it does not know is an error', async () => {
  const stage = await createStage(cast);
  const unknown = stage.plain(['--session', 'ses_dd293fb88ffe0hcFmUmtAcqqae', '--agent', 'build']);
  expect(await unknown.exit).toEqual({ exitCode: 1, signal: null });
  expect(unknown.screen()).toContain('Session not found');
});

test('a conversation exists from its first message on; its log, its listing and its last line name the same one', async () => {
  const stage = await createStage(cast);
  const pty = stage.plain(['--agent', 'build']);
  await pty.waitForText(cast.ready, 60_000);
  expect(await conversations(stage)).toEqual([]);
  await type(stage, pty, 'hello there');
  await pty.waitForText(/You said: hello there/, 60_000);
  await type(stage, pty, '/exit');
  expect(await pty.exit).toEqual({ exitCode: 0, signal: null });
  const ids = await conversations(stage);
  expect(ids).toEqual([farewellId(opencode.native.farewell, pty.screen().split('\n'))]);
  const talks = collectTalks(log);
  talks.take(readFileSync(join(stage.home, opencode.native.root.home, log.file), 'utf8').split('\n'));
  expect([...talks.others(null)]).toEqual(ids);
});

test('what it leaves to its tools is not passed on to another OpenCode', async () => {
  const stage = await createStage(cast);
  const file = join(stage.home, 'tool-env');
  const outer = stage.plain(['--auto', `--prompt=[[shell env -0 > ${file}]]`]);
  await outer.waitForText(/Tool said/, 60_000);
  const entries = readFileSync(file, 'utf8').split('\0').filter(Boolean);
  const ofTool = Object.fromEntries(
    entries.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  );
  const left = Object.keys(ofTool).filter((name) => /^(AGENT|OPENCODE)/.test(name) && !(name in stage.env));
  expect(left.sort()).toEqual(['AGENT', 'OPENCODE', 'OPENCODE_PID']);
  expect([...childEnvironment(ofTool, opencode.env).removed].sort()).toEqual(left);
});
