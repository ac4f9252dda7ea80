/** Processes of a test's sessions. Only those that the test started are touched. */

import { setTimeout as wait } from 'node:timers/promises';
import type { Sandbox } from '../support/sandbox.ts';
import { eventsOf, listed } from './journal.ts';

/** Of the agent in the latest run. */
export async function agentPid(sandbox: Sandbox, name: string): Promise<number> {
  const { session } = await listed(sandbox, name);
  const pid = eventsOf(sandbox, session, 'run.started').at(-1)?.pid;
  if (pid === undefined) throw new Error(`session "${name}" was never started`);
  return pid;
}

/** With SIGKILL, one right behind the other. */
export function killed(...pids: readonly (number | null)[]): void {
  for (const pid of pids) {
    if (pid === null) throw new Error('nothing to kill: the session does not live');
    process.kill(pid, 'SIGKILL');
  }
}

/** Asks until the answer fits; what is asked is somebody else's file or process, of which nothing tells. */
export async function until(ask: () => Promise<string>, pattern: RegExp, timeoutMs = 20_000): Promise<string> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (pattern.test(answer)) return answer;
    if (performance.now() > end) throw new Error(`waited ${timeoutMs} ms for ${pattern}; the last answer:\n${answer}`);
    await wait(100);
  }
}
