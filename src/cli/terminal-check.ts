/** What "a terminal" means (DESIGN 4): stdin and stdout both are one; and whether stdin has something to read otherwise. */

import { fstatSync } from 'node:fs';
import { isatty } from 'node:tty';

export function hasTerminal(): boolean {
  return isatty(0) && isatty(1);
}

/** A pipe, a socket or a file on stdin; /dev/null and a closed stdin have nothing to say. */
export function hasInput(): boolean {
  try {
    const stdin = fstatSync(0);
    return stdin.isFIFO() || stdin.isSocket() || stdin.isFile();
  } catch {
    return false; // stdin is closed
  }
}
