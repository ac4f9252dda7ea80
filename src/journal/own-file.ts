/**
 * Opening what must be a private file of the user's own: nothing is read or written before the descriptor has shown that it
 * is a regular file, ours, with one name and no door for others.
 */

import { type BigIntStats, closeSync, constants, fstatSync, openSync } from 'node:fs';
import { errnoOf, messageOf } from '../core/errors.ts';

/** `reason` completes a sentence that begins with the file's name: "is a symbolic link". */
export interface Refused {
  readonly refused: string;
  readonly absent: boolean;
}

export interface OwnFile {
  readonly fd: number;
  readonly stat: BigIntStats;
}

export type FileAccess = 'read' | 'append' | 'lock';

const { O_RDONLY, O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_NOCTTY } = constants;

/** Without O_NONBLOCK the open of a FIFO that nobody writes to would wait for ever. */
const SAFE = O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;

const FLAGS: Readonly<Record<FileAccess, number>> = {
  read: O_RDONLY | SAFE,
  append: O_RDWR | O_APPEND | SAFE,
  lock: O_RDWR | O_CREAT | SAFE,
};

const UNNAMED = 'is replaced again and again';

const REASON_BY_ERRNO: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ELOOP: 'is a symbolic link',
  EISDIR: 'is not a regular file',
  ENXIO: 'is not a regular file',
  EACCES: 'may not be opened (EACCES)',
  EROFS: 'is on a read-only file system',
};

/** How often in a row a file may be replaced between its opening and the look at it. */
const MAX_OPENS = 100;

/**
 * Opens a file that is regular, belongs to this user, has no other hard link and gives nothing to group and others.
 * Anything else is refused with the reason. The caller closes the descriptor.
 */
export function openOwnFile(path: string, access: FileAccess): OwnFile | Refused {
  // a file without a name was replaced just after it was opened (replaceFile, by another process): its successor is opened
  for (let opens = 1; ; opens += 1) {
    const opened = openOnce(path, access);
    if (!('refused' in opened) || opened.refused !== UNNAMED || opens === MAX_OPENS) return opened;
  }
}

function openOnce(path: string, access: FileAccess): OwnFile | Refused {
  let fd: number;
  try {
    fd = openSync(path, FLAGS[access], 0o600);
  } catch (error) {
    return refusalOf(error);
  }
  try {
    const stat = fstatSync(fd, { bigint: true });
    const refused = whyNotOwn(stat);
    if (refused === null) return { fd, stat };
    closeSync(fd);
    return { refused, absent: false };
  } catch (error) {
    closeSync(fd);
    return refusalOf(error);
  }
}

function whyNotOwn(stat: BigIntStats): string | null {
  if (!stat.isFile()) return 'is not a regular file';
  if (stat.uid !== BigInt(process.getuid?.() ?? stat.uid)) return 'belongs to another user';
  if (stat.nlink !== 1n) return stat.nlink === 0n ? UNNAMED : 'has another hard link';
  const mode = stat.mode & 0o777n;
  return (mode & 0o077n) === 0n ? null : `is open to others (mode ${mode.toString(8).padStart(4, '0')})`;
}

function refusalOf(error: unknown): Refused {
  const errno = errnoOf(error) ?? '';
  const reason = REASON_BY_ERRNO[errno] ?? `cannot be opened: ${messageOf(error)}`;
  return { refused: reason, absent: errno === 'ENOENT' };
}
