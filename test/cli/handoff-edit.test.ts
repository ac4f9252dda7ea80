/** `uuldana handoff --edit`: what is sent is what the user's editor leaves. */

import { afterEach, expect, test } from 'vitest';
import { closePtys, openShell, type TestPty } from '../support/pty-harness.ts';
import { BIN, type Sandbox } from '../support/sandbox.ts';
import { runsOf, twoAgents } from './handoff-support.ts';

afterEach(closePtys);

async function edited(editor: string, more: object = {}): Promise<{ box: Sandbox; shell: TestPty }> {
  const box = twoAgents();
  await box.run(['one', '--name', 'heron', '--prompt', 'the heron stands still'], { input: '' });
  box.program('my-editor', `#!/bin/sh\n${editor}\n`);
  const env = { ...box.env, EDITOR: 'false', VISUAL: `${box.bin}/my-editor --wait`, ...more };
  const shell = openShell({ cwd: box.workspace, env, cols: 120, rows: 50 });
  shell.send(`'${process.execPath}' '${BIN}' handoff two heron --edit\r`);
  return { box, shell };
}

test('the changed text is sent, and the file was for nobody else', async () => {
  const { box, shell } = await edited(
    '[ "$1" = --wait ] && ls -l "$2" | cut -c1-10 && echo "and this" >> "$2" && echo "$2" > "$HOME/where"',
  );
  await shell.waitForText(/-rw-------[\s\S]*=== record \w+ ends ===[\s\S]*and this\]/);
  expect((await runsOf(box, 'heron')).map(({ provider }) => provider)).toEqual(['one', 'two']);
  shell.send('\x04');
  await shell.waitForText(/go on with/);
  shell.send('ls "$(cat "$HOME/where")"\r');
  await shell.waitForText(/No such file/);
});

test.each([
  ['exit 3', 'ended with status 3'],
  [': > "$2"', 'the text is empty'],
  ['echo " " > "$2"', 'the text is empty'],
  ['rm "$2"', 'could not be edited'],
  ['kill -9 $$', 'ended with status 137'],
])('with %j nothing is sent', async (editor, words) => {
  const { box, shell } = await edited(editor);
  await shell.waitForText(new RegExp(`nothing was sent: [^$]*${words}[\\s\\S]*\\$ $`));
  expect(await runsOf(box, 'heron')).toHaveLength(1);
  expect(await box.json(['verify'])).toMatchObject({ ok: true });
});
