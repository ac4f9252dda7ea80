/** uuldana lists Claude's conversations and never opens one; strace says so. */

import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { closePtys } from '../../support/pty-harness.ts';
import { BIN } from '../../support/sandbox.ts';
import { openedFiles, straceWords } from '../opened-files.ts';
import { createStage, leave, READY, say } from './stage.ts';

afterEach(closePtys);

const isConversation = (path: string): boolean => /\/projects\/[^/]+\/[^/]+\.jsonl$/.test(path);

test('neither at launch nor at resume is a conversation opened', async () => {
  const stage = await createStage();
  const uuldana = (out: string) => `${straceWords(out)} ${process.execPath} ${BIN}`;
  const [atLaunch, atResume] = ['launch.strace', 'resume.strace'].map((name) => join(stage.home, name)) as [
    string,
    string,
  ];
  const shell = stage.shell();
  shell.send(`${uuldana(atLaunch)} claude --name first --prompt 'hello there'\r`);
  await shell.waitForText(/You said: hello there \(turn 1\)/, 60_000);
  await leave(shell);
  shell.send(`clear; ${uuldana(atResume)} resume first\r`);
  await shell.waitForText(READY, 60_000);
  await say(shell, '[[first]]', /First you said: hello there \(turn 2\)/);
  await leave(shell);

  for (const out of [atLaunch, atResume]) {
    const { byProgram, byOthers } = openedFiles(out);
    expect(byOthers.filter(isConversation), 'the agent itself opens it').not.toEqual([]);
    expect(byProgram.some((path) => path.startsWith(join(stage.data, 'journals')))).toBe(true);
    expect(byProgram.filter(isConversation)).toEqual([]);
  }
});
