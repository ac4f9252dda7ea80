/**
 * One holder at a time, by a lock of the kernel on a file of its own. It is free the moment its holder dies, survives sleep,
 * and needs no clock. The file is never unlinked: whoever waits on a name that was removed would hold another file's lock.
 * Not for network file systems.
 */

import { closeSync } from 'node:fs';
import { messageOf, UuldanaError } from '../core/errors.ts';
import { openOwnFile } from './own-file.ts';

export interface Lock {
  /** Gives the lock back; a second call does nothing. */
  release(): void;
}

const RETRY_MS = 25;

/**
 * Takes the lock, or gives null when another process (or another caller here) still has it after `waitMs`.
 *
 * The lock belongs to the open file, not to the process (fs-native-extensions 1.5.1: F_OFD_SETLK on Linux), so it is not
 * lost when something else in this process closes the same file.
 *
 * @throws UuldanaError `unsupported` when the addon cannot be loaded or the file system has no locks; `data-dir` when
 * something that is not a private file of ours stands at the path
 */
export async function acquireLock(path: string, { waitMs = 1000 }: { waitMs?: number } = {}): Promise<Lock | null> {
  const tryLock = await loadTryLock();
  const fd = openLockFile(path);
  const until = performance.now() + waitMs;
  while (!takeNow(tryLock, fd, path)) {
    if (performance.now() >= until) {
      closeSync(fd);
      return null;
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  return lockOn(fd);
}

type TryLock = (fd: number) => boolean;

/** Loaded when first needed: the addon costs start-up time that reading commands do not have to pay. */
async function loadTryLock(): Promise<TryLock> {
  try {
    const addon = await import('fs-native-extensions');
    return addon.default.tryLock;
  } catch (error) {
    throw new UuldanaError('unsupported', `Sessions cannot be locked on this system: ${messageOf(error)}`, {
      hint: 'uuldana needs the prebuilt lock addon of fs-native-extensions (Linux with glibc or macOS, x64 or arm64); reinstall it.',
      cause: error,
    });
  }
}

function openLockFile(path: string): number {
  const opened = openOwnFile(path, 'lock');
  if ('fd' in opened) return opened.fd;
  throw new UuldanaError('data-dir', `The lock ${path} ${opened.refused}`, {
    hint: 'Check the data directory; the lock file must be a private file of yours (mode 0600).',
  });
}

function takeNow(tryLock: TryLock, fd: number, path: string): boolean {
  try {
    return tryLock(fd);
  } catch (error) {
    closeSync(fd);
    throw new UuldanaError('unsupported', `${path} cannot be locked: ${messageOf(error)}`, {
      hint: 'Put the data directory on a local file system (UULDANA_DATA_DIR).',
      cause: error,
    });
  }
}

/** Closing the descriptor frees the lock, since nothing else shares the open file. */
function lockOn(fd: number): Lock {
  let held = true;
  return {
    release() {
      if (held) closeSync(fd);
      held = false;
    },
  };
}
