/** Shows a long text in the user's pager: `$PAGER`, else less where it is there, else as it is. */

import { spawn } from 'node:child_process';

type Environment = Readonly<Record<string, string | undefined>>;

/** What a shell says of a command that is not there, or cannot be run. */
const NOT_RUN: readonly (number | null)[] = [126, 127];

/** @param out  for a user without a pager */
export async function page(text: string, env: Environment, out: (text: string) => void): Promise<void> {
  const pager = env['PAGER']?.trim() || 'less -R';
  // the pager has the terminal: what is typed there, Ctrl-C too, is for it alone
  const ignore = () => undefined;
  process.on('SIGINT', ignore);
  try {
    if (pager === 'cat' || NOT_RUN.includes(await ended(pager, text, env))) out(text);
  } finally {
    process.off('SIGINT', ignore);
  }
}

/** @returns its exit status */
function ended(pager: string, text: string, env: Environment): Promise<number | null> {
  return new Promise((resolve, reject) => {
    // the variable holds a command line; F and X: what fits the screen is shown and stays, as git has it
    const child = spawn('/bin/sh', ['-c', pager], {
      env: { LESS: 'FRX', ...env },
      stdio: ['pipe', 'inherit', 'pipe'],
    });
    const complaints: Buffer[] = [];
    child.stderr.on('data', (bytes: Buffer) => complaints.push(bytes));
    child.on('error', reject);
    child.on('close', (code) => {
      // of a pager that is not there nothing is said
      if (!NOT_RUN.includes(code)) process.stderr.write(Buffer.concat(complaints));
      resolve(code);
    });
    // it was left before its end
    child.stdin.on('error', () => undefined);
    child.stdin.end(text);
  });
}
