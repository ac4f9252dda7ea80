/**
 * The one place that touches a pseudo-terminal: the native binding below node-pty, whose own classes lose output, change bytes
 * and spin (node-pty 1.1.0: issues 72, 85, 831, 956). It starts a program in a new terminal, moves bytes and tells its end. It
 * does not know what the bytes mean, and loads the binding only when a program is started.
 */

import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants as os } from 'node:os';
import { ReadStream } from 'node:tty';
import { errnoOf } from '../core/errors.ts';
import { delay } from './delay.ts';
import { WriteQueue } from './write-queue.ts';

export interface Size {
  readonly cols: number;
  readonly rows: number;
}

export interface Command {
  /** Absolute path. A file that cannot be executed shows as exit code 1 and a text of the binding's (`execFailure`). */
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

export interface PtyExit {
  readonly exitCode: number;
  readonly signal: string | null;
}

export interface PtyHandlers {
  /** Where to put the next bytes of output; not empty. */
  space(): Uint8Array;
  /** So many bytes were put there. False: read no more until `resume`. */
  filled(count: number): boolean;
  /** The program has ended; the rest of its output is still to be taken, with `drain`. Called once, never during `startInPty`. */
  ended(exit: PtyExit): void;
  /** All input that waited has been taken. */
  inputTaken(): void;
}

export interface Pty {
  readonly pid: number;
  resume(): void;
  /** Reads what the terminal still holds, at most 1 MiB: a child of the program may write on for ever. */
  drain(): void;
  /** Types. Never blocks; what the program does not take waits, see `waitingInput`. */
  write(bytes: Uint8Array): void;
  /** Bytes typed and not yet taken. */
  readonly waitingInput: number;
  resize(size: Size): void;
  /** Closes the terminal: whoever still uses it is hung up. */
  close(): void;
}

/** More than the kernel holds for one terminal: 640 KiB of flip buffers and 4 KiB of line (Linux 6, tty_buffer.c, n_tty.c). */
const MAX_DRAIN_BYTES = 1024 * 1024;

/** Starts a program as the leader of a new session whose terminal is new and has this size. Throws when there is no terminal. */
export function startInPty(command: Command, size: Size, handlers: PtyHandlers): Pty {
  const env = Object.entries(command.env).map(([key, value]) => `${key}=${value}`);
  const { native, helper } = loadBinding();
  const onExit = (exitCode: number, signal: number) => {
    handlers.ended({ exitCode, signal: signal === 0 ? null : signalName(signal) });
  };
  const { file, args, cwd } = command;
  // utf8 sets IUTF8, so that the line editing of the kernel erases characters and not bytes
  const forked = native.fork(file, args, env, cwd, size.cols, size.rows, -1, -1, true, helper, onExit);
  return createPty(native, forked, handlers);
}

/** Why a program could not be executed, from its whole output; undefined when it was. */
export function execFailure(output: string): string | undefined {
  return /^(?:execvp\(3\)|chdir\(2\)) failed\.: (.*)\r\n$/.exec(output)?.[1];
}

function createPty(native: NativeBinding, { fd, pid, pty }: Forked, handlers: PtyHandlers): Pty {
  // while somebody holds the other side, the end of the program cannot cut its last output off
  const slave = openSync(pty, constants.O_RDWR | constants.O_NOCTTY);
  const stream = new ReadStream(fd, {
    onread: { buffer: () => handlers.space(), callback: (count: number) => handlers.filled(count) },
  } as ConstructorParameters<typeof ReadStream>[1]);
  // EIO and the end mean that nobody is left on the other side; how the program ended is told by `ended`
  stream.on('error', () => stream.pause());
  stream.resume();
  const input = new WriteQueue({ write: (bytes) => writeSync(fd, bytes), delay, onEmpty: () => handlers.inputTaken() });
  let open = true;

  return {
    pid,
    resume: () => {
      if (open) stream.resume();
    },
    drain: () => {
      stream.pause();
      drain(fd, handlers);
    },
    write: (bytes) => input.push(bytes),
    get waitingInput() {
      return input.waiting;
    },
    resize: ({ cols, rows }) => {
      if (open) native.resize(fd, cols, rows);
    },
    close: () => {
      if (!open) return;
      open = false;
      input.close();
      closeSync(slave);
      stream.destroy();
    },
  };
}

function drain(fd: number, handlers: PtyHandlers): void {
  try {
    for (let total = 0; total < MAX_DRAIN_BYTES; ) {
      const count = readSync(fd, handlers.space());
      if (count === 0) return;
      handlers.filled(count);
      total += count;
    }
  } catch (error) {
    // EAGAIN: nothing is left. EIO: nobody holds the other side (macOS, after the session's leader has died)
    if (errnoOf(error) !== 'EAGAIN' && errnoOf(error) !== 'EIO') throw error;
  }
}

function signalName(number: number): string {
  return Object.entries(os.signals).find(([, value]) => value === number)?.[0] ?? `SIG${number}`;
}

interface Forked {
  readonly fd: number;
  readonly pid: number;
  /** Path of the other side. */
  readonly pty: string;
}

/** What src/unix/pty.cc of node-pty 1.1.0 exports, as far as it is used. */
interface NativeBinding {
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

/** Loads the binding the way the package itself does (@lydell/node-pty 1.1.0, unixTerminal.js). */
function loadBinding(): { native: NativeBinding; helper: string } {
  const require = createRequire(import.meta.url);
  const native = require('node-pty/requireBinary.js').requireBinary('pty.node') as NativeBinding;
  if (process.platform !== 'darwin') return { native, helper: '' };
  const ofPackage = createRequire(require.resolve('node-pty'));
  return { native, helper: ofPackage.resolve(`@lydell/node-pty-darwin-${process.arch}/spawn-helper`) };
}
