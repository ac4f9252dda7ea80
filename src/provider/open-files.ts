/** Which files a process holds open, and where it wrote last in them. From /proc; elsewhere nothing is known. */

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface OpenFile {
  readonly path: string;
  /** Bytes from the start of the file, behind what the process read or wrote last through this descriptor. */
  readonly position: number;
}

/**
 * Files with a path, each descriptor once. proc_pid_fd(5): the links; proc_pid_fdinfo(5): `pos`, which after a write in append
 * mode is the end of what was written.
 *
 * @param wanted  only paths it accepts are looked at closer
 */
export function openFiles(pid: number, wanted: (path: string) => boolean): OpenFile[] {
  return descriptors(pid).flatMap((descriptor) => {
    const path = target(`/proc/${pid}/fd/${descriptor}`);
    if (path === null || !wanted(path)) return [];
    const position = positionIn(`/proc/${pid}/fdinfo/${descriptor}`);
    return position === null ? [] : [{ path, position }];
  });
}

function descriptors(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`);
  } catch {
    // the process ended, or it is another user's, or there is no /proc
    return [];
  }
}

function target(link: string): string | null {
  try {
    const path = readlinkSync(link);
    return path.startsWith('/') ? path : null;
  } catch {
    // closed meanwhile
    return null;
  }
}

function positionIn(file: string): number | null {
  try {
    const position = /^pos:\s*(\d+)/m.exec(readFileSync(file, 'latin1'))?.[1];
    return position === undefined ? null : Number(position);
  } catch {
    // closed meanwhile
    return null;
  }
}
