/** The terminal of the demo agent: standard input in raw mode, standard output, and the signals that concern them. */

import process from 'node:process';

export interface Terminal {
  write(text: string): void;
  size(): { readonly columns: number; readonly rows: number };
  readonly hasColour: boolean;
  /** Raw mode and bracketed paste on. */
  enter(): void;
  /** And off. May be called twice. */
  leave(): void;
}

export interface TerminalListener {
  text(text: string): void;
  resized(): void;
  /** The terminal is gone. */
  gone(): void;
  terminated(): void;
}

const PASTE_ON = '\x1b[?2004h';
const PASTE_OFF = '\x1b[?2004l';

/** Whether there is a terminal on both sides, and one that moves its cursor. */
export function canDraw(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true && process.env['TERM'] !== 'dumb';
}

export function openTerminal(listener: TerminalListener): Terminal {
  const { stdin, stdout } = process;
  let isRaw = false;
  const enter = () => {
    stdin.setRawMode(true);
    stdout.write(PASTE_ON);
    isRaw = true;
  };
  const leave = () => {
    if (!isRaw) return;
    isRaw = false;
    stdout.write(PASTE_OFF);
    stdin.setRawMode(false);
  };
  const terminal: Terminal = {
    write: (text) => void stdout.write(text),
    size: () => ({ columns: Math.max(1, stdout.columns), rows: Math.max(1, stdout.rows) }),
    hasColour: process.env['NO_COLOR'] === undefined,
    enter,
    leave,
  };
  stdin.setEncoding('utf8');
  stdin.on('data', (text: string) => listener.text(text));
  for (const stream of [stdin, stdout]) stream.on('error', () => listener.gone());
  stdin.on('end', () => listener.gone());
  stdout.on('resize', () => listener.resized());
  process.on('SIGHUP', () => listener.gone());
  process.on('SIGTERM', () => listener.terminated());
  process.on('SIGCONT', () => {
    // whoever had the terminal meanwhile may have changed its modes
    leave();
    enter();
    listener.resized();
  });
  return terminal;
}
