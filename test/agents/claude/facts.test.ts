/** Facts of adapters/claude.ts that rest on the program itself. When one of these fails, a fact has gone stale. */

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, expect, test } from 'vitest';
import { claude } from '../../../adapters/claude.ts';
import { levelFlags, missingFlags, wayFlags } from '../../../src/provider/argv.ts';
import { closePtys } from '../../support/pty-harness.ts';
import { eventsOf, listed, shown } from '../journal.ts';
import { createStage, leave, press, READY, say, type, VERSION } from './stage.ts';

afterEach(closePtys);

const ID = '11111111-2222-4333-8444-555555555555';
const MANUAL = ['--permission-mode', 'manual'];

test('the version is the pinned one, and its help names every flag that is used or passed on', async () => {
  const stage = await createStage();
  expect(claude.testedWith).toBe(VERSION);
  const ask = (flag: string) => execa(stage.agent, [flag], { env: stage.env, extendEnv: false, stdin: 'ignore' });
  expect((await ask('--version')).stdout).toContain(VERSION);
  const { stdout: help } = await ask('--help');
  const used = [
    ...(['new', 'resume', 'continue'] as const).flatMap((way) => wayFlags(claude, way)),
    ...Object.values(claude.levels).flatMap(levelFlags),
  ];
  expect(missingFlags(help, [...used, ...Object.keys(claude.allowedFlags)])).toEqual([]);
});

test.each(['with space', 'dot.dir_under', 'Ünïcødé-日本-😀', `${'a'.repeat(100)}/${'é'.repeat(100)}`])(
  'the conversations of a folder named %s are where the adapter says',
  async (name) => {
    const stage = await createStage();
    const folder = join(stage.home, name);
    mkdirSync(folder, { recursive: true });
    stage.furnish(stage.home, [folder]);
    const pty = stage.plain(['--session-id', ID, ...MANUAL, '--', 'hello there'], { cwd: folder });
    await pty.waitForText(/You said: hello there/);
    expect(stage.conversations(folder)).toEqual([ID]);
  },
);

test('its live registry names the process that was started, follows /clear and is gone after the exit', async () => {
  const stage = await createStage();
  const before = Date.now();
  const pty = stage.plain(['--session-id', ID, ...MANUAL]);
  await pty.waitForText(READY);
  expect(stage.registered(pty.pid)).toMatchObject({ sessionId: ID, cwd: stage.workspace });
  expect(stage.registered(pty.pid)?.startedAt).toBeGreaterThanOrEqual(before);
  await type(pty, '/clear');
  await expect.poll(() => stage.registered(pty.pid)?.sessionId, { timeout: 10_000 }).not.toBe(ID);
  // the file comes a moment later
  await expect.poll(() => stage.conversations(), { timeout: 10_000 }).toEqual([stage.registered(pty.pid)?.sessionId]);
  await type(pty, '/exit');
  expect(await pty.exit).toEqual({ exitCode: 0, signal: null });
  expect(stage.registered(pty.pid)).toBeNull();
});

test('an id that it does not know is an error, and so is the id of a conversation that is there', async () => {
  const stage = await createStage();
  const unknown = stage.plain(['--resume', ID, ...MANUAL, '--', 'hello there']);
  expect(await unknown.exit).toEqual({ exitCode: 1, signal: null });
  expect(unknown.screen()).toContain('No conversation found');
  const first = stage.plain(['--session-id', ID, ...MANUAL, '--', 'hello there']);
  await first.waitForText(/You said: hello there/);
  await type(first, '/exit');
  await first.exit;
  const taken = stage.plain(['--session-id', ID, ...MANUAL, '--', 'hello there']);
  expect(await taken.exit).toEqual({ exitCode: 1, signal: null });
  expect(taken.screen()).toContain('already in use');
});

test('what it leaves to its tools keeps another Claude from saving its conversation; under uuldana it is saved', async () => {
  const stage = await createStage();
  const outer = stage.plain(['--session-id', ID, ...MANUAL]);
  await outer.waitForText(READY);
  const file = join(stage.home, 'tool-env');
  await type(outer, `[[shell env -0 > ${file}]]`);
  await outer.waitForText(/❯ 1\. Yes/);
  await press(outer, '\r', /❯ 1\. Yes/, /Tool said/);
  const entries = readFileSync(file, 'utf8').split('\0').filter(Boolean);
  const ofTool = Object.fromEntries(
    entries.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  );
  expect(ofTool).toMatchObject({ CLAUDECODE: '1', CLAUDE_CODE_CHILD_SESSION: '1' });

  const inner = stage.plain([...MANUAL, '--', 'lost words'], { env: ofTool });
  await inner.waitForText(/You said: lost words/);
  expect(stage.registered(inner.pid)).toBeNull();
  expect(stage.conversations()).toEqual([ID]);

  const shell = stage.shell({ env: ofTool });
  shell.send("uuldana claude --name first --prompt 'kept words'\r");
  await shell.waitForText(/You said: kept words/);
  const [identity] = (await shown(stage, 'first')).runs.flatMap(({ native_ids }) => native_ids);
  expect([...stage.conversations()].sort()).toEqual([ID, identity].sort());
  const [started] = eventsOf(stage, (await listed(stage, 'first')).session, 'run.started');
  expect(stage.registered(started?.pid ?? 0)?.sessionId).toBe(identity);
});

test('the left arrow moves a conversation out of the terminal, but not under uuldana', async () => {
  const stage = await createStage();
  const shell = stage.shell();
  shell.send('uuldana claude --name first\r');
  await shell.waitForText(READY);
  expect(shell.screen()).not.toContain('← for agents');
  shell.send('\x1b[D');
  await say(shell, 'still here', /You said: still here/);
  await leave(shell);

  const plain = stage.plain(MANUAL);
  await plain.waitForText(/← for agents/);
});

test.each([
  ['anthropic-balance', /Credit balance too low/, [{ resets_at: null }]],
  ['anthropic-cap 6d', /You will regain access on/, [{ text: expect.stringContaining('API usage limits') }]],
  ['anthropic-minute 20s', /retrying in/, []],
])('the limit %s is told from a pause', async (kind, text, limits) => {
  const stage = await createStage();
  const shell = stage.shell();
  shell.send(`uuldana claude --name first --prompt '[[limit ${kind}]]'\r`);
  await shell.waitForText(text);
  shell.send('\x1b');
  await shell.waitForText(READY);
  await leave(shell);
  expect((await shown(stage, 'first')).runs[0]).toMatchObject({ limits });
});
