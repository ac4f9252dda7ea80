/**
 * Writes to standard output without ever blocking the process where that can be avoided, and waits without spinning where there
 * is no room: a slow reader slows down whoever awaits, and nothing else.
 */

import { write as writeCallback, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isatty, ReadStream } from 'node:tty';
import { promisify } from 'node:util';
import { errnoOf } from '../core/errors.ts';

export interface Output {
  /** As `write` of UserTerminal. */
  write(bytes: Uint8Array): Promise<void> | undefined;
  /** Gives up what is being written. */
  close(): void;
}

const LONGEST_PAUSE_MS = 50;
const NOTHING = new Uint8Array(0);
const writeAsync = promisify(writeCallback);

/** @param onGone called, perhaps more than once, when nobody reads any more */
export function createOutput(onGone: () => void): Output {
  return isatty(1) ? createTerminalOutput(onGone) : createStreamOutput(onGone);
}

/**
 * A tty.ReadStream, though nothing is read from it: opening one makes libuv open the terminal anew, without blocking and for
 * this process alone (libuv 1.46, uv_tty_init), where WriteStream would make writing block. Descriptor 1 is that terminal then.
 */
function createTerminalOutput(onGone: () => void): Output {
  // first, since Node opens standard output when it is first asked for, and would make descriptor 1 block again
  process.stdout.on('error', onGone);
  const stream = new ReadStream(1);
  stream.on('error', onGone);
  let waiting: Promise<void> | undefined;

  function write(bytes: Uint8Array): Promise<void> | undefined {
    if (waiting !== undefined) return waiting.then(() => write(bytes));
    const rest = writeNow(bytes);
    if (rest.length === 0) return undefined;
    waiting = new Promise((done) => {
      stream.write(rest, () => {
        waiting = undefined;
        done();
      });
    });
    return waiting;
  }

  /** Returns what there was no room for. */
  function writeNow(bytes: Uint8Array): Uint8Array {
    let rest = bytes;
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if (errnoOf(error) === 'EAGAIN') return rest;
      onGone();
    }
    return NOTHING;
  }

  return {
    write,
    close: () => {
      process.stdout.off('error', onGone);
      stream.destroy();
    },
  };
}

/** A pipe or a file may block, so it is written to outside of the main thread. */
function createStreamOutput(onGone: () => void): Output {
  let closed = false;
  let last = Promise.resolve();

  async function writeAll(bytes: Uint8Array): Promise<void> {
    let pauseMs = 1;
    for (let written = 0; written < bytes.length && !closed; ) {
      try {
        written += (await writeAsync(1, bytes, written)).bytesWritten;
        pauseMs = 1;
      } catch (error) {
        if (errnoOf(error) !== 'EAGAIN') return onGone();
        await sleep(pauseMs);
        pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
      }
    }
  }

  return {
    write: (bytes) => {
      last = last.then(() => writeAll(bytes));
      return last;
    },
    close: () => {
      closed = true;
    },
  };
}
