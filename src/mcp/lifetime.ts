/** Notices that the client of a server on stdio is gone. Wraps stdin and the parent's pid; a broken stdout ends the process in cli/main.ts. */

import type { Readable } from 'node:stream';

export type ClientEnd = 'input ended' | 'parent died';

const LOOK_MS = 1000;

/**
 * Resolves when the input ends, closes or fails, or when the process that started this one is gone: another process may still
 * hold the pipe then. Keeps the process alive until it resolves.
 */
export function clientEnd(input: Readable): Promise<ClientEnd> {
  const parent = process.ppid;
  return new Promise((resolve) => {
    const end = (why: ClientEnd) => {
      clearInterval(looking);
      for (const event of ['end', 'close', 'error'] as const) input.off(event, onEnd);
      resolve(why);
    };
    const onEnd = () => end('input ended');
    // a process whose parent died gets another one: init, or a subreaper
    const looking = setInterval(() => (process.ppid === parent ? undefined : end('parent died')), LOOK_MS);
    for (const event of ['end', 'close', 'error'] as const) input.on(event, onEnd);
  });
}
