/** The demo agent without a terminal: each line of standard input is a prompt, answers are lines of standard output. */

import process from 'node:process';
import type { Conversation, Ending, Entry, View } from './conversation.ts';
import { sitDown } from './conversation.ts';
import type { Options } from './options.ts';
import type { Store } from './store.ts';

export function runPlain(store: Store, opened: Conversation, options: Options, end: (ending: Ending) => void): void {
  const sitting = sitDown(store, plainView, opened);
  let rest = '';
  let isOver = false;

  const say = (text: string) => {
    if (isOver || text.trim() === '') return;
    const ending = sitting.say(text);
    if (ending !== null) leave(ending);
  };
  const leave = (ending: Ending) => {
    if (isOver) return;
    isOver = true;
    end(ending);
  };
  plainView.show(opened.earlier);
  if (options.prompt !== null) say(options.prompt);
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
  // whoever read the answers is gone
  process.stdout.on('error', () => leave({ how: 'exit', code: 0 }));
}

const plainView: View = {
  show(entries: readonly Entry[]) {
    for (const { by, text } of entries) {
      process.stdout.write(by === 'user' ? `> ${text.replaceAll('\n', '\n  ')}\n` : `${text}\n`);
    }
  },
  reset: (id) => void process.stdout.write(`New conversation ${id}\n`),
  // there is no terminal that has a title
  setTitle: () => undefined,
};
