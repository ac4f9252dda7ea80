/** Has the model of a stage call a tool, and says what its agent made of it. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { TestPty } from '../support/pty-harness.ts';
import { type Stage, type } from './stage.ts';

/** `refused`: the agent, or its sandbox, stopped it without asking anybody. `no tool`: the model was not offered one. */
export type Outcome = 'ran' | 'asked' | 'refused' | 'no tool';

const COMMANDS = {
  shell: (file: string) => `[[shell touch ${file}]]`,
  // what no agent takes for a harmless command on files
  script: (file: string) => `[[shell sh -c 'echo made > ${file}']]`,
  escalate: (file: string) => `[[escalate touch ${file}]]`,
  mcp: (file: string) => `[[mcp touch ${file}]]`,
  write: (file: string) => `[[write ${file} text]]`,
} as const;

export type Tool = keyof typeof COMMANDS;

let calls = 0;

/** The tool makes a file. A question is answered with no. */
export async function tries(stage: Stage, pty: TestPty, tool: Tool, folder = stage.workspace): Promise<Outcome> {
  calls += 1;
  const name = `made-${calls}`;
  const file = join(folder, name);
  const already = stage.model.requests().length;
  const { shows, done } = stage.cast.asks;
  await type(stage, pty, COMMANDS[tool](file));
  await pty.waitForText(new RegExp(`${shows.source}|${name}[\\s\\S]*(Tool said|No such tool)${done}`), 60_000);
  if (shows.test(pty.screen())) {
    expect(existsSync(file)).toBe(false);
    await decline(pty, stage);
    return 'asked';
  }
  const answers = stage.model.requests().slice(already);
  if (answers.some(({ tools, decision }) => tools.length > 0 && decision.text.startsWith('No such tool')))
    return 'no tool';
  return existsSync(file) ? 'ran' : 'refused';
}

/** For a moment after it appears a dialog takes no keys; one that was taken is not pressed again, since it means something else then. */
async function decline(pty: TestPty, { cast }: Stage): Promise<void> {
  const { shows, no, after } = cast.asks;
  for (let presses = 1; ; presses++) {
    pty.send(no);
    try {
      return void (await pty.waitForText(after, 3000));
    } catch (error) {
      if (presses === 10) throw error;
      if (!shows.test(pty.screen())) return void (await pty.waitForText(after));
    }
  }
}
