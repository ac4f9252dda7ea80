/**
 * The demo agent where nothing can be drawn: without a terminal, or on a dumb one. Each line of standard input is a prompt,
 * answers are lines of standard output, and a terminal does the editing.
 */

import process from 'node:process';
import { type Ending, sitDown, type View } from './conversation.ts';
import type { SittingRequest } from './interactive.ts';

/** Exit status by the shell's convention: 128 and the signal's number. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/** Runs until the input or the user ends it; `end` is called once. */
export function runPlain({ store, opened, options }: SittingRequest, end: (ending: Ending) => void): void {
  let rest = '';
  let isOver = false;
  let isEchoed = false;
  const view = plainView(() => isEchoed);
  const sitting = sitDown(store, view, opened);

  function say(text: string): void {
    if (isOver || text.trim() === '') return;
    const ending = sitting.say(text);
    if (ending !== null) leave(ending);
  }

  function leave(ending: Ending): void {
    if (!isOver) end(ending);
    isOver = true;
  }

  process.stdout.write(
    `uuldana demo agent 1.0.0 \u00b7 conversation ${opened.id} \u00b7 permission ${options.permission}\n`,
  );
  view.show(opened.earlier);
  if (options.prompt !== null) say(options.prompt);
  isEchoed = process.stdin.isTTY === true;
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (chunk: string) => {
    const lines = (rest + chunk).split(/\r?\n/);
    rest = lines.pop() ?? '';
    lines.forEach(say);
  });
  process.stdin.on('end', () => {
    say(rest);
    leave({ how: 'exit', code: 0 });
  });
  // the terminal is gone, or whoever read the answers
  for (const stream of [process.stdin, process.stdout]) stream.on('error', () => leave({ how: 'hang-up' }));
  process.on('SIGHUP', () => leave({ how: 'hang-up' }));
  for (const [signal, code] of Object.entries(SIGNALS)) process.on(signal, () => leave({ how: 'exit', code }));
}

/** @param isEchoed  whether the terminal shows what the user types, so that it need not be shown again */
function plainView(isEchoed: () => boolean): View {
  return {
    show(entries) {
      for (const { by, text } of entries) {
        if (by !== 'user') process.stdout.write(`${text}\n`);
        else if (!isEchoed()) process.stdout.write(`> ${text.replaceAll('\n', '\n  ')}\n`);
      }
    },
    reset: (id) => void process.stdout.write(`New conversation ${id}\n`),
    // there is no terminal that has a title
    setTitle: () => undefined,
  };
}
