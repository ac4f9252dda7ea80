/**
 * Closes what a careless parent left open for us: the masters of other terminals, which a PTY library without close-on-exec
 * passes to every child. Kept open here and in the agent, they would keep somebody else's session alive after its end.
 */

import { closeSync, readdirSync, readlinkSync } from 'node:fs';

const FOLDER = '/proc/self/fd';

/** To be called before a terminal of our own is opened. Linux; elsewhere nothing is closed. */
export function closeInheritedTerminals(): void {
  for (const fd of list()) if (fd > 2 && isMaster(fd)) closeSync(fd);
}

function list(): number[] {
  try {
    return readdirSync(FOLDER).map(Number);
  } catch {
    return [];
  }
}

function isMaster(fd: number): boolean {
  try {
    return /^\/dev\/(?:pts\/)?ptmx$/.test(readlinkSync(`${FOLDER}/${fd}`));
  } catch {
    return false; // the descriptor of the listing itself, closed by now
  }
}
