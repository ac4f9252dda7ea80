/** The visible conversation as the built program prints it: show, log, their options, the pager, and what is kept of it. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, expect, test } from 'vitest';
import { closePtys, openPty, type TestPty } from '../support/pty-harness.ts';
import { BIN, createSandbox, type Sandbox } from '../support/sandbox.ts';

afterEach(closePtys);

interface Entry {
  readonly kind: string;
  readonly capture?: object;
}

function start(box: Sandbox, args: readonly string[], env: Readonly<Record<string, string>> = {}): TestPty {
  return openPty(process.execPath, [BIN, ...args], { cwd: box.workspace, env: { ...box.env, ...env } });
}

async function say(pty: TestPty, text: string, answer: RegExp): Promise<void> {
  pty.send(`${text}\r`);
  await pty.waitForText(answer);
}

/** A session of the demo agent in a terminal, in which these were said; it has ended. */
async function talked(box: Sandbox, args: readonly string[], ...words: string[]): Promise<TestPty> {
  const pty = start(box, args);
  await pty.waitForText(/Say anything|\/help/);
  for (const text of words) await say(pty, text, new RegExp(`You said: ${text} \\(turn`));
  pty.send('/exit\r');
  await pty.exit;
  return pty;
}

const kindsOf = (entries: readonly Entry[]) => entries.map(({ kind }) => kind);

test('log prints what was said in all runs, and marks by whom', async () => {
  const box = createSandbox();
  await talked(box, ['demo', '--name', 'one'], 'hello', 'and more');
  await talked(box, ['resume', 'one'], 'here again');
  const { stdout } = await box.run(['log', 'one']);
  expect(stdout).toMatch(/^Run 1: demo, new, 20\S+Z\n/);
  expect(stdout).toContain('> hello\n  You said: hello (turn 1)\n\n> and more\n  You said: and more (turn 2)\n');
  expect(stdout).toMatch(
    /\nRun 2: demo, native-id, 20\S+Z\n[\s\S]*> here again\n {2}You said: here again \(turn 3\)\n/,
  );
  expect(stdout).toMatch(/\.\.\. \d+ lines of interface left out \(--raw shows all\)\n/);
  expect(stdout).not.toContain('\u001b');
  const raw = (await box.run(['log', 'one', '--raw'])).stdout;
  expect(raw).toContain('❯ hello\n● You said: hello (turn 1)\n');
  expect(raw).toContain('uuldana demo agent');
  expect(raw).not.toContain('Run 1');
});

test('log --events and --json are what the journal recorded', async () => {
  const box = createSandbox();
  await box.run(['demo', '--name', 'one'], { input: 'hello\n' });
  expect((await box.run(['log', 'one', '--events'])).stdout).toMatch(
    /^1 {2}20\S+ {2}run 1 {2}permission {2}requested=null/,
  );
  const kinds = kindsOf(await box.json<Entry[]>(['log', 'one']));
  expect(kinds).toEqual(['permission', 'identity', 'run.started', 'input', 'screen', 'run.ended']);
  for (const options of [
    ['--events', '--follow'],
    ['--json', '--raw'],
  ]) {
    const answer = await box.run(['log', 'one', ...options]);
    expect(answer.exitCode).toBe(2);
    expect(answer.stderr).toContain('--follow and --raw are of the conversation, not of its events');
  }
});

test('show tells who said what; --raw prints the rows as they were; the JSON is what it was', async () => {
  const box = createSandbox();
  await talked(box, ['demo', '--name', 'one'], 'hello');
  const { stdout } = await box.run(['show', 'one']);
  expect(stdout).toMatch(/\nRun 1: demo, [\s\S]*\n\n[\s\S]*\n> hello\n {2}You said: hello \(turn 1\)\n/);
  expect(stdout).toMatch(/of interface left out/);
  const raw = (await box.run(['show', 'one', '--raw'])).stdout;
  expect(raw).toContain('  | ❯ hello\n  | ● You said: hello (turn 1)\n');
  const { runs } = await box.json<{ runs: { screen: string[] }[] }>(['show', 'one']);
  expect(runs[0]?.screen).toEqual(expect.arrayContaining(['❯ hello', '● You said: hello (turn 1)']));
});

test('log of a session that showed nothing says so', async () => {
  const box = createSandbox();
  box.program('mute', '#!/bin/sh\nexit 0\n');
  box.writeConfig({
    providers: { mute: { bin: 'mute', args: { new: [['--', '{prompt}']] }, permissions: { auto: [] } } },
  });
  await box.run(['mute', '--prompt', 'x']);
  const answer = await box.run(['log']);
  expect(answer).toMatchObject({ exitCode: 0, stdout: '', stderr: 'uuldana: nothing that it showed is recorded\n' });
});

test('on a terminal log goes through the pager, in colours unless they are not wanted', async () => {
  const box = createSandbox();
  await talked(box, ['demo', '--name', 'one'], 'hello');
  const paged = join(box.home, 'paged.txt');
  const pty = start(box, ['log', 'one'], { PAGER: `tee ${paged}` });
  expect(await pty.exit).toEqual({ exitCode: 0, signal: null });
  expect(readFileSync(paged, 'utf8')).toContain('\u001b[1m> hello\u001b[0m\n  You said: hello (turn 1)\n');
  const plain = start(box, ['log', 'one'], { PAGER: `tee ${paged}`, NO_COLOR: '1' });
  await plain.exit;
  expect(readFileSync(paged, 'utf8')).toContain('\n> hello\n  You said: hello (turn 1)\n');
});

test.each(['no-such-pager --x', 'cat'])('with the pager "%s" it is printed as it is', async (PAGER) => {
  const box = createSandbox();
  await talked(box, ['demo', '--name', 'one'], 'hello');
  const pty = start(box, ['log', 'one'], { PAGER, NO_COLOR: '1' });
  expect(await pty.exit).toEqual({ exitCode: 0, signal: null });
  expect(pty.screen()).toContain('> hello\n  You said: hello (turn 1)');
  expect(pty.screen()).not.toContain('not found');
});

test('a pager that is left before the end, and a status of its own, are no failure', async () => {
  const box = createSandbox();
  await talked(box, ['demo', '--name', 'one'], 'hello');
  const pty = start(box, ['log', 'one'], { PAGER: 'head -1; exit 3' });
  expect(await pty.exit).toEqual({ exitCode: 0, signal: null });
  expect(pty.screen()).toMatch(/^Run 1: demo/);
});

test('lines that are longer than the terminal is wide are broken between words', async () => {
  const box = createSandbox();
  const words = Array.from({ length: 8 }, (_, index) => `word${index}`).join(' ');
  await box.run(['demo', '--name', 'one'], { input: `${words}\n` });
  const env = { ...box.env, PAGER: 'cat', NO_COLOR: '1' };
  const pty = openPty(process.execPath, [BIN, 'log', 'one'], { cwd: box.workspace, env, cols: 30 });
  await pty.exit;
  expect(pty.screen()).toContain('\n> word0 word1 word2 word3\n> word4 word5 word6 word7\n');
  expect((await box.run(['log', 'one'])).stdout).toContain(`> ${words}\n`);
});

test('log --follow prints what comes, in order, and ends with the run', async () => {
  const box = createSandbox();
  const run = start(box, ['demo', '--name', 'one']);
  await say(run, 'hello', /You said: hello \(turn 1\)/);
  const follow = execa(process.execPath, [BIN, 'log', 'one', '--follow'], {
    cwd: box.workspace,
    env: box.env,
    extendEnv: false,
    stdin: 'ignore',
  });
  const seen = { text: '' };
  follow.stdout.on('data', (bytes: Buffer) => {
    seen.text += bytes.toString();
  });
  const shows = (pattern: RegExp) => expect.poll(() => seen.text, { timeout: 15_000 }).toMatch(pattern);
  await shows(/> hello\n {2}You said: hello \(turn 1\)/);
  await say(run, 'and more', /and more \(turn 2\)/);
  await shows(/> and more\n {2}You said: and more \(turn 2\)/);
  run.send('/lines 50\r/exit\r');
  await run.exit;
  const { stdout, stderr, exitCode } = await follow;
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  const last = (await box.run(['log', 'one'])).stdout.split('\n').filter((line) => /^( {2}line|>| {2}You)/.test(line));
  expect(stdout.split('\n').filter((line) => /^( {2}line|>| {2}You)/.test(line))).toEqual(last);
});

test('log --follow of a session that does not run prints what there is, and says that nothing will come', async () => {
  const box = createSandbox();
  await talked(box, ['demo', '--name', 'one'], 'hello');
  const followed = await box.run(['log', 'one', '--follow']);
  expect(followed.stderr).toBe('uuldana: no run of it lives now, so nothing will be added\n');
  expect(followed.stdout).toContain('> hello\n  You said: hello (turn 1)\n');
});

test('Ctrl-C ends log --follow, and nothing is said', async () => {
  const box = createSandbox();
  const run = start(box, ['demo', '--name', 'one']);
  await say(run, 'hello', /You said: hello \(turn 1\)/);
  const follow = start(box, ['log', 'one', '--follow'], { NO_COLOR: '1' });
  await follow.waitForText(/You said: hello \(turn 1\)/);
  follow.send('\u0003');
  expect(await follow.exit).toEqual({ exitCode: null, signal: 'SIGINT' });
  expect(follow.screen()).not.toMatch(/Error| {4}at /);
});

async function captures(box: Sandbox): Promise<readonly (object | undefined)[]> {
  const log = await box.json<Entry[]>(['log', 'one']);
  return log.filter(({ kind }) => kind === 'run.started').map(({ capture }) => capture);
}

test('what is kept is said before the start and in a dry run, and stays as an option said it', async () => {
  const box = createSandbox();
  const input = 'hello\n';
  const first = await box.run(['demo', '--name', 'one', '--capture', 'conversation'], { input });
  expect(first.stderr).toContain('ceiling auto; the whole conversation is kept\n');
  expect(first.stderr).toContain('uuldana: runs are recorded: ids, times, and all lines shown, secrets out.\n');
  expect((await box.run(['resume', 'one'], { input })).stderr).toContain('the whole conversation is kept');
  const dry = await box.run(['resume', 'one', '--dry-run'], { input });
  expect(dry.stdout).toContain('kept        the whole conversation\n');
  const less = await box.run(['resume', 'one', '--capture', 'screen'], { input });
  expect(less.stderr).not.toContain('the whole conversation');
  box.writeConfig({ capture: 'conversation' });
  expect((await box.run(['resume', 'one'], { input })).stderr).not.toContain('the whole conversation');
  const asked = (what: string) => ({ what, from: 'option' });
  expect(await captures(box)).toEqual([asked('conversation'), asked('conversation'), asked('screen'), asked('screen')]);
  expect((await box.run(['demo', '--capture', 'all'])).exitCode).toBe(2);
});

test('the config says it for all sessions that no option was given for', async () => {
  const box = createSandbox();
  const input = 'hello\n';
  await box.run(['demo', '--name', 'one'], { input });
  box.writeConfig({ capture: 'conversation' });
  const resumed = await box.run(['resume', 'one'], { input });
  expect(resumed.stderr).toContain('the whole conversation is kept');
  expect(await box.json(['demo', '--dry-run'])).toMatchObject({ capture: 'conversation' });
  box.writeConfig({});
  await box.run(['resume', 'one'], { input });
  expect(await captures(box)).toEqual([undefined, { what: 'conversation', from: 'config' }, undefined]);
  expect(existsSync(join(box.data, 'live'))).toBe(true);
});

test('kill -9 while the whole conversation is kept: the next resume has all of it, once and in order', async () => {
  const box = createSandbox();
  const first = start(box, ['demo', '--name', 'one', '--capture', 'conversation']);
  await first.waitForText(/Say anything/);
  await say(first, 'hello', /You said: hello \(turn 1\)/);
  first.send('/lines 70\r');
  await first.waitForText(/line 70/);
  await say(first, 'bye', /You said: bye \(turn 2\)/);
  await expect.poll(async () => (await box.run(['log', 'one'])).stdout, { timeout: 10_000 }).toContain('bye (turn 2)');
  process.kill(first.pid, 'SIGKILL');
  await first.exit;
  await box.run(['resume', 'one'], { input: '/exit\n' });
  const { stdout } = await box.run(['log', 'one']);
  const numbered = Array.from({ length: 70 }, (_, index) => `  line ${index + 1}\n`).join('');
  expect(stdout).toContain(
    `> hello\n  You said: hello (turn 1)\n\n> /lines 70\n${numbered}\n> bye\n  You said: bye (turn 2)\n`,
  );
  expect(stdout).not.toContain('missing');
  const log = await box.json<{ kind: string; from?: string }[]>(['log', 'one']);
  expect(log.find(({ kind }) => kind === 'screen')?.from).toBe('checkpoint');
});

test('kill -9 while the whole conversation of many pages is kept: the next resume has all of it, once and in order', async () => {
  const box = createSandbox();
  const first = start(box, ['demo', '--name', 'one', '--capture', 'conversation']);
  await first.waitForText(/Say anything/);
  await say(first, 'hello', /You said: hello \(turn 1\)/);
  first.send('/lines 400\r');
  await first.waitForText(/line 400/);
  await say(first, 'bye', /You said: bye \(turn 2\)/);
  await expect.poll(async () => (await box.run(['log', 'one'])).stdout, { timeout: 10_000 }).toContain('bye (turn 2)');
  const before = (await box.run(['log', 'one'])).stdout;
  process.kill(first.pid, 'SIGKILL');
  await first.exit;
  await box.run(['resume', 'one'], { input: '/exit\n' });
  const { stdout } = await box.run(['log', 'one']);
  const numbered = Array.from({ length: 400 }, (_, index) => `  line ${index + 1}\n`).join('');
  expect(stdout).toContain(
    `> hello\n  You said: hello (turn 1)\n\n> /lines 400\n${numbered}\n> bye\n  You said: bye (turn 2)\n`,
  );
  expect(stdout).not.toContain('missing');
  expect(stdout.startsWith(before)).toBe(true);
  const log = await box.json<{ kind: string; lines?: string[] }[]>(['log', 'one']);
  expect(log.filter(({ kind }) => kind === 'transcript').length).toBeGreaterThan(1);
});
