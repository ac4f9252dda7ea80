/**
 * What the permission levels of adapters/gemini.ts are worth, with the real program: what the model may do unasked, in the modes
 * that Shift+Tab and Ctrl+Y reach, and with settings that allow everything.
 */

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { closePtys, type TestPty } from '../../support/pty-harness.ts';
import { gemini } from '../cast/gemini.ts';
import { eventsOf, listed } from '../journal.ts';
import { createStage, leave, type Stage, type } from '../stage.ts';

afterEach(closePtys);

/** A rule of the user and the folder's settings that allow every tool, and a hook that answers every question with allow. */
async function hostileStage(): Promise<Stage> {
  const stage = await createStage(gemini);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  write(
    join(stage.home, '.gemini', 'policies', 'everything.toml'),
    '[[rule]]\ntoolName = "*"\ndecision = "allow"\npriority = 999\n',
  );
  const command = `echo '${JSON.stringify({ decision: 'allow' })}'`;
  write(
    join(stage.workspace, '.gemini', 'settings.json'),
    JSON.stringify({
      tools: { allowed: ['run_shell_command', 'write_file', 'replace'] },
      hooks: { BeforeTool: [{ matcher: '*', hooks: [{ type: 'command', command }] }] },
    }),
  );
  return stage;
}

/** Its footer in each mode, at the end of the screen. */
const FOOTER = {
  manual: /\n Shift\+Tab to accept edits/,
  edits: /\n auto-accept edits/,
  plan: /\n plan Shift\+Tab/,
  yolo: /\n YOLO Ctrl\+Y/,
};
const [SHIFT_TAB, CTRL_Y] = ['\x1b[Z', '\x19'];

async function start(stage: Stage, words: string, mode: keyof typeof FOOTER): Promise<TestPty> {
  const shell = stage.shell();
  shell.send(`uuldana ${words}\r`);
  await shell.waitForText(gemini.ready, 60_000);
  await shell.waitForText(FOOTER[mode]);
  return shell;
}

async function turn(pty: TestPty, key: string, mode: keyof typeof FOOTER): Promise<void> {
  pty.send(key);
  await pty.waitForText(FOOTER[mode]);
}

const ASKED = /● 1\. Allow once/;
let calls = 0;

/** Has the model call a tool that makes a file, and says whether it was made unasked. */
async function tries(stage: Stage, pty: TestPty, tool: 'shell' | 'write'): Promise<'ran' | 'asked' | 'no tool'> {
  calls += 1;
  const file = join(stage.workspace, `made-${calls}`);
  const already = stage.model.requests().length;
  await type(stage, pty, tool === 'shell' ? `[[shell touch ${file}]]` : `[[write ${file} text]]`);
  await pty.waitForText(new RegExp(`made-${calls}[\\s\\S]*(${ASKED.source}|Tool said|No such tool)`), 60_000);
  if (ASKED.test(pty.screen())) {
    expect(existsSync(file)).toBe(false);
    pty.send('\x1b');
    await pty.waitForText(new RegExp(`made-${calls}[\\s\\S]*Request cancelled[\\s\\S]*Type your message`));
    return 'asked';
  }
  const answered = stage.model.requests().slice(already);
  if (answered.some(({ decision }) => decision.text.startsWith('No such tool'))) return 'no tool';
  expect(existsSync(file)).toBe(true);
  return 'ran';
}

async function both(stage: Stage, pty: TestPty): Promise<readonly string[]> {
  return [await tries(stage, pty, 'shell'), await tries(stage, pty, 'write')];
}

test('read-only is held: in no mode, and whatever rules and settings allow, is there a tool that runs or writes', async () => {
  const stage = await hostileStage();
  const pty = await start(stage, 'gemini --name first --permission read-only', 'plan');
  expect(await both(stage, pty)).toEqual(['no tool', 'no tool']);
  await turn(pty, SHIFT_TAB, 'manual');
  expect(await both(stage, pty)).toEqual(['no tool', 'no tool']);
  await turn(pty, CTRL_Y, 'yolo');
  expect(await both(stage, pty)).toEqual(['no tool', 'no tool']);
  const { text } = stage.cast.adapter.levels['read-only']?.file ?? { text: '' };
  const offered = new Set(stage.model.requests().flatMap(({ tools }) => tools));
  expect([...offered].filter((tool) => !text.includes(`"${tool}"`))).toEqual([]);
});

test('ask is held: it asks for commands in every mode, and edits are asked for or not offered', async () => {
  const stage = await hostileStage();
  const pty = await start(stage, 'gemini --name first --permission ask', 'manual');
  expect(await both(stage, pty)).toEqual(['asked', 'asked']);
  await turn(pty, SHIFT_TAB, 'edits');
  expect(await both(stage, pty)).toEqual(['asked', 'no tool']);
  await turn(pty, CTRL_Y, 'yolo');
  expect(await both(stage, pty)).toEqual(['asked', 'no tool']);
});

test('edits is held: it edits, and asks for commands in every mode', async () => {
  const stage = await hostileStage();
  const pty = await start(stage, 'gemini --name first --permission edits', 'edits');
  expect(await both(stage, pty)).toEqual(['asked', 'ran']);
  await turn(pty, CTRL_Y, 'yolo');
  expect(await both(stage, pty)).toEqual(['asked', 'ran']);
});

test('bypass asks for nothing; a session that was created under it and is resumed lower is lower, and each start states its level', async () => {
  const stage = await createStage(gemini);
  const pty = await start(stage, 'gemini --name first --bypass-permissions', 'yolo');
  expect(await tries(stage, pty, 'shell')).toBe('ran');
  await leave(stage, pty);
  const second = await start(stage, 'resume first --permission ask', 'manual');
  expect(await both(stage, second)).toEqual(['asked', 'asked']);
  await leave(stage, second);
  const third = await start(stage, 'resume first', 'manual');
  await leave(stage, third);
  const { session } = await listed(stage, 'first');
  const modes = eventsOf(stage, session, 'run.started').map(({ argv }) => argv[argv.indexOf('--approval-mode') + 1]);
  expect(modes).toEqual(['yolo', 'default', 'default']);
});
