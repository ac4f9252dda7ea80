/**
 * Looks for other processes of a provider that work in the same folder: they may write what is seen to be written there. From
 * /proc; where that cannot be read it is never sure that there are none.
 */

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

export interface RivalQuestion {
  /** The last part of the program or script that such a process runs. */
  readonly program: string;
  readonly folder: string;
  /** The agent's process and its descendants. */
  readonly own: readonly number[];
}

/** Whether the agent is known to be the only process of its provider in the folder, and to run. */
export function isAlone(question: RivalQuestion): boolean {
  const agents = agentsIn(question);
  return agents !== null && agents.others === 0 && agents.own === 1;
}

/** Whether it is known that no other process of the provider is in the folder; the agent may not have begun, or have ended. */
export function hasNoRival(question: RivalQuestion): boolean {
  const agents = agentsIn(question);
  return agents !== null && agents.others === 0 && agents.own <= 1;
}

/** How many agents work in the folder: a chain of processes, each started by the one before, is one. */
function agentsIn({ program, folder, own }: RivalQuestion): { own: number; others: number } | null {
  const pids = processes();
  if (pids === null) return null;
  const same = pids.filter((pid) => runs(pid, program) && worksIn(pid, folder));
  const ofOwn = same.filter((pid) => own.includes(pid));
  // an agent that was started as a tool hangs below something else
  const firsts = ofOwn.filter((pid) => !ofOwn.includes(parentOf(pid)));
  return { own: firsts.length, others: same.length - ofOwn.length };
}

function processes(): number[] | null {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return null; // no /proc: nothing is known
  }
}

/** Whether its command is the program, or an interpreter whose script is: `node --flag /bin/program`. */
function runs(pid: number, program: string): boolean {
  const [command = '', ...words] = read(`/proc/${pid}/cmdline`).split('\0');
  const script = words.find((word) => word !== '' && !word.startsWith('-')) ?? '';
  return [command, script].some((path) => basename(path).replace(/\.[a-z]+$/, '') === program);
}

function worksIn(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    // another user's process: it does not write our user's files. Or it has ended
    return false;
  }
}

/** Field 4 of proc_pid_stat(5), behind the name in parentheses. */
function parentOf(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    // it has ended
    return '';
  }
}
