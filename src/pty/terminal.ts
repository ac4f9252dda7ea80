/**
 * The user's terminal, or what stands in its place when standard input and output are not both one: bytes in, bytes out, size,
 * raw mode. It does not know what the bytes mean. The two kinds are in tty-terminal.ts and stream-terminal.ts.
 */

import { isatty } from 'node:tty';
import type { Size } from './backend.ts';
import { closeInheritedTerminals } from './inherited.ts';
import { StreamTerminal } from './stream-terminal.ts';
import { TtyTerminal } from './tty-terminal.ts';

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

/** Opens it, and closes what does not belong to us beside it (inherited.ts). */
export function openUserTerminal(): UserTerminal {
  closeInheritedTerminals();
  return isatty(0) && isatty(1) ? new TtyTerminal() : new StreamTerminal();
}
