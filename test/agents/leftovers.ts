/** Ends what a test has left running: agents take a while to go when their terminal is closed, and write until then. */

import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Kills every process whose HOME is the test's own, and waits until none is left. */
export async function endProcessesOf(home: string): Promise<void> {
  const until = performance.now() + 10_000;
  for (;;) {
    const pids = processesOf(home);
    if (pids.length === 0) return;
    if (performance.now() > until) throw new Error(`still running with HOME=${home}: ${pids.join(', ')}`);
    for (const pid of pids) kill(pid);
    await wait(20);
  }
}

/** Every process whose HOME is the test's own. */
export function processesOf(home: string): number[] {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return pids.filter((pid) => environment(pid).includes(`HOME=${home}`));
}

function environment(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
  } catch {
    return []; // ended meanwhile, or another user's
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
