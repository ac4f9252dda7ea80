/**
 * The user's terminal, or what stands in its place when standard input and output are not both one. It wraps descriptors 0 and 1
 * and nothing else: bytes in, bytes out, size, raw mode. It does not know what the bytes mean.
 */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isatty, ReadStream } from 'node:tty';
import type { Size } from './backend.ts';
import { closeInheritedTerminals } from './inherited.ts';
import { createOutput, type Output } from './output.ts';

export interface UserTerminal {
  /** Whether standard input and standard output both are a terminal. */
  readonly isTerminal: boolean;
  /** 80x24 without a terminal, and where it does not say. */
  size(): Size;
  /** Bytes pass unchanged both ways. May be called again, after others may have changed the terminal. */
  enterRaw(): void;
  /** Back to how it was before. */
  leaveRaw(): void;
  /** Starts reading. The bytes are valid during the call; false: stop reading until `resumeInput`. */
  onInput(listener: (bytes: Uint8Array) => boolean): void;
  pauseInput(): void;
  resumeInput(): void;
  /** The input has ended; only without a terminal, since the end of a terminal is its loss. */
  onEnd(listener: () => void): void;
  onResize(listener: () => void): void;
  /** The terminal was closed, or nobody reads the output any more. At most once. */
  onGone(listener: () => void): void;
  /**
   * Writes all bytes, behind those of earlier calls. Undefined: done, or nobody reads them any more. A promise: it takes time,
   * and until it resolves the bytes must not change. Never rejects.
   */
  write(bytes: Uint8Array): Promise<void> | undefined;
  /** Asks the kernel for the size again: a process in the background is not told of changes. */
  refreshSize(): void;
  /** Whether the terminal is ours to use: not while a shell has it back. True where that cannot be told. */
  isForeground(): boolean;
  /** Gives everything back. What is still being written is given up. */
  close(): void;
}

const DEFAULT_SIZE: Size = { cols: 80, rows: 24 };
const INPUT_BYTES = 65_536;
/** Absolute, since PATH may lead into the workspace. The last is NixOS. */
const STTY = ['/bin/stty', '/usr/bin/stty', '/run/current-system/sw/bin/stty'];

/** Opens it, and closes what does not belong to us beside it (inherited.ts). */
export function openUserTerminal(): UserTerminal {
  closeInheritedTerminals();
  return isatty(0) && isatty(1) ? new RealTerminal() : new Streams();
}

/** What both kinds share: output and the news that nobody reads it. */
abstract class Base {
  readonly #output: Output;
  #gone: (() => void) | undefined;
  #isGone = false;

  constructor() {
    this.#output = createOutput(() => this.lose());
  }

  write(bytes: Uint8Array): Promise<void> | undefined {
    return this.#isGone ? undefined : this.#output.write(bytes);
  }

  onGone(listener: () => void): void {
    this.#gone = listener;
  }

  protected lose(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#gone?.();
  }

  protected closeOutput(): void {
    this.#output.close();
  }
}

class RealTerminal extends Base implements UserTerminal {
  readonly isTerminal = true;
  #listener: (bytes: Uint8Array) => boolean = () => true;
  #resized: () => void = () => undefined;
  readonly #notifyResize = () => this.#resized();
  readonly #input: ReadStream;

  constructor() {
    super();
    const buffer = Buffer.allocUnsafeSlow(INPUT_BYTES);
    const callback = (count: number) => this.#listener(buffer.subarray(0, count));
    this.#input = new ReadStream(0, { onread: { buffer, callback } } as ConstructorParameters<typeof ReadStream>[1]);
    this.#input.on('error', () => this.lose());
    this.#input.on('end', () => this.lose());
    process.stdout.on('resize', this.#notifyResize);
  }

  size(): Size {
    const { columns: cols, rows } = process.stdout;
    return cols > 0 && rows > 0 ? { cols, rows } : DEFAULT_SIZE;
  }

  enterRaw(): void {
    // libuv does nothing when it believes that the terminal is raw already, and a shell may have changed it meanwhile
    this.#input.setRawMode(false);
    this.#input.setRawMode(true);
    // Node's raw mode leaves output processing on (libuv 1.46, UV_TTY_MODE_RAW): each line feed would return the cursor
    for (const stty of STTY) {
      const done = spawnSync(stty, ['raw', '-echo'], { stdio: [0, 'ignore', 'ignore'], timeout: 2000 });
      if (done.error === undefined) return;
    }
  }

  leaveRaw(): void {
    if (!this.#input.destroyed) this.#input.setRawMode(false);
  }

  onInput(listener: (bytes: Uint8Array) => boolean): void {
    this.#listener = listener;
    this.#input.resume();
  }

  pauseInput(): void {
    this.#input.pause();
  }

  resumeInput(): void {
    this.#input.resume();
  }

  onEnd(): void {
    // the end of a terminal is its loss
  }

  onResize(listener: () => void): void {
    this.#resized = listener;
  }

  refreshSize(): void {
    // Node reads the size only when this signal arrives, and then tells process.stdout
    process.emit('SIGWINCH', 'SIGWINCH');
  }

  isForeground(): boolean {
    return isForegroundProcess();
  }

  close(): void {
    process.stdout.off('resize', this.#notifyResize);
    this.#input.destroy();
    this.closeOutput();
  }
}

class Streams extends Base implements UserTerminal {
  readonly isTerminal = false;
  #ended: () => void = () => undefined;
  #listener: (bytes: Uint8Array) => boolean = () => true;
  readonly #onData = (bytes: Buffer) => {
    if (!this.#listener(bytes)) this.pauseInput();
  };
  readonly #onEnd = () => this.#ended();

  size(): Size {
    return DEFAULT_SIZE;
  }

  enterRaw(): void {
    // there is nothing to change
  }

  leaveRaw(): void {
    // nothing was changed
  }

  onInput(listener: (bytes: Uint8Array) => boolean): void {
    this.#listener = listener;
    process.stdin.on('data', this.#onData).on('end', this.#onEnd).on('error', this.#onEnd);
  }

  pauseInput(): void {
    process.stdin.pause();
  }

  resumeInput(): void {
    process.stdin.resume();
  }

  onEnd(listener: () => void): void {
    this.#ended = listener;
  }

  onResize(): void {
    // the size is fixed
  }

  refreshSize(): void {
    // the size is fixed
  }

  isForeground(): boolean {
    return true;
  }

  close(): void {
    process.stdin.off('data', this.#onData).off('end', this.#onEnd).off('error', this.#onEnd);
    process.stdin.pause();
    this.closeOutput();
  }
}

/** Fields 5 and 8 of /proc/self/stat: our process group, and the one that has the terminal (proc(5)). macOS: `ps`. */
function isForegroundProcess(): boolean {
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1');
    const [, , , group, , , foreground] = stat.slice(stat.lastIndexOf(')') + 1).split(' ');
    return group === foreground;
  } catch {
    const ps = spawnSync('/bin/ps', ['-o', 'stat=', '-p', String(process.pid)], { encoding: 'utf8', timeout: 2000 });
    return ps.status !== 0 || ps.stdout.includes('+');
  }
}
