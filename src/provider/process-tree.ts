/** Lists the processes below one. On Linux from /proc, cheap enough to be asked several times a second; elsewhere by `ps`. */

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Nearest first: children, then theirs. A snapshot of what changes: one that starts or ends meanwhile may be missing, and one
 * that left the tree when its parent died is not found.
 */
export function descendants(pid: number): number[] {
  const childrenOf = process.platform === 'linux' ? childrenFromProc : fromTable(processTable());
  const found: number[] = [];
  const seen = new Set([pid]);
  let generation: readonly number[] = [pid];
  while (generation.length > 0) {
    generation = generation.flatMap(childrenOf).filter((child) => !seen.has(child));
    for (const child of generation) seen.add(child);
    found.push(...generation);
  }
  return found;
}

/** proc_pid_task_tid_children(5): each thread names the children it made. Any kernel with checkpoint/restore has it. */
function childrenFromProc(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      numbersIn(read(`/proc/${pid}/task/${thread}/children`)),
    );
  } catch {
    // the process ended meanwhile: its children, if any, have another parent now
    return [];
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // the thread ended meanwhile
    return '';
  }
}

function processTable(): string {
  try {
    return execFileSync('/bin/ps', ['-A', '-o', 'pid=', '-o', 'ppid='], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 5000,
    });
  } catch {
    // without ps nothing is known of other processes
    return '';
  }
}

function fromTable(table: string): (pid: number) => number[] {
  const pairs = table.split('\n').map(numbersIn);
  return (pid) => pairs.flatMap(([child, parent]) => (parent === pid && child !== undefined ? [child] : []));
}

function numbersIn(text: string): number[] {
  return text.split(/\s+/).filter(Boolean).map(Number);
}
