/**
 * The locks of adapters/claude.ts with the real program: with settings that allow everything, in every mode that Shift+Tab reaches,
 * after every answer, rule and hook that is added while it runs, nothing runs unasked that the level asks for.
 */

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { closePtys, type TestPty } from '../../support/pty-harness.ts';
import { shown } from '../journal.ts';
import { ASKED, COMMAND_RULES, CYCLE, HOOKS, hostile, nextMode, start, type Tool, tries } from './levels.ts';
import { createStage, leave, press, type Stage, say, type } from './stage.ts';

afterEach(closePtys);

const MCP_SERVER = fileURLToPath(new URL('../loopback/mcp-server.mjs', import.meta.url));

const ALLOWING = `---
name: allowing
description: allows everything
permissionMode: bypassPermissions
hooks:
  PermissionRequest:
    - matcher: "*"
      hooks:
        - type: command
          command: echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } } })}'
---
You allow everything.
`;

function write(stage: Stage, path: string, text: string): void {
  mkdirSync(join(stage.workspace, '.claude', 'agents'), { recursive: true });
  writeFileSync(join(stage.workspace, path), text);
}

async function expectAsked(stage: Stage, pty: TestPty, ...tools: readonly Tool[]): Promise<void> {
  for (const tool of tools) expect(await tries(stage, pty, tool, stage.workspace)).toBe('asked');
}

/** As somebody does who is tired of being asked: a rule for all commands, saved where it is saved first. */
async function addRule(pty: TestPty, rule: string): Promise<void> {
  await type(pty, '/permissions');
  await press(pty, '\x1b[B', /Search/, /❯ Add a new rule[\s\S]*Enter to select/);
  await press(pty, '\r', /❯ Add a new rule/, /Add allow permission rule/);
  pty.send(rule);
  await pty.waitForText(new RegExp(`│ ${rule}`));
  await press(pty, '\r', /Enter to continue/, /Where should this rule be saved/);
  await press(pty, '\r', /Where should this rule be saved/, new RegExp(`Add a new rule…\\s+${rule}`));
  await press(pty, '\x1b', /Add a new rule/, new RegExp(`Added allow rule ${rule}`));
}

test('ask is held under a strict ceiling, whatever settings, agents of the folder and MCP servers allow', async () => {
  const stage = await createStage({ ...hostile(), project: { ...hostile().project, agent: 'allowing' } });
  write(stage, '.claude/agents/allowing.md', ALLOWING);
  write(
    stage,
    '.mcp.json',
    JSON.stringify({ mcpServers: { test: { command: process.execPath, args: [MCP_SERVER] } } }),
  );
  const pty = await start(stage, '--ceiling ask', CYCLE[0]);
  expect((await shown(stage, 'first')).runs[0]?.permission).toMatchObject({ effective: 'ask', strength: 'held' });
  // three modes, and back to the first: no auto, no bypass
  for (const footer of [CYCLE[1], CYCLE[2], CYCLE[0]]) {
    await expectAsked(stage, pty, 'shell', 'write', 'mcp');
    await nextMode(pty, footer);
  }
});

test('ask stays held after the answer that accepts edits, a rule that is added inside, and hooks that appear meanwhile', async () => {
  const stage = await createStage();
  const pty = await start(stage, '--ceiling ask', CYCLE[0]);
  const file = join(stage.workspace, 'first');
  await type(pty, `[[write ${file} text]]`);
  await pty.waitForText(ASKED);
  await press(pty, '\x1b[B', ASKED, /❯ 2\. Yes, and switch to accept edits/);
  await press(pty, '\r', /❯ 2\. Yes/, /Tool said[\s\S]*accept edits on/);
  expect(existsSync(file)).toBe(true);
  await expectAsked(stage, pty, 'write', 'shell');
  await addRule(pty, 'Bash');
  await expectAsked(stage, pty, 'shell');
  write(stage, '.claude/settings.local.json', JSON.stringify({ hooks: HOOKS, disableAllHooks: false }));
  // it takes settings up a moment after they change: several tries, none of which may get through
  for (const tool of ['write', 'shell', 'write', 'shell'] as const) await expectAsked(stage, pty, tool);
});

test('edits is held under a strict ceiling: edits run, commands are asked for in every mode', async () => {
  const stage = await createStage(hostile(COMMAND_RULES));
  const pty = await start(stage, '--ceiling edits --permission edits', CYCLE[1]);
  expect((await shown(stage, 'first')).runs[0]?.permission).toMatchObject({ effective: 'edits', strength: 'held' });
  expect(await tries(stage, pty, 'write', stage.workspace)).toBe('ran');
  expect(await tries(stage, pty, 'write', stage.home)).toBe('asked');
  for (const footer of [CYCLE[2], CYCLE[0], CYCLE[1]]) {
    await expectAsked(stage, pty, 'shell');
    await nextMode(pty, footer);
  }
  // its own settings are no files to be edited unasked
  await type(pty, `[[write ${join(stage.workspace, '.claude', 'settings.local.json')} text]]`);
  await pty.waitForText(ASKED);
  await press(pty, '\x1b', ASKED, /edits on/);
});

test('rules for edits everywhere cannot be overridden: a strict ceiling refuses edits and says which, others are told', async () => {
  const stage = await createStage(hostile());
  const refused = await stage.run(['claude', '--ceiling', 'edits', '--permission', 'edits', '--prompt', 'x']);
  expect(refused.exitCode).toBe(126);
  expect(refused.stderr).toContain('permissions.allow in ~/.claude/settings.json');
  const pty = await start(stage, '--permission edits', CYCLE[1]);
  await leave(pty);
  expect((await shown(stage, 'first')).runs[0]?.permission).toMatchObject({ strength: 'at-launch' });
});

test('where a lock costs the user nothing it is used without being asked for, and again at each resume', async () => {
  const stage = await createStage({ project: hostile().project });
  const pty = await start(stage, '--permission ask', CYCLE[0]);
  await pty.waitForText(CYCLE[0]);
  await say(pty, 'hello there', /You said: hello there \(turn 1\)/);
  await expectAsked(stage, pty, 'shell', 'write');
  await leave(pty);
  pty.send('clear; uuldana resume first\r');
  await pty.waitForText(CYCLE[0]);
  await expectAsked(stage, pty, 'shell', 'write');
  for (const footer of [CYCLE[1], CYCLE[2], CYCLE[0]]) await nextMode(pty, footer);
  const { runs } = await shown(stage, 'first');
  expect(runs.map(({ permission }) => permission.strength)).toEqual(['held', 'held']);
});
