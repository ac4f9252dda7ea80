/** A process of its own for one test, killed at its end, and what it says line by line. It runs the built files in dist. */

import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export interface Child {
  readonly process: ChildProcess;
  /** The next line of stdout; null at its end. */
  next(): Promise<string | null>;
  /** All lines up to and with the one that fits, or to the end. */
  until(fits: (line: string) => boolean): Promise<string[]>;
  /** Kills with SIGKILL and waits for the end; what it had still said is in the rest of the lines. */
  kill(): Promise<void>;
  endInput(): void;
}

/** @param shell  a command for sh that ends in `exec "$@"`, to prepare the surroundings */
export function startChild(script: string, args: readonly string[], shell = 'exec "$@"'): Child {
  const file = fileURLToPath(new URL(`./children/${script}`, import.meta.url));
  const child = spawn('/bin/sh', ['-c', shell, 'sh', process.execPath, file, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    return done === true ? null : String(value);
  };
  return {
    process: child,
    next,
    async until(fits) {
      const seen: string[] = [];
      for (let line = await next(); line !== null; line = await next()) {
        seen.push(line);
        if (fits(line)) break;
      }
      return seen;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    endInput: () => child.stdin.end(),
  };
}
