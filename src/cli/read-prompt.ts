/** The text of --prompt; "-" means standard input, read to its end. */

import { readSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { errnoOf, UuldanaError } from '../core/errors.ts';

const MAX_BYTES = 4 * 1024 * 1024;
const RETRY_MS = 10;

export async function readPrompt(given: string | undefined): Promise<string | null> {
  if (given === undefined) return null;
  const text = given === '-' ? await readStdin() : given;
  if (text.trim() !== '') return text;
  throw new UuldanaError('usage', 'The prompt is empty', { hint: 'Leave out --prompt, or give it a text.' });
}

/**
 * Reads descriptor 0 itself: `process.stdin` would close it at its end, and the next file that is opened would be taken for
 * the agent's input.
 */
async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for (let bytes = 0; ; ) {
    const chunk = readSome();
    if (chunk === 'not yet') {
      await setTimeout(RETRY_MS);
      continue;
    }
    if (chunk.length === 0) return Buffer.concat(chunks).toString('utf8');
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_BYTES) {
      throw new UuldanaError('usage', `The prompt on standard input is larger than ${MAX_BYTES} bytes`, {
        hint: 'Put it into a file and name the file in the prompt.',
      });
    }
  }
}

function readSome(): Buffer | 'not yet' {
  const chunk = Buffer.alloc(65_536);
  try {
    return chunk.subarray(0, readSync(0, chunk));
  } catch (error) {
    if (errnoOf(error) === 'EAGAIN') return 'not yet'; // a descriptor that somebody made non-blocking
    if (errnoOf(error) === 'EOF') return chunk.subarray(0, 0);
    throw error;
  }
}
