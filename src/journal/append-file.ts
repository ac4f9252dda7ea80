/**
 * One file that only ever grows: made or opened for appending, and watched for what others do to it. It knows nothing of
 * lines or sums.
 */

import {
  closeSync,
  constants,
  fchmodSync,
  fdatasyncSync,
  fstatSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { constants as osConstants } from 'node:os';
import { dirname } from 'node:path';
import { errnoOf, messageOf } from '../core/errors.ts';
import { syncFolder } from './atomic-file.ts';

const { O_CREAT, O_EXCL, O_APPEND, O_NOFOLLOW, O_RDWR } = constants;

/** What happened to the file behind our back; `resized` is any size but the one that we left. */
export type Surprise = 'gone' | 'replaced' | 'resized';

/**
 * Makes a private file that begins with `bytes`, and makes both it and its name durable.
 *
 * @returns the descriptor, open for appending
 * @throws the system error of the step that failed (EEXIST when something stands there); no part of a file is left then
 */
export function createAppendFile(path: string, bytes: Uint8Array): number {
  const fd = openSync(path, O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW | O_RDWR, 0o600);
  try {
    fchmodSync(fd, 0o600); // whatever the umask is
    const written = writeSync(fd, bytes);
    if (written !== bytes.length) throw new Error(shortWrite(written, bytes.length));
    fdatasyncSync(fd);
    syncFolder(dirname(path));
    return fd;
  } catch (error) {
    closeSync(fd);
    rmSync(path, { force: true });
    throw error;
  }
}

/** The words for a write that took less than it was given, which is no error to the kernel. */
export function shortWrite(written: number, length: number): string {
  return `only ${written} of ${length} bytes could be written (is the disk full?)`;
}

/** Why a write failed, in words. libuv 1.46 (Node 20) has none for a full quota: "UNKNOWN: unknown error". */
export function failureOf(error: unknown): string {
  const isQuota = error instanceof Error && 'errno' in error && error.errno === -osConstants.errno.EDQUOT;
  return isQuota ? 'EDQUOT: disk quota exceeded' : messageOf(error);
}

/** Compares the open file with its path and the size that we left; null when all is as it was. */
export function surpriseAt(fd: number, path: string, size: number): Surprise | null {
  const open = fstatSync(fd, { bigint: true });
  const named = lstatIfThere(path);
  if (open.nlink === 0n || named === null) return named === null ? 'gone' : 'replaced';
  if (named.ino !== open.ino || named.dev !== open.dev) return 'replaced';
  return open.size === BigInt(size) ? null : 'resized';
}

/** Gives what stands at the path a free name beside it, and returns that name. */
export function moveAside(path: string): string {
  let n = 1;
  while (lstatIfThere(`${path}.replaced-${n}`) !== null) n += 1;
  const aside = `${path}.replaced-${n}`;
  renameSync(path, aside);
  return aside;
}

function lstatIfThere(path: string) {
  try {
    return lstatSync(path, { bigint: true });
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT' || errno === 'ENOTDIR') return null;
    throw error;
  }
}
