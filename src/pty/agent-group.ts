/**
 * The agent's processes, as far as they can be reached: its process group, and on Linux whatever else lives in its terminal's
 * session (a shell inside it makes groups of its own). Who called setsid has left and is not reached.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { errnoOf } from '../core/errors.ts';

/** Signals the whole group of `leader`. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  send(-leader, signal);
}

/** Ends group and session with KILL. */
export function killSession(leader: number): void {
  send(-leader, 'SIGKILL');
  for (const pid of sessionMembers(leader)) send(pid, 'SIGKILL');
}

/** Ends what is left of the group itself; whoever made a group of its own (a shell's job) is left alone. */
export function killGroup(leader: number): void {
  send(-leader, 'SIGKILL');
}

/** Whether anything of the group still lives. What is dead and was not waited for by its parent does not. */
export function isGroupAlive(leader: number): boolean {
  return send(-leader, 0) && (!HAS_PROC || members(GROUP, leader).length > 0);
}

/** Whether anything of the group or the session still lives. */
export function isSessionAlive(leader: number): boolean {
  return isGroupAlive(leader) || sessionMembers(leader).length > 0;
}

/** Returns whether there was something to signal. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    // ESRCH: gone. EPERM: a program of another user's, such as sudo, that is left to its terminal's hangup
    if (errnoOf(error) === 'ESRCH' || errnoOf(error) === 'EPERM') return false;
    throw error;
  }
}

const HAS_PROC = existsSync('/proc/self/stat');
/** Places in /proc/PID/stat behind the name (proc(5): fields 3, 5 and 6). */
const [STATE, GROUP, SESSION] = [1, 3, 4];

/** Without /proc: none. */
function sessionMembers(leader: number): number[] {
  return members(SESSION, leader);
}

function members(place: number, leader: number): number[] {
  if (!HAS_PROC) return [];
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return pids.filter((pid) => {
    const fields = statFields(pid);
    return fields[place] === String(leader) && fields[STATE] !== 'Z' && fields[STATE] !== 'X' && pid !== process.pid;
  });
}

/** The fields behind the name, which may itself hold spaces and brackets. Empty when the process is gone. */
function statFields(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 1).split(' ');
  } catch {
    return [];
  }
}
