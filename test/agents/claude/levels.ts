/** What the tests of Claude's levels share: settings that allow everything, its modes, and a try of what runs unasked. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { TestPty } from '../../support/pty-harness.ts';
import { press, READY, type Stage, type } from './stage.ts';

const hook = (event: string, output: object) => ({
  [event]: [
    {
      matcher: '*',
      hooks: [
        {
          type: 'command',
          command: `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...output } })}'`,
        },
      ],
    },
  ],
});

/** Hooks that answer every question with allow. */
export const HOOKS = {
  ...hook('PreToolUse', { permissionDecision: 'allow' }),
  ...hook('PermissionRequest', { decision: { behavior: 'allow' } }),
};

export const COMMAND_RULES = ['Bash', 'Bash(*)', 'mcp__test__shell_command', 'mcp__test'];
const EDIT_RULES = ['Edit', 'Write', 'Write(*)', 'NotebookEdit'];

const everything = (allow: readonly string[]) => ({
  permissions: { allow, defaultMode: 'bypassPermissions' },
  hooks: HOOKS,
  disableAllHooks: false,
  enableAllProjectMcpServers: true,
  sandbox: { enabled: true, autoAllowBashIfSandboxed: true },
});

/** Settings of user, folder and person in the folder that all allow what the rules say. */
export const hostile = (allow: readonly string[] = [...COMMAND_RULES, ...EDIT_RULES]) => ({
  user: { ...everything(allow), skipDangerousModePermissionPrompt: true },
  project: everything(allow),
  local: everything(allow),
});

/** The order of Shift+Tab. */
export const CYCLE = [/manual mode on/, /accept edits on/, /plan mode on/, /auto mode on/] as const;

/** Whatever turns modes on by a variable is set. */
const ENV = { IS_SANDBOX: '1', CLAUDE_CODE_ENABLE_AUTO_MODE: '1', ENABLE_TOOL_SEARCH: 'false' };

export async function start(stage: Stage, options: string, footer: RegExp = READY): Promise<TestPty> {
  const shell = stage.shell({ env: ENV });
  shell.send(`uuldana claude --name first ${options}\r`);
  await shell.waitForText(footer);
  return shell;
}

export async function nextMode(pty: TestPty, footer: RegExp): Promise<void> {
  pty.send('\x1b[Z');
  await pty.waitForText(footer);
}

export const ASKED = /❯ 1\. Yes/;

export type Tool = 'shell' | 'write' | 'mcp';

let calls = 0;

/** Has the model call a tool that makes a file, and says whether it was made unasked. */
export async function tries(
  stage: Stage,
  pty: TestPty,
  tool: Tool,
  folder: string,
): Promise<'ran' | 'asked' | 'no tool'> {
  calls += 1;
  const file = join(folder, `made-${calls}`);
  const already = stage.model.requests().length;
  await type(pty, tool === 'write' ? `[[write ${file} text]]` : `[[${tool} touch ${file}]]`);
  await pty.waitForText(new RegExp(`${ASKED.source}|made-${calls}[\\s\\S]*(Tool said|No such tool)`));
  if (ASKED.test(pty.screen())) {
    expect(existsSync(file)).toBe(false);
    await press(
      pty,
      '\x1b',
      ASKED,
      new RegExp(`(Interrupted|Rejected write to \\S*made-${calls})[\\s\\S]*(mode|edits) on`),
    );
    return 'asked';
  }
  const answered = stage.model.requests().slice(already);
  if (answered.some(({ decision }) => decision.text.startsWith('No such tool'))) return 'no tool';
  expect(existsSync(file)).toBe(true);
  return 'ran';
}
