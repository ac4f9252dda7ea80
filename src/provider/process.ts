/**
 * Tells processes apart across the reuse of their ids: a process is its pid, the time it started and the boot it started in.
 * On Linux that is read from /proc, elsewhere asked of the system's own tools.
 */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface ProcessIdentity {
  /** Opaque, only compared: clock ticks since boot on Linux, else the start time in UTC. */
  readonly startedAt: string;
}

/** Null when no process has that id, or one that is dead and only waits to be collected. */
export function processIdentity(pid: number): ProcessIdentity | null {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  const found = process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
  return found === null || /^[ZX]/.test(found.state) ? null : { startedAt: found.startedAt };
}

/** Names this boot of the machine; null where that cannot be told. */
export function bootId(): string | null {
  if (process.platform === 'linux') return read('/proc/sys/kernel/random/boot_id');
  return ask('/usr/sbin/sysctl', ['-n', 'kern.bootsessionuuid']);
}

/**
 * Whether the process that was seen then is the one that has this pid now. Without a start time nothing is the same.
 *
 * @param startedAt  what `processIdentity` said then
 * @param boot       what `bootId` said then; null is not compared
 */
export function isSameProcess(pid: number, startedAt: string | null, boot: string | null): boolean {
  if (startedAt === null) return false;
  const now = boot === null ? null : bootId();
  if (now !== null && now !== boot) return false;
  return processIdentity(pid)?.startedAt === startedAt;
}

interface Found {
  readonly state: string;
  readonly startedAt: string;
}

/** proc_pid_stat(5): field 2 is the name in parentheses and may hold anything; 3 is the state, 22 the start in clock ticks. */
function fromProc(pid: number): Found | null {
  const text = read(`/proc/${pid}/stat`);
  if (text === null) return null;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, startedAt] = [fields[0], fields[19]];
  return state === undefined || startedAt === undefined ? null : { state, startedAt };
}

function fromPs(pid: number): Found | null {
  const [state, ...startedAt] = (ask('/bin/ps', ['-o', 'stat=', '-o', 'lstart=', '-p', String(pid)]) ?? '').split(
    /\s+/,
  );
  return !state || startedAt.length === 0 ? null : { state, startedAt: startedAt.join(' ') };
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'latin1').trim();
  } catch {
    // the process ended meanwhile, or it is hidden from us: for us it is not there
    return null;
  }
}

/** Answers in one language and time zone, so that they can be compared later. */
function ask(file: string, args: readonly string[]): string | null {
  try {
    const env = { LC_ALL: 'C', TZ: 'UTC' };
    const printed = execFileSync(file, args, {
      encoding: 'utf8',
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 5000,
    });
    return printed.trim() || null;
  } catch {
    // no such process, or no such tool: either way nothing is known
    return null;
  }
}
