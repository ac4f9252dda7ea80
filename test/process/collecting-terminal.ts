/** A user's terminal that keeps what is written to it: for runs of the supervisor inside the test's own process. */

import type { UserTerminal } from '../../src/pty/terminal.ts';

export interface CollectingTerminal extends UserTerminal {
  output(): Buffer;
}

/** @param slowMs how long each write takes; 0: done at once */
export function createCollectingTerminal(slowMs = 0): CollectingTerminal {
  const chunks: Buffer[] = [];
  const nothing = () => undefined;
  return {
    isTerminal: false,
    size: () => ({ cols: 80, rows: 24 }),
    enterRaw: nothing,
    leaveRaw: nothing,
    onInput: nothing,
    pauseInput: nothing,
    resumeInput: nothing,
    onEnd: nothing,
    onResize: nothing,
    onGone: nothing,
    refreshSize: nothing,
    isForeground: () => true,
    close: nothing,
    output: () => Buffer.concat(chunks),
    write: (bytes) => {
      if (slowMs === 0) {
        chunks.push(Buffer.from(bytes));
        return undefined;
      }
      // taken when the time is over, so that bytes that change meanwhile are noticed
      return new Promise((resolve) => {
        setTimeout(() => {
          chunks.push(Buffer.from(bytes));
          resolve();
        }, slowMs);
      });
    },
  };
}
