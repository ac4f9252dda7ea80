/** The line that the user edits: its text and where the cursor stands. Pure. */

import type { Key, KeyName } from './keys.ts';

export interface Line {
  readonly text: string;
  /** An index into `text`, between two characters as people see them. */
  readonly cursor: number;
}

export const EMPTY_LINE: Line = { text: '', cursor: 0 };

export function lineOf(text: string): Line {
  return { text, cursor: text.length };
}

/** The line after a key; keys that do not edit leave it as it is. */
export function edited(line: Line, key: Key): Line {
  if (key.type === 'text') return replaced(line, line.cursor, line.cursor, key.text);
  return EDITS[key.name]?.(line) ?? line;
}

const EDITS: Readonly<Partial<Record<KeyName, (line: Line) => Line>>> = {
  newline: (line) => replaced(line, line.cursor, line.cursor, '\n'),
  backspace: (line) => replaced(line, before(line), line.cursor, ''),
  delete: (line) => replaced(line, line.cursor, after(line), ''),
  left: (line) => ({ ...line, cursor: before(line) }),
  right: (line) => ({ ...line, cursor: after(line) }),
  home: (line) => ({ ...line, cursor: line.text.slice(0, line.cursor).lastIndexOf('\n') + 1 }),
  end: (line) => ({ ...line, cursor: endOfRow(line) }),
  'clear-line': () => EMPTY_LINE,
  'delete-word': (line) => replaced(line, line.text.slice(0, line.cursor).search(/\S*\s*$/), line.cursor, ''),
};

function replaced({ text }: Line, from: number, to: number, by: string): Line {
  return { text: text.slice(0, from) + by + text.slice(to), cursor: from + by.length };
}

function endOfRow({ text, cursor }: Line): number {
  const end = text.indexOf('\n', cursor);
  return end === -1 ? text.length : end;
}

const characters = new Intl.Segmenter();

function before({ text, cursor }: Line): number {
  return characters.segment(text).containing(cursor - 1)?.index ?? 0;
}

function after({ text, cursor }: Line): number {
  return cursor + (characters.segment(text).containing(cursor)?.segment.length ?? 0);
}
