/**
 * Runs a program for what it prints: without input, without a terminal, for a bounded time. Not for agents at work; those
 * belong to src/pty.
 *
 * It waits for the program and not for whoever holds its output: an agent that leaves a background process behind would
 * otherwise be waited for as long as that one lives.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { errnoOf } from '../core/errors.ts';

export interface CommandOutput {
  readonly stdout: string;
  readonly stderr: string;
  /** Why what was printed cannot be trusted (`ended with status 1`), or null. */
  readonly failure: string | null;
}

export interface CommandLimits {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  /** Of each of the two outputs; what comes after is dropped. */
  readonly maxBytes: number;
}

/** How long output may still arrive after the program's own end. */
const TAIL_MS = 200;

/** Never rejects. The program leads a session of its own, so it cannot open the user's terminal, and its group ends with it. */
export async function commandOutput(
  file: string,
  args: readonly string[],
  limits: CommandLimits,
): Promise<CommandOutput> {
  const { cwd, env } = limits;
  let child: ChildProcess;
  try {
    child = spawn(file, args, { cwd, env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  } catch (error) {
    return { stdout: '', stderr: '', failure: notStarted(error) };
  }
  const stdout = collect(child.stdout, limits.maxBytes);
  const stderr = collect(child.stderr, limits.maxBytes);
  const failure = await endOf(child, limits.timeoutMs);
  endGroup(child.pid);
  return { stdout: stdout(), stderr: stderr(), failure };
}

/** Reads all, so that the program never waits for us, and keeps the beginning. The returned function stops it. */
function collect(stream: ChildProcess['stdout'], maxBytes: number): () => string {
  const chunks: Buffer[] = [];
  let room = maxBytes;
  stream?.on('data', (chunk: Buffer) => {
    if (room > 0) chunks.push(chunk.subarray(0, room));
    room -= chunk.length;
  });
  return () => {
    stream?.destroy();
    return Buffer.concat(chunks).toString('utf8');
  };
}

function endOf(child: ChildProcess, timeoutMs: number): Promise<string | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(`did not end within ${timeoutMs / 1000} s`), timeoutMs);
    const settle = (failure: string | null) => {
      clearTimeout(timer);
      resolve(failure);
    };
    child.once('error', (error) => settle(notStarted(error)));
    child.once('close', (status, signal) => settle(failureOf(status, signal)));
    child.once('exit', (status, signal) => setTimeout(() => settle(failureOf(status, signal)), TAIL_MS).unref());
  });
}

function failureOf(status: number | null, signal: string | null): string | null {
  if (signal !== null) return `was ended by ${signal}`;
  return status === 0 ? null : `ended with status ${status}`;
}

function notStarted(error: unknown): string {
  return `could not be started (${errnoOf(error) ?? 'unknown error'})`;
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // no such group: all of it has ended, as it should. EPERM is what macOS says of a group of zombies.
    if (!['ESRCH', 'EPERM'].includes(errnoOf(error) ?? '')) throw error;
  }
}
