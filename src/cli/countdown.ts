/** A countdown in one line of the terminal, ended by q or ^C. Without a terminal it is said once what is waited for. */

import type { Countdown } from '../session/when-ready.ts';

/** Short, and always against the wall clock: a machine that slept is awake again when its clock has jumped. */
const LOOK_EVERY_MS = 1000;
/** q, ^C and ^D. */
const CANCEL = ['q', 'Q', '\x03', '\x04'];

interface Terminal {
  readonly hasTerminal: boolean;
  readonly err: (text: string) => void;
}

export function countdownOn({ hasTerminal, err }: Terminal): Countdown {
  return (until, words) => (hasTerminal ? shown(until, words, err) : quiet(until, words, err));
}

async function quiet(until: number, words: (leftMs: number) => string, err: Terminal['err']): Promise<'over'> {
  err(`${words(until - Date.now())}\n`);
  while (Date.now() < until) await pause(Math.min(LOOK_EVERY_MS, until - Date.now()));
  return 'over';
}

async function shown(until: number, words: (leftMs: number) => string, err: Terminal['err']) {
  const keys = listen();
  try {
    while (Date.now() < until) {
      err(`\r\x1b[K${words(until - Date.now())}; q cancels`);
      await Promise.race([pause(Math.min(LOOK_EVERY_MS, until - Date.now())), keys.cancelled]);
      if (keys.isCancelled()) return 'cancelled';
    }
    return 'over';
  } finally {
    keys.stop();
    err('\r\x1b[K');
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Keys as they are pressed. What is typed besides is dropped, so that it is not taken for the agent's. */
function listen() {
  let isCancelled = false;
  let cancel: () => void;
  const cancelled = new Promise<void>((resolve) => {
    cancel = resolve;
  });
  const onKeys = (keys: Buffer) => {
    if (!CANCEL.some((key) => keys.includes(key))) return;
    isCancelled = true;
    cancel();
  };
  process.stdin.setRawMode(true);
  process.stdin.on('data', onKeys).resume();
  return {
    cancelled,
    isCancelled: () => isCancelled,
    stop() {
      process.stdin.off('data', onKeys).pause();
      process.stdin.setRawMode(false);
    },
  };
}
