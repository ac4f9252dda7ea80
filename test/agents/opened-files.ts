/** Which files a program opened, by strace's account: its own process and threads, apart from the programs that it ran. */

import { readFileSync } from 'node:fs';

/** To be put before the command. Only these calls are stopped at, so that the agent stays usable. */
export const straceWords = (out: string): string =>
  `strace -f --seccomp-bpf -qq -s 4096 -o ${out} -e trace=open,openat,openat2,execve,clone,clone3,fork,vfork`;

export interface Opened {
  /** Paths as they were given to the kernel. */
  readonly byProgram: readonly string[];
  readonly byOthers: readonly string[];
}

/** A line is `PID call("path", ...) = result`; a call that another thread interrupts is split, its path stands in the first part. */
export function openedFiles(out: string): Opened {
  const calls = readFileSync(out, 'utf8').split('\n').flatMap(parse);
  const since = otherPrograms(calls);
  const opened = calls.flatMap(({ pid, call }, at) => {
    const path = /^open(?:at2?)?\((?:[^"]*, )?"([^"]*)"/.exec(call)?.[1];
    return path === undefined ? [] : [{ path, byOther: since(pid) <= at }];
  });
  const paths = (byOther: boolean) => opened.filter((entry) => entry.byOther === byOther).map(({ path }) => path);
  return { byProgram: paths(false), byOthers: paths(true) };
}

interface Call {
  readonly pid: string;
  readonly call: string;
}

function parse(line: string): Call[] {
  const [, pid, call] = /^(\d+) +(.*)$/.exec(line) ?? [];
  return pid === undefined || call === undefined ? [] : [{ pid, call }];
}

/**
 * The index of the call since when a process or thread runs another program; of those below it, the whole life. A child's first
 * calls may stand before the line in which its parent got its pid, so who is whose child is gathered first.
 */
function otherPrograms(calls: readonly Call[]): (pid: string) => number {
  // the first execve is the program itself
  const first = calls.findIndex(({ call }) => call.startsWith('execve('));
  const executed = new Map<string, number>();
  const parents = new Map<string, { pid: string; at: number }>();
  for (const [at, { pid, call }] of calls.entries()) {
    if (at > first && call.startsWith('execve(') && !executed.has(pid)) executed.set(pid, at);
    const child = /(?:clone3?|v?fork)\b.* = (\d+)$/.exec(call)?.[1];
    if (child !== undefined) parents.set(child, { pid, at });
  }
  return function since(pid): number {
    const parent = parents.get(pid);
    if (parent !== undefined && since(parent.pid) <= parent.at) return 0;
    return executed.get(pid) ?? calls.length;
  };
}
