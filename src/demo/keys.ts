/** Turns what a terminal sends into keys. Bytes of one key may arrive in two pieces. Pure. */

export type KeyName =
  | 'enter'
  | 'newline'
  | 'backspace'
  | 'delete'
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'home'
  | 'end'
  | 'interrupt'
  | 'end-of-input'
  | 'clear-line'
  | 'delete-word'
  | 'redraw';

export type Key =
  | { readonly type: 'key'; readonly name: KeyName }
  /** Typed or pasted; a paste may hold newlines. */
  | { readonly type: 'text'; readonly text: string };

const CONTROLS: Readonly<Record<string, KeyName>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\x7f': 'backspace',
  '\b': 'backspace',
  '\x01': 'home',
  '\x02': 'left',
  '\x03': 'interrupt',
  '\x04': 'end-of-input',
  '\x05': 'end',
  '\x06': 'right',
  '\x0c': 'redraw',
  '\x0e': 'down',
  '\x10': 'up',
  '\x15': 'clear-line',
  '\x17': 'delete-word',
};

/** The end of CSI and SS3 sequences; what is not here is ignored, and so are replies to queries. */
const SEQUENCES: Readonly<Record<string, KeyName>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  H: 'home',
  F: 'end',
  '1~': 'home',
  '3~': 'delete',
  '4~': 'end',
  '7~': 'home',
  '8~': 'end',
};

const PASTE_START = '\x1b[200~';
const PASTE_END = '\x1b[201~';
const ESC = '\x1b';
const BEL = '\x07';
const SEQUENCE = new RegExp(String.raw`^${ESC}(?:\[|O)([0-?]*[ -/]*[@-~])`);
/** What a terminal replies to queries. A key that is no text ends it, so that a typed ESC swallows no more than a line. */
const STRING = new RegExp(String.raw`^${ESC}[\]P_^X]\P{Control}*(?:${BEL}|${ESC}\\)`, 'u');
/** A sequence whose end has not arrived yet. */
const UNFINISHED = new RegExp(String.raw`^${ESC}(?:[\[O][0-?]*[ -/]*|[\]P_^X]\P{Control}*${ESC}?)?$`, 'u');
const TEXT = /^\P{Control}+/u;

/**
 * @returns a function that takes text as it arrives and gives the keys in it
 *
 * What was typed before the terminal was switched to raw mode went through the kernel's line editing, which hands on ^D as NUL
 * (Linux, n_tty); so a NUL in the first chunk is the end of input. Later it is Ctrl-Space, and ignored.
 */
export function createKeyReader(): (chunk: string) => Key[] {
  let pending = '';
  let isFirst = true;
  return (chunk) => {
    pending += isFirst ? chunk.replaceAll('\0', '\x04') : chunk;
    isFirst = false;
    const keys: Key[] = [];
    while (pending !== '') {
      const [key, length] = nextKey(pending);
      if (length === 0) break;
      if (key !== null) keys.push(key);
      pending = pending.slice(length);
    }
    return keys;
  };
}

/** The key at the start, or null when it is none of ours, and its length; 0 when it is not complete. */
function nextKey(input: string): [Key | null, number] {
  const text = TEXT.exec(input)?.[0];
  if (text !== undefined) return [{ type: 'text', text }, text.length];
  if (input.startsWith(PASTE_START)) return paste(input);
  if (input.startsWith('\x1b\r') || input.startsWith('\x1b\n')) return [{ type: 'key', name: 'newline' }, 2];
  if (UNFINISHED.test(input)) return [null, 0];
  const sequence = SEQUENCE.exec(input);
  if (sequence !== null) return [named(SEQUENCES[sequence[1] ?? '']), sequence[0].length];
  const string = STRING.exec(input);
  if (string !== null) return [null, string[0].length];
  return [named(CONTROLS[input.charAt(0)]), 1];
}

function paste(input: string): [Key | null, number] {
  const end = input.indexOf(PASTE_END);
  if (end === -1) return [null, 0];
  const pasted = input.slice(PASTE_START.length, end).replace(/\r\n?/g, '\n').replaceAll('\t', '    ');
  return [{ type: 'text', text: pasted.replace(/(?!\n)\p{Control}/gu, '') }, end + PASTE_END.length];
}

function named(name: KeyName | undefined): Key | null {
  return name === undefined ? null : { type: 'key', name };
}
