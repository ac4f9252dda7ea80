/**
 * What the permission levels of adapters/opencode.ts are worth, with the real program: what the model may do unasked, whatever the
 * settings say, and the ways up that are left.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { closePtys, type TestPty } from '../../support/pty-harness.ts';
import { opencode as cast } from '../cast/opencode.ts';
import { eventsOf, listed } from '../journal.ts';
import { createStage, leave, resume, type Stage, type } from '../stage.ts';

afterEach(closePtys);

const FREE = { permission: { '*': 'allow', bash: 'allow', edit: 'allow' } };
const EVERYTHING = { ...FREE, default_agent: 'free', agent: { build: FREE, plan: FREE } };

/** Settings of the user and of the folder that allow everything; the user's have an agent of their own besides. */
function allowEverything({ home, workspace }: Stage): void {
  const users = join(home, '.config', 'opencode', 'opencode.json');
  const agent = { ...EVERYTHING.agent, free: { mode: 'primary', ...FREE } };
  writeFileSync(users, JSON.stringify({ ...JSON.parse(readFileSync(users, 'utf8')), ...EVERYTHING, agent }));
  writeFileSync(join(workspace, 'opencode.json'), JSON.stringify({ ...EVERYTHING, agent }));
}

async function start(stage: Stage, level: string): Promise<TestPty> {
  const shell = stage.shell();
  shell.send(
    `uuldana opencode --name first ${level === 'bypass' ? '--bypass-permissions' : `--permission ${level}`}\r`,
  );
  await shell.waitForText(cast.ready, 60_000);
  return shell;
}

const ASKED = /△ Permission required[\s\S]*enter confirm/;
let calls = 0;

/** Has the model call a tool that makes a file, and says what came of it. */
async function tries(stage: Stage, pty: TestPty, tool: 'shell' | 'write'): Promise<'ran' | 'asked' | 'no tool'> {
  calls += 1;
  const file = join(stage.workspace, `made-${calls}`);
  const already = stage.model.requests().length;
  await type(stage, pty, tool === 'shell' ? `[[shell touch ${file}]]` : `[[write ${file} text]]`);
  const rest = 'Tool said|No such tool';
  await pty.waitForText(new RegExp(`made-${calls}[\\s\\S]*(${ASKED.source}|(${rest})[\\s\\S]*▣[^\\n]*\\dm?s)`), 60_000);
  const made = existsSync(file);
  if (ASKED.test(pty.screen())) {
    expect(made).toBe(false);
    // esc is Reject
    pty.send('\x1b');
    await pty.waitForText(new RegExp(`^(?![\\s\\S]*△ Permission)[\\s\\S]*${cast.ready.source}`));
    return 'asked';
  }
  // what it asks for a title has no tools
  const answers = stage.model
    .requests()
    .slice(already)
    .filter(({ tools }) => tools.length > 0);
  if (answers.some(({ decision }) => decision.text.startsWith('No such tool'))) return 'no tool';
  expect(made).toBe(true);
  return 'ran';
}

const both = async (stage: Stage, pty: TestPty) => [await tries(stage, pty, 'shell'), await tries(stage, pty, 'write')];

async function argvOf(stage: Stage): Promise<readonly string[]> {
  const { session } = await listed(stage, 'first');
  return eventsOf(stage, session, 'run.started').map(({ argv }) => argv.slice(1).join(' '));
}

test.each([
  ['read-only', ['no tool', 'no tool']],
  ['ask', ['asked', 'asked']],
  ['edits', ['asked', 'ran']],
])(
  '%s, under settings that allow everything; an agent of the user’s own is the way up that is left',
  async (level, given) => {
    const stage = await createStage(cast);
    allowEverything(stage);
    const pty = await start(stage, level);
    expect(await both(stage, pty)).toEqual(given);
    pty.send('\t');
    await pty.waitForText(/┃ {2}Plan · /);
    expect(await both(stage, pty)).toEqual(given);
    pty.send('\t');
    await pty.waitForText(/┃ {2}Free · /);
    expect(await tries(stage, pty, 'shell')).toBe('ran');
  },
);

test('the command palette reaches bypass, which the next resume does not have', async () => {
  const stage = await createStage(cast);
  const pty = await start(stage, 'ask');
  expect(await tries(stage, pty, 'shell')).toBe('asked');
  pty.send('\x10');
  await pty.waitForText(/Commands\s+esc[\s\S]*Search/);
  pty.send('auto-approve');
  await pty.waitForText(/auto-approve[\s\S]*Enable auto-approve permissions/);
  pty.send('\r');
  await pty.waitForText(/┃ {2}Build auto · /);
  expect(await both(stage, pty)).toEqual(['ran', 'ran']);
  await leave(stage, pty);

  for (const raise of [['--bypass-permissions'], ['--', '--auto'], ['--', '--agent', 'free']]) {
    const { exitCode } = await stage.run(['resume', 'first', '--prompt', 'x', ...raise]);
    expect([raise, exitCode]).toEqual([raise, 126]);
  }
  const again = await resume(stage, 'first');
  expect(await tries(stage, again, 'shell')).toBe('asked');
  expect(await argvOf(stage)).toEqual(['--agent build', expect.stringMatching(/^--session ses_\w+ --agent build$/)]);
});

test('bypass asks for nothing; resumed at a lower level it is at that level, and stays there', async () => {
  const stage = await createStage(cast);
  const pty = await start(stage, 'bypass');
  expect(await both(stage, pty)).toEqual(['ran', 'ran']);
  await leave(stage, pty);
  for (const words of ['first --permission ask', 'first']) {
    const lower = await resume(stage, words);
    expect(await both(stage, lower)).toEqual(['asked', 'asked']);
    await leave(stage, lower);
  }
  const asks = expect.stringMatching(/^--session ses_\w+ --agent build$/);
  expect(await argvOf(stage)).toEqual(['--auto', asks, asks]);
});
