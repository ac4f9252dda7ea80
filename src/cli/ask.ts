/** Questions on the terminal. Only called when there is one; they go to stderr, since stdout is for answers. */

import { createInterface } from 'node:readline/promises';

export async function askYesNo(question: string): Promise<boolean> {
  const answer = await ask(`${question} [y/N] `);
  return /^y(es)?$/i.test(answer.trim());
}

/** @returns the picked id, or null when the user picked none */
export async function pickProvider(choices: readonly { id: string; title: string }[]): Promise<string | null> {
  const lines = choices.map(({ id, title }, index) => `  ${index + 1}  ${title} (${id})`);
  const answer = (await ask(`Which agent?\n${lines.join('\n')}\nNumber or name: `)).trim();
  return choices.find(({ id }, index) => answer === id || answer === String(index + 1))?.id ?? null;
}

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question);
  } catch {
    return ''; // ^C or ^D: no answer
  } finally {
    lines.close();
  }
}
