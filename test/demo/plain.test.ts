import { appendFileSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demo } from '../../adapters/demo.ts';
import { createHome, type Home } from './agent.ts';

const ID = '872d50dd-7e3e-42da-9ae4-f8ba236b7198';
const OTHER = '0f9c1fcc-703e-44c2-93cf-e42450353794';
const fileOf = (home: Home, id: string) => join(home.root, demo.native.folderOf(home.workspace), `${id}.jsonl`);

test('each line is a prompt, and the last one needs no newline', async () => {
  const { stdout, exitCode } = await createHome().pipe(
    'hello there\n\n/first',
    '--session-id',
    ID,
    '--permission',
    'edits',
  );
  expect(stdout.split('\n')).toEqual([
    `uuldana demo agent 1.0.0 \u00b7 conversation ${ID} \u00b7 permission edits`,
    '> hello there',
    'You said: hello there (turn 1)',
    '> /first',
    'First you said: hello there (turn 2)',
  ]);
  expect(exitCode).toBe(0);
});

test('a conversation is kept under its id, and resumed with all that was said', async () => {
  const home = createHome();
  await home.pipe('', '--session-id', ID, '--', 'remember me');
  expect(home.conversations()).toEqual([ID]);
  const { stdout } = await home.pipe('/first\n', '--resume', ID, '--', 'and this');
  expect(stdout).toContain('> remember me\nYou said: remember me (turn 1)\n> and this\nYou said: and this (turn 2)');
  expect(stdout).toContain('First you said: remember me (turn 3)');
});

test('nothing is kept of a conversation in which nothing was said', async () => {
  const home = createHome();
  await home.pipe('/help\n/lines 3\n/limit\n', '--session-id', ID);
  expect(home.conversations()).toEqual([]);
});

test('--continue takes the latest conversation of this folder', async () => {
  const home = createHome();
  expect(await home.pipe('', '--continue')).toMatchObject({
    exitCode: 1,
    stderr: 'No conversation found to continue in this folder',
  });
  await home.pipe('one\n', '--session-id', ID);
  await home.pipe('two\n', '--session-id', OTHER);
  await home.pipe('one again\n', '--resume', ID);
  expect((await home.pipe('/first\n', '--continue')).stdout).toContain('First you said: one (turn 3)');
});

test('what cannot be done is said, with the status that tells why', async () => {
  const home = createHome();
  await home.pipe('one\n', '--session-id', ID);
  const cases: [string[], number, string][] = [
    [['--resume', OTHER], 1, `No conversation found with id ${OTHER}`],
    [['--resume', '../../x'], 1, 'No conversation found with id ../../x'],
    [['--session-id', ID], 1, `Session id ${ID} is in use`],
    [['--permission', 'all'], 2, '--permission takes one of'],
    [['--nonsense'], 2, '--nonsense'],
  ];
  for (const [args, exitCode, message] of cases) {
    const refused = await home.pipe('', ...args);
    expect(refused).toMatchObject({ exitCode, stdout: '' });
    expect(refused.stderr).toContain(message);
  }
});

test('/clear goes on under a new id', async () => {
  const home = createHome();
  const { stdout } = await home.pipe('one\n/clear\n/first\ntwo\n/first\n', '--session-id', ID);
  const id = /New conversation (\S+)/.exec(stdout)?.[1] ?? '';
  expect(home.conversations().sort()).toEqual([ID, id].sort());
  expect(stdout).toContain('Nothing was said in this conversation yet.');
  expect(stdout).toContain('First you said: two (turn 2)');
});

test('/exit and /crash end it', async () => {
  const home = createHome();
  expect(await home.pipe('/exit\nnever said\n')).toMatchObject({ exitCode: 0 });
  expect(await home.pipe('/crash exit\n')).toMatchObject({ exitCode: 3 });
  expect(await home.pipe('/crash\n')).toMatchObject({ exitCode: undefined });
});

test('the live registry is gone after an end, and stays behind after SIGKILL', async () => {
  const home = createHome();
  await home.pipe('one\n');
  expect(home.live()).toEqual([]);
  const before = Date.now();
  await home.pipe('/crash\n', '--session-id', ID);
  const [entry] = home.live();
  expect(entry).toMatchObject({ session_id: ID, workspace: home.workspace });
  expect(entry?.started_at).toBeGreaterThan(before - 5000);
  expect(entry?.started_at).toBeLessThanOrEqual(Date.now());
});

test('files are for their owner alone', async () => {
  const home = createHome();
  await home.pipe('one\n/crash\n', '--session-id', ID);
  const modes = [home.root, join(home.root, 'live'), join(home.root, 'sessions'), fileOf(home, ID)].map(
    (path) => statSync(path).mode & 0o777,
  );
  expect(modes).toEqual([0o700, 0o700, 0o700, 0o600]);
});

test('the adapter finds what the agent keeps, under long and odd paths too', async () => {
  const home = createHome();
  const deep = join(home.workspace, `${'x'.repeat(120)} ü%漢/..b`, 'y'.repeat(100));
  mkdirSync(deep, { recursive: true });
  const there: Home = { ...home, workspace: deep };
  await home.pipe('one\n', '--session-id', ID);
  expect(demo.native.idFrom(`${ID}.jsonl`)).toBe(ID);
  expect(readFileSync(fileOf(home, ID), 'utf8')).toContain('You said: one');
  expect(demo.native.folderOf(there.workspace).length).toBeLessThanOrEqual('sessions/'.length + 180);
});

test('a half-written last line is skipped, and what is said next is not lost with it', async () => {
  const home = createHome();
  await home.pipe('one\n', '--session-id', ID);
  appendFileSync(fileOf(home, ID), '{"role":"user","te');
  expect((await home.pipe('two\n', '--resume', ID)).stdout).toContain('You said: two (turn 2)');
  expect((await home.pipe('/first\n', '--resume', ID)).stdout).toContain('First you said: one (turn 3)');
});
