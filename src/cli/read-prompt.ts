/** The text of --prompt; "-" means standard input, read to its end. */

import { UuldanaError } from '../core/errors.ts';

const MAX_BYTES = 4 * 1024 * 1024;

export async function readPrompt(given: string | undefined): Promise<string | null> {
  if (given === undefined) return null;
  const text = given === '-' ? await readStdin() : given;
  if (text.trim() !== '') return text;
  throw new UuldanaError('usage', 'The prompt is empty', { hint: 'Leave out --prompt, or give it a text.' });
}

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_BYTES) {
      throw new UuldanaError('usage', `The prompt on standard input is larger than ${MAX_BYTES} bytes`, {
        hint: 'Put it into a file and name the file in the prompt.',
      });
    }
  }
  return Buffer.concat(chunks).toString('utf8');
}
