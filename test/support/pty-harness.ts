/**
 * A terminal for tests: runs a program in a PTY of its own, shows its output on an @xterm/headless screen and lets a test wait
 * for what appears there. It stands for the user's terminal emulator, so it shares no code with src/pty. Everything is driven by
 * events: a wait ends with the output that satisfies it, or with an error that shows the screen.
 *
 *   afterEach(closePtys);
 *   const pty = openPty(process.execPath, ['bin/uuldana.js', 'demo']);     or: openShell() and pty.send('uuldana\r')
 *   await pty.waitForText(/ready/);
 *   pty.send('hello\r');
 *   expect(await pty.exit).toEqual({ exitCode: 0, signal: null });
 */

import { closeSync, constants, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants as os } from 'node:os';
import { ReadStream } from 'node:tty';
import headless from '@xterm/headless';

export interface PtyOptions {
  readonly cols?: number;
  readonly rows?: number;
  readonly cwd?: string;
  /** The whole environment of the program. Default: that of the test run, with TERM=xterm-256color. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Collects the output and shows nothing: for output that the emulator cannot stand, and for large amounts. */
  readonly blind?: boolean;
  /** Each piece of output as it comes. */
  readonly onOutput?: (bytes: Buffer) => void;
}

export interface PtyExit {
  /** Null when a signal ended the program. */
  readonly exitCode: number | null;
  readonly signal: string | null;
}

export interface TestPty {
  readonly pid: number;
  /** Resolves when the program has ended and all of its output is on the screen. */
  readonly exit: Promise<PtyExit>;
  /** Types, as a keyboard would. A string is sent as UTF-8. */
  send(input: string | Uint8Array): void;
  resize(cols: number, rows: number): void;
  /** Text of the scrollback and the screen, without blank rows at the end and with the spaces that were written. On the alternate screen: that alone. */
  screen(): string;
  /** All bytes that the program wrote so far. */
  output(): Buffer;
  /** Waits until the text of `screen()` matches; resolves with it. */
  waitForText(pattern: RegExp, timeoutMs?: number): Promise<string>;
  /** Waits until the output, read as Latin-1, matches: for control sequences. Resolves with it. */
  waitForOutput(pattern: RegExp, timeoutMs?: number): Promise<string>;
  /** A terminal that does not read, until `resume`. */
  pause(): void;
  resume(): void;
  /** Closes the terminal, as when its window is closed. */
  hangUp(): void;
  /** The emulator, for its modes (`terminal.modes`, `terminal.buffer`). */
  readonly terminal: headless.Terminal;
}

const TIMEOUT_MS = 20_000;
const open = new Set<() => void>();

/** Runs `file` in a new terminal; it is the leader of the terminal's session. */
export function openPty(file: string, args: readonly string[] = [], options: PtyOptions = {}): TestPty {
  const { cols = 80, rows = 24 } = options;
  const terminal = new headless.Terminal({ cols, rows, scrollback: 5000, allowProposedApi: true, logLevel: 'off' });
  const chunks: Buffer[] = [];
  const waits = new Set<() => void>();
  let ended: PtyExit | undefined;
  let gone = false;

  let resolveExit: (exit: PtyExit) => void;
  const exit = new Promise<PtyExit>((resolve) => {
    resolveExit = resolve;
  });
  const child = forkPty(file, args, options, { cols, rows }, (exitCode, signal) => {
    if (!gone) drain(child.fd, show);
    terminal.write('', () => {
      ended = signal === 0 ? { exitCode, signal: null } : { exitCode: null, signal: signalName(signal) };
      check();
      resolveExit(ended);
    });
  });
  // held open, so that the end of the program does not cut its last output off
  const slave = openSync(child.pty, constants.O_RDWR | constants.O_NOCTTY);
  const stream = new ReadStream(child.fd);
  stream.on('error', () => hangUp());
  stream.on('data', show);

  function show(bytes: Buffer): void {
    chunks.push(bytes);
    options.onOutput?.(bytes);
    if (options.blind === true) check();
    else terminal.write(bytes, check);
  }

  function check(): void {
    for (const wait of [...waits]) wait();
  }

  function hangUp(): void {
    if (gone) return;
    gone = true;
    stream.destroy();
    closeSync(slave);
  }

  function close(): void {
    open.delete(close);
    if (ended === undefined) killGroup(child.pid);
    hangUp();
  }
  open.add(close);

  function waitFor(pattern: RegExp, text: () => string, timeoutMs: number): Promise<string> {
    return new Promise((resolve, reject) => {
      const settle = (then: () => void) => {
        clearTimeout(timer);
        waits.delete(look);
        then();
      };
      const fail = (why: string) =>
        settle(() => reject(new Error(`${why} ${pattern}. The screen:\n${screenText(terminal)}`)));
      const look = () => {
        const now = text();
        if (pattern.test(now)) settle(() => resolve(now));
        else if (ended) fail(`ended (${JSON.stringify(ended)}) without`);
      };
      const timer = setTimeout(() => fail(`waited ${timeoutMs} ms for`), timeoutMs);
      waits.add(look);
      look();
    });
  }

  const output = () => Buffer.concat(chunks);
  return {
    pid: child.pid,
    exit,
    terminal,
    output,
    hangUp,
    send: (input) => void stream.write(input),
    resize: (newCols, newRows) => {
      native().resize(child.fd, newCols, newRows);
      terminal.resize(newCols, newRows);
    },
    screen: () => screenText(terminal),
    waitForText: (pattern, ms = TIMEOUT_MS) => waitFor(pattern, () => screenText(terminal), ms),
    waitForOutput: (pattern, ms = TIMEOUT_MS) => waitFor(pattern, () => output().toString('latin1'), ms),
    pause: () => void stream.pause(),
    resume: () => void stream.resume(),
  };
}

/**
 * An interactive bash with job control, as the user's shell; prompt `$ `. It reads no start-up files and edits no
 * lines, so that it switches nothing on in the terminal. What the tests start from
 * here can be suspended, and its death is not the death of the terminal's session.
 */
export function openShell(options: PtyOptions = {}): TestPty {
  const env = {
    ...(options.env ?? testEnv()),
    PS1: '$ ',
    HISTFILE: '/dev/null',
    BASH_SILENCE_DEPRECATION_WARNING: '1',
  };
  return openPty('/bin/bash', ['--norc', '--noprofile', '--noediting', '-i'], { ...options, env });
}

/** Ends what is left of all terminals, with SIGKILL. For `afterEach`. */
export function closePtys(): void {
  for (const close of [...open]) close();
}

function screenText(terminal: headless.Terminal): string {
  const buffer = terminal.buffer.active;
  const rows = Array.from(
    { length: buffer.length },
    (_, index) => buffer.getLine(index)?.translateToString(true) ?? '',
  );
  const last = rows.findLastIndex((row) => row.trim() !== '');
  return rows.slice(0, last + 1).join('\n');
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Reads what is left in the terminal. */
function drain(fd: number, show: (bytes: Buffer) => void): void {
  for (;;) {
    const bytes = Buffer.alloc(65_536);
    try {
      const count = readSync(fd, bytes);
      if (count === 0) return;
      show(bytes.subarray(0, count));
    } catch {
      return; // EAGAIN: nothing left. EIO: nobody holds the other side
    }
  }
}

function signalName(number: number): string {
  return Object.entries(os.signals).find(([, value]) => value === number)?.[0] ?? String(number);
}

function testEnv(): Record<string, string | undefined> {
  return { ...process.env, TERM: 'xterm-256color' };
}

interface Forked {
  readonly fd: number;
  readonly pid: number;
  readonly pty: string;
}

interface NativePty {
  fork(
    file: string,
    args: readonly string[],
    env: readonly string[],
    cwd: string,
    cols: number,
    rows: number,
    uid: number,
    gid: number,
    utf8: boolean,
    helper: string,
    onExit: (exitCode: number, signal: number) => void,
  ): Forked;
  resize(fd: number, cols: number, rows: number): void;
}

const require = createRequire(import.meta.url);

/** The binding below node-pty: its own classes lose output when a program ends. */
function native(): NativePty {
  return require('node-pty/requireBinary.js').requireBinary('pty.node');
}

function forkPty(
  file: string,
  args: readonly string[],
  options: PtyOptions,
  size: { cols: number; rows: number },
  onExit: (exitCode: number, signal: number) => void,
): Forked {
  const env = Object.entries(options.env ?? testEnv()).flatMap(([key, value]) =>
    value === undefined ? [] : `${key}=${value}`,
  );
  const fromPackage = createRequire(require.resolve('node-pty'));
  const helper =
    process.platform === 'darwin' ? fromPackage.resolve(`@lydell/node-pty-darwin-${process.arch}/spawn-helper`) : '';
  const cwd = options.cwd ?? process.cwd();
  return native().fork(file, args, env, cwd, size.cols, size.rows, -1, -1, true, helper, onExit);
}
