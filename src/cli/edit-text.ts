/** Opens a text in the user's own editor. It stands in a file that nobody else can read, for as long as the editor runs. */

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf, UuldanaError } from '../core/errors.ts';

interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly hasTerminal: boolean;
}

/**
 * The text as the editor left it, or why there is none: the editor failed, or the text is empty. The variable may hold arguments, as
 * with other programs (`VISUAL="code --wait"`), so a shell reads it.
 *
 * @throws UuldanaError `needs-terminal` (126)
 */
export async function editText(
  text: string,
  { env, hasTerminal }: Surroundings,
): Promise<{ readonly text: string } | { readonly refused: string }> {
  if (!hasTerminal) {
    throw new UuldanaError('needs-terminal', 'There is no terminal to edit in', { hint: 'Leave out --edit.' });
  }
  const editor = env['VISUAL'] || env['EDITOR'] || 'vi';
  const folder = mkdtempSync(join(tmpdir(), 'uuldana-'));
  const file = join(folder, 'handoff.txt');
  try {
    writeFileSync(file, text, { mode: 0o600 });
    const failure = await run(editor, file);
    if (failure !== null) return { refused: failure };
    const edited = readFileSync(file, 'utf8').replace(/\n$/, '');
    return edited.trim() === '' ? { refused: 'the text is empty' } : { text: edited };
  } catch (error) {
    return { refused: `the text could not be edited: ${messageOf(error)}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns why it did not end well, or null */
function run(editor: string, file: string): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit' });
    // ^C in an editor is its own affair; as its parent we wait
    const ignore = () => undefined;
    process.on('SIGINT', ignore);
    const settle = (failure: string | null) => {
      process.off('SIGINT', ignore);
      resolve(failure);
    };
    child.once('error', (error) => settle(`the editor could not be started: ${error.message}`));
    child.once('exit', (status, signal) =>
      settle(status === 0 ? null : `the editor (${editor}) ended with ${signal ?? `status ${status}`}`),
    );
  });
}
