/** uuldana lists the conversations of an agent and never opens one; strace says so. */

import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { closePtys } from '../../support/pty-harness.ts';
import { BIN } from '../../support/sandbox.ts';
import { casts } from '../casts.ts';
import { openedFiles, straceWords } from '../opened-files.ts';
import { createStage, leave, say } from '../stage.ts';

afterEach(closePtys);

describe.each(casts)('%s', (id, cast) => {
  test('neither at launch nor at resume is a conversation opened', async () => {
    const stage = await createStage(cast);
    const uuldana = (out: string) => `${straceWords(out)} ${process.execPath} ${BIN}`;
    const atLaunch = join(stage.home, 'launch.strace');
    const atResume = join(stage.home, 'resume.strace');
    const shell = stage.shell();
    shell.send(`${uuldana(atLaunch)} ${id} --name first --permission ask --prompt 'hello there'\r`);
    await shell.waitForText(new RegExp(`You said: hello there \\(turn 1\\)${cast.rests ?? ''}`), 120_000);
    await leave(stage, shell);
    shell.send(`clear; ${uuldana(atResume)} resume first\r`);
    await shell.waitForText(cast.ready, 120_000);
    await say(stage, shell, '[[first]]', /First you said: hello there \(turn 2\)/);
    await leave(stage, shell);

    for (const out of [atLaunch, atResume]) {
      const { byProgram, byOthers } = openedFiles(out);
      expect(byOthers.filter(cast.isConversation), 'the agent itself opens it').not.toEqual([]);
      expect(byProgram.some((path) => path.startsWith(join(stage.data, 'journals')))).toBe(true);
      expect(byProgram.filter(cast.isConversation)).toEqual([]);
    }
  });
});
