/**
 * The visible conversation for people. The signs of each agent give way to the same two columns for all: `> ` before what the user
 * said, `| ` before tools, blanks before the agent. Interface, and what is shown again, is left out and counted.
 */

import type { ConversationLine, Speaker } from '../../handoff/conversation.ts';
import { printable } from '../../redact/gate.ts';
import type { Fold } from './wrap.ts';

export interface ConversationStyle {
  /** Whether colours may be used. */
  readonly colour: boolean;
  /** Breaks lines that are too long for the terminal; null: they stay whole. */
  readonly fold: Fold | null;
}

export const PLAIN: ConversationStyle = { colour: false, fold: null };

const GUTTERS: Readonly<Record<Speaker, string>> = { user: '> ', agent: '  ', tool: '| ', chrome: '', unknown: '' };
const [BOLD, DIM, RESET] = ['\x1b[1m', '\x1b[2m', '\x1b[0m'];
const COLOURS: Readonly<Partial<Record<Speaker, string>>> = { user: BOLD, tool: DIM };

const BOX = /[│┃]/;
const BOX_END = /\s+[│┃]\s*$/;

export interface ConversationPrinter {
  /** The text of these lines, which follow those of the calls before. */
  print(lines: readonly ConversationLine[]): string;
  heading(text: string): string;
  /** `... 3 lines WHAT`; empty for none. */
  note(count: number, what: string): string;
  /** What was left out since the last call, in a line; empty when nothing was. */
  leftOut(): string;
}

export function createConversationPrinter({ colour, fold }: ConversationStyle): ConversationPrinter {
  let last: Speaker | null = null;
  let repeated = 0;
  let chrome = 0;
  const painted = (text: string, code: string | undefined) =>
    colour && code !== undefined ? `${code}${text}${RESET}\n` : `${text}\n`;
  const say = (text: string) => painted(`  ... ${text}`, DIM);
  const note = (count: number, what: string) =>
    count === 0 ? '' : say(`${count === 1 ? '1 line' : `${count} lines`} ${what}`);
  const shownAgain = () => {
    const count = repeated;
    repeated = 0;
    return note(count, 'of before, shown again');
  };

  function printLine(line: ConversationLine): string {
    if (line.speaker === 'chrome') chrome += 1;
    if (line.repeated) repeated += 1;
    if (line.speaker === 'chrome' || line.repeated) return '';
    const isTurn = line.speaker === 'user' && last !== null && last !== 'user';
    last = line.speaker;
    const notes = [shownAgain(), line.gap ? say('lines may be missing here') : '', isTurn ? '\n' : ''];
    const rows = rowsOf(line, fold).map((row) => painted(row, COLOURS[line.speaker]));
    return [...notes, ...rows].join('');
  }

  return {
    note,
    print: (lines) => lines.map(printLine).join(''),
    heading(text) {
      last = null;
      return painted(text, BOLD);
    },
    leftOut() {
      const count = chrome;
      chrome = 0;
      return `${shownAgain()}${note(count, 'of interface left out (--raw shows all)')}`;
    },
  };
}

/** Our sign in the place of the agent's. */
function rowsOf({ text, mark, speaker }: ConversationLine, fold: Fold | null): readonly string[] {
  const gutter = GUTTERS[speaker];
  // the other edge of a box goes with its first one
  const inside = BOX.test(text.slice(0, mark)) ? text.replace(BOX_END, '') : text;
  const said = printable(inside.slice(mark)).replaceAll('\n', ' ');
  return (fold === null ? [said] : fold(said, gutter.length)).map((row) => gutter + row);
}
