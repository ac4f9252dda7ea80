/**
 * The demo agent: an offline program that behaves like a coding agent in all that concerns sessions, for a first look at uuldana
 * and for its tests. A program of its own: it knows nothing of uuldana and imports nothing of it.
 */

import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type Ending, openConversation } from './conversation.ts';
import { runInteractive } from './interactive.ts';
import { type Options, parseCommandLine } from './options.ts';
import { runPlain } from './plain.ts';
import { openStore, type Store } from './store.ts';
import { canDraw } from './terminal.ts';

const commandLine = parseCommandLine(process.argv.slice(2));
switch (commandLine.type) {
  case 'print':
    process.stdout.write(`${commandLine.text}\n`);
    break;
  case 'refuse':
    process.stderr.write(`${commandLine.message}\nTry uuldana-demo --help\n`);
    process.exitCode = 2;
    break;
  case 'run':
    run(commandLine.options);
    break;
}

function run(options: Options): void {
  const moved = process.env['UULDANA_DEMO_HOME'];
  const root = moved === undefined || moved === '' ? join(homedir(), '.uuldana-demo') : moved;
  const folder = process.cwd();
  const startedAt = Math.round(Date.now() - process.uptime() * 1000);
  const store = openStore(root, folder, { pid: process.pid, startedAt });
  const opened = openConversation(store, options.start);
  if ('refusal' in opened) {
    process.stderr.write(`${opened.refusal}\n`);
    process.exitCode = 1;
    return;
  }
  store.announce(opened.id);
  process.on('exit', () => store.retire());
  const sit = canDraw() ? runInteractive : runPlain;
  sit({ store, opened, options, folder }, (ending) => end(ending, store));
}

function end(ending: Ending, store: Store): void {
  if (ending.how === 'exit') process.exit(ending.code);
  if (ending.how === 'die') process.kill(process.pid, 'SIGKILL');
  // by the signal and not by process.exit, which aborts where the terminal is gone (Node 20.20, node::ResetStdio)
  store.retire();
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}
