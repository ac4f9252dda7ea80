/** What the file system says of a program's file. It answers "not known" where it may not look, and throws nothing. */

import {
  accessSync,
  closeSync,
  constants,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';

/** Of the file itself, behind all links; null when there is none, or none that we may see. */
export function statOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    // a folder that may not be entered supplies nothing, as for a shell
    return null;
  }
}

export function realOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    // gone, or not ours to look at: the caller goes on with the path as written
    return null;
  }
}

/** The target of a link as it is written; null when the path is no link. */
export function linkOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    // no link, which ends a chain of them
    return null;
  }
}

export function mayExecute(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // absent, or not for us: both mean no
    return false;
  }
}

/** A `#!` line is at most this long (Linux, BINPRM_BUF_SIZE). */
const SHEBANG_BYTES = 256;

/** The first line of a file, cut at 256 bytes; empty when it cannot be read. */
export function firstLineOf(path: string): string {
  const buffer = Buffer.alloc(SHEBANG_BYTES);
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return buffer.toString('latin1', 0, readSync(file, buffer)).split('\n', 1)[0] ?? '';
    } finally {
      closeSync(file);
    }
  } catch {
    // a program may be executable and not readable: then nothing is known of its first line, and it is tried
    return '';
  }
}
