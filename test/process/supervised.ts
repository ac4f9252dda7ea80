/**
 * What the process tests share: a run of the supervisor in a terminal of the harness, and what it told. The supervisor is the
 * built one, in a process of its own (test/pty/fixtures/supervise.mjs), as in real life.
 */

import { mkdtempSync, readFileSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { LiveEvent } from '../../src/pty/live-event.ts';
import type { SupervisedEnd } from '../../src/pty/supervisor.ts';
import { openPty, openShell, type PtyOptions, type TestPty } from '../support/pty-harness.ts';

interface Ended extends SupervisedEnd {
  readonly type: 'ended';
  readonly memoryKib: number;
  readonly cpuMs: number;
}

/** `supervisor` is the process that runs it. */
export type Told = (LiveEvent & { readonly supervisor: number }) | Ended;
type ToldOf<T extends Told['type']> = Extract<Told, { readonly type: T }>;

export interface SupervisedOptions extends PtyOptions {
  /** Further options of `supervise`, and what the listener does (see supervise.mjs). */
  readonly options?: Readonly<Record<string, unknown>>;
}

export interface Events {
  /** The environment that makes the driver write them. */
  readonly env: Readonly<Record<string, string | undefined>>;
  all(): Told[];
  /** Waits for the nth of this type. */
  next<T extends Told['type']>(type: T, nth?: number): Promise<ToldOf<T>>;
}

export const DRIVER = fileURLToPath(new URL('../pty/fixtures/supervise.mjs', import.meta.url));
/** Programs written in this folder. */
export const program = (name: string): string => fileURLToPath(new URL(`programs/${name}`, import.meta.url));

/** Runs a command under the supervisor, which leads the terminal's session: nobody can stop and continue it. */
export function runSupervised(
  command: readonly string[],
  options: SupervisedOptions = {},
): TestPty & { events: Events } {
  const events = collectEvents(options.options);
  const pty = openPty(process.execPath, [DRIVER, ...command], { ...options, env: { ...events.env, ...options.env } });
  return Object.assign(pty, { events });
}

/** The same under an interactive bash: `run` is what to type. */
export function shellFor(
  command: readonly string[],
  options: SupervisedOptions = {},
): TestPty & { events: Events; run: string } {
  const events = collectEvents(options.options);
  const pty = openShell({ ...options, env: { ...events.env, ...options.env } });
  const run = [process.execPath, DRIVER, ...command].map((word) => `'${word}'`).join(' ');
  return Object.assign(pty, { events, run });
}

export function collectEvents(options: Readonly<Record<string, unknown>> = {}): Events {
  const folder = temporaryFolder();
  const path = join(folder, 'events');
  const env = {
    ...process.env,
    TERM: 'xterm-256color',
    UULDANA_EVENTS: path,
    UULDANA_TEST_OPTIONS: JSON.stringify(options),
  };
  const all = () => linesOf(path).map((line) => JSON.parse(line) as Told);
  return { env, all, next: (type, nth = 1) => nextEvent(folder, all, type, nth) };
}

function nextEvent<T extends Told['type']>(
  folder: string,
  all: () => Told[],
  type: T,
  nth: number,
): Promise<ToldOf<T>> {
  return new Promise((resolve, reject) => {
    const settle = (then: () => void) => {
      watcher.close();
      clearTimeout(timer);
      then();
    };
    const look = () => {
      const found = all().filter((event): event is ToldOf<T> => event.type === type)[nth - 1];
      if (found !== undefined) settle(() => resolve(found));
    };
    const watcher = watch(folder, look);
    const told = () => all().map((event) => event.type);
    const timer = setTimeout(
      () => settle(() => reject(new Error(`waited for ${type}, told: ${told().join(', ')}`))),
      20_000,
    );
    look();
  });
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'uuldana-process-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function linesOf(path: string): string[] {
  try {
    // what stands behind the last newline is still being written
    return readFileSync(path, 'utf8').split('\n').slice(0, -1);
  } catch {
    return []; // nothing was told yet
  }
}

/** What the agent wrote, as Latin-1: the title is saved before and restored after it. */
export function agentsOutput(run: TestPty): string {
  return run.output().toString('latin1').replace('\x1b[22;0t', '').replace('\x1b[23;0t', '');
}

/** Waits until a process is gone. */
export async function gone(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
