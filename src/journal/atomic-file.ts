/**
 * Small files that are replaced as a whole: after a crash or on a full disk there is the old content or the new, never a part.
 * Written by hand because write-file-atomic 7.0.1 and atomically 2.1.1 replaced a good file by a truncated one on a full disk
 * and reported success (measured on a tmpfs).
 */

import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { errnoOf, UuldanaError } from '../core/errors.ts';
import { openOwnFile } from './own-file.ts';

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY, O_RDONLY, O_DIRECTORY } = constants;

export interface ReplaceOptions {
  /** Whether the new content also survives a power cut; without it the old content may come back. Default true. */
  readonly durable?: boolean;
}

/**
 * Puts `data` at `path` with mode 0600, whatever stood there before (a symbolic link is replaced, not followed).
 *
 * @throws the system error of the step that failed; `path` is unchanged then and nothing is left beside it
 */
export function replaceFile(path: string, data: string | Uint8Array, { durable = true }: ReplaceOptions = {}): void {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  const fd = openSync(temporary, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY, 0o600);
  try {
    try {
      fchmodSync(fd, 0o600); // whatever the umask is
      writeWhole(fd, typeof data === 'string' ? Buffer.from(data, 'utf8') : data);
      if (durable) fdatasyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  if (durable) syncFolder(dirname(path));
}

/**
 * The content of a private file of the user's own, or null when there is none.
 *
 * @throws UuldanaError `data-dir` when something else stands there, or more than `maxBytes`
 */
export function readSmallFile(path: string, maxBytes: number): Buffer | null {
  const opened = openOwnFile(path, 'read');
  if ('refused' in opened) {
    if (opened.absent) return null;
    throw unreadable(path, opened.refused);
  }
  try {
    const bytes = readUpTo(opened.fd, maxBytes + 1);
    if (bytes.length > maxBytes) throw unreadable(path, `is larger than ${maxBytes} bytes`);
    return bytes;
  } finally {
    closeSync(opened.fd);
  }
}

/** Makes the names in a folder durable. */
export function syncFolder(path: string): void {
  const fd = openSync(path, O_RDONLY | O_DIRECTORY);
  try {
    fsyncSync(fd);
  } catch (error) {
    // some file systems (SMB, FUSE) have no sync of folders and say so; there is no other way to ask them
    if (errnoOf(error) !== 'EINVAL') throw error;
  } finally {
    closeSync(fd);
  }
}

/** A write may be short without an error, as on a full disk; the next one then says why. */
function writeWhole(fd: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) {
    const written = writeSync(fd, bytes, done, bytes.length - done);
    if (written === 0) throw new Error(`only ${done} of ${bytes.length} bytes could be written`);
    done += written;
  }
}

function readUpTo(fd: number, maxBytes: number): Buffer {
  const chunks: Buffer[] = [];
  for (let total = 0; total < maxBytes; ) {
    const chunk = Buffer.alloc(Math.min(65_536, maxBytes - total));
    const count = readSync(fd, chunk);
    if (count === 0) break;
    chunks.push(chunk.subarray(0, count));
    total += count;
  }
  return Buffer.concat(chunks);
}

function unreadable(path: string, reason: string): UuldanaError {
  return new UuldanaError('data-dir', `${path} ${reason}`, { hint: 'Move it away, then try again.' });
}
