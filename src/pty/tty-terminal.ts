/**
 * A real terminal on descriptors 0 and 1, with raw mode, a size that changes, and a shell that may have it back for a while.
 */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import type { Size } from './backend.ts';
import { OutputSide } from './output-side.ts';
import type { UserTerminal } from './terminal.ts';

const SIZE_UNTOLD: Size = { cols: 80, rows: 24 };
const INPUT_BYTES = 65_536;
/** Absolute, since PATH may lead into the workspace. The last is NixOS. */
const STTY = ['/bin/stty', '/usr/bin/stty', '/run/current-system/sw/bin/stty'];

export class TtyTerminal extends OutputSide implements UserTerminal {
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
    return cols > 0 && rows > 0 ? { cols, rows } : SIZE_UNTOLD;
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
    if (this.isForeground()) this.#input.destroy();
    else this.#leaveBehind();
    this.closeOutput();
  }

  /**
   * In the background (`kill %1` of a suspended run) the terminal is the shell's. Node sets its modes when the stream is closed
   * (24.22) and when the process exits, which would stop us for ever; so the stream stays open and the process ends by the
   * signal that ended the run.
   */
  #leaveBehind(): void {
    this.#input.pause();
    this.#input.unref();
    process.once('exit', () => process.kill(process.pid, 'SIGTERM'));
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
