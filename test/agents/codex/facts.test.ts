/** Facts of adapters/codex.ts that rest on the program itself. When one of these fails, a fact has gone stale. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, expect, test } from 'vitest';
import { codex } from '../../../adapters/codex.ts';
import { levelFlags, missingFlags, wayFlags } from '../../../src/provider/argv.ts';
import { childEnvironment } from '../../../src/provider/environment.ts';
import { farewellId } from '../../../src/provider/farewell.ts';
import { closePtys } from '../../support/pty-harness.ts';
import { codex as cast } from '../cast/codex.ts';
import { pinnedOf } from '../casts.ts';
import { eventsOf, listed } from '../journal.ts';
import { createStage, leave, type Stage, type } from '../stage.ts';

afterEach(closePtys);

const ID = '01a22d60-719c-7ab2-93ae-788569d87b8e';

/** Ids of its files in a folder, or of all below it. */
function idsIn({ home }: Stage, folder: string, idFrom: (name: string) => string | null): string[] {
  const names = readdirSync(join(home, '.codex', folder), { recursive: true, encoding: 'utf8' });
  return names.flatMap((name) => idFrom(name.split('/').at(-1) ?? '') ?? []);
}

const conversations = (stage: Stage) => idsIn(stage, 'sessions', codex.native.idFrom);
const locks = (stage: Stage) => idsIn(stage, codex.native.held.folder, codex.native.held.idFrom);

test('the version is the pinned one, and its help names every flag and subcommand that is used or passed on', async () => {
  const stage = await createStage(cast);
  const { version } = pinnedOf('codex');
  expect(codex.testedWith).toBe(version);
  const ask = async (...args: string[]) =>
    (await execa(stage.agent, args, { env: stage.env, extendEnv: false, stdin: 'ignore' })).stdout;
  expect(await ask('--version')).toContain(version);
  const ofLevels = Object.values(codex.levels).flatMap(levelFlags);
  const passed = [...codex.optionalFlags, ...Object.keys(codex.allowedFlags)];
  const used = (['new', 'resume', 'continue'] as const).flatMap((way) => wayFlags(codex, way));
  const [help, ofResume] = [await ask('--help'), await ask('resume', '--help')];
  expect(missingFlags(`${help}\n${ofResume}`, used)).toEqual([]);
  expect(missingFlags(help, ['resume', ...ofLevels, ...passed])).toEqual([]);
  expect(missingFlags(ofResume, ['--last', ...ofLevels, ...passed])).toEqual([]);
});

test('an id that it does not know is an error', async () => {
  const stage = await createStage(cast);
  const unknown = stage.plain(['resume', '--no-daemon', ID, '--', 'hello there']);
  expect(await unknown.exit).toEqual({ exitCode: 1, signal: null });
  expect(unknown.screen()).toMatch(/No saved session found|not found/);
  expect(stage.model.requests()).toEqual([]);
});

test('its conversation lies where the adapter says, a lock of it is held until the exit, and the last line names it', async () => {
  const stage = await createStage(cast);
  const pty = stage.plain(cast.plain('hello there'));
  await pty.waitForText(/You said: hello there/);
  const [id = ''] = conversations(stage);
  expect([conversations(stage), locks(stage)]).toEqual([[id], [id]]);
  expect(idsIn(stage, 'tui-thread-reference-capabilities', (name) => name)).toEqual([id]);
  await type(stage, pty, '/quit');
  expect(await pty.exit).toEqual({ exitCode: 0, signal: null });
  expect(locks(stage)).toEqual([]);
  expect(farewellId(codex.native.farewell, pty.screen().split('\n'))).toBe(id);
});

test('what it leaves to its tools is not passed on to another Codex', async () => {
  const stage = await createStage(cast);
  const file = join(stage.home, 'tool-env');
  const sandboxed = ['--no-daemon', '--sandbox', 'workspace-write', '--ask-for-approval', 'never'];
  const outer = stage.plain([...sandboxed, '--', `[[shell env -0 > ${file}]]`]);
  await outer.waitForText(/Tool said/);
  const entries = readFileSync(file, 'utf8').split('\0').filter(Boolean);
  const ofTool = Object.fromEntries(
    entries.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  );
  const left = Object.keys(ofTool).filter((name) => name.startsWith('CODEX_'));
  expect(left).toEqual(expect.arrayContaining(['CODEX_THREAD_ID', 'CODEX_SANDBOX_NETWORK_DISABLED']));
  expect(childEnvironment(ofTool, codex.env).removed.sort()).toEqual(left.sort());
});

test.each([
  ['openai-usage-bare', /hit your usage limit/, [/hit your usage limit/]],
  ['openai-minute', /exceeded retry limit, last status: 429/, []],
] as const)('the limit %s is told from a pause', async (kind, shows, limits) => {
  const stage = await createStage(cast);
  const shell = stage.shell();
  shell.send(`uuldana codex --name first --prompt '[[limit ${kind}]]'\r`);
  await shell.waitForText(shows, 60_000);
  await shell.waitForText(cast.ready);
  await leave(stage, shell);
  const { session } = await listed(stage, 'first');
  const texts = eventsOf(stage, session, 'limit').map(({ text }) => text);
  expect(texts).toEqual(limits.map((limit) => expect.stringMatching(limit)));
});
