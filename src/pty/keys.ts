/**
 * Splits what a terminal sends into keys, pastes and everything that nobody typed: replies to queries, mouse and focus reports.
 * Sequences may be split across reads; a lone ESC is a key of its own. Sources: ctlseqs of xterm (patch 390), kitty's keyboard
 * protocol (read 2026-11).
 */

export interface Key {
  /** `other`: arrow and function keys, and what no key has sent. */
  readonly kind: 'text' | 'enter' | 'backspace' | 'control' | 'other';
  /** The character, or 1 to 31 for a control key. */
  readonly code: number;
  readonly pasted: boolean;
  /** Sent as an escape sequence that names the key (kitty, modifyOtherKeys). */
  readonly encoded: boolean;
  /** The key is held down. */
  readonly repeated: boolean;
}

/** @param from index of the key's first byte; negative when it began in an earlier read */
export type KeyListener = (key: Key, from: number, to: number) => void;

type State = 'text' | 'escape' | 'csi' | 'ss3' | 'mouse' | 'string';

const [BEL, CAN, ESC, BACKSLASH, DELETE] = [0x07, 0x18, 0x1b, 0x5c, 0x7f];
const PASTE_END = [ESC, 0x5b, 0x32, 0x30, 0x31, 0x7e];
/** `P X ] ^ _`: what follows ESC and opens a string that ends with BEL or `ESC \`. */
const STRINGS = [0x50, 0x58, 0x5d, 0x5e, 0x5f];
const MAX_CSI_BYTES = 64;

export class KeyReader {
  #state: State = 'text';
  #pasting = false;
  /** How much of PASTE_END has been seen. */
  #matched = 0;
  #csi = '';
  #mouseBytes = 0;
  /** The ESC that was read last came inside a string. */
  #endsString = false;
  #started = 0;

  read(bytes: Uint8Array, tell: KeyListener): void {
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      if (this.#pasting) this.#readPaste(byte, at, tell);
      else if (this.#state === 'text') this.#readText(byte, at, tell);
      else this.#readSequence(byte, at, tell);
    }
    this.#started -= bytes.length;
    // ESC and the letter that opens a string, with nothing behind it, is Alt and that letter
    if (this.#state === 'string' && this.#started === -2) this.#state = 'text';
  }

  #readPaste(byte: number, at: number, tell: KeyListener): void {
    this.#matched = byte === PASTE_END[this.#matched] ? this.#matched + 1 : Number(byte === ESC);
    if (this.#matched === PASTE_END.length) {
      this.#pasting = false;
      this.#matched = 0;
    } else if (isText(byte) && this.#matched === 0) tell(plain('text', byte, true), at, at + 1);
  }

  #readText(byte: number, at: number, tell: KeyListener): void {
    if (byte === ESC) this.#startEscape(at, false);
    else if (isText(byte)) tell(plain('text', byte), at, at + 1);
    else if (byte < 0x80) tell(plainKey(byte), at, at + 1);
  }

  #startEscape(at: number, endsString: boolean): void {
    this.#state = 'escape';
    this.#started = at;
    this.#endsString = endsString;
  }

  #readSequence(byte: number, at: number, tell: KeyListener): void {
    if (this.#state === 'escape') this.#readEscape(byte, at, tell);
    else if (this.#state === 'csi') this.#readCsi(byte, at, tell);
    else if (this.#state === 'string') this.#readString(byte, at, tell);
    else if (this.#state === 'ss3') {
      this.#state = 'text';
      // M is the Enter of the keypad in application mode
      if (byte === 0x4d) tell(plain('enter', 0x0d), this.#started, at + 1);
    } else if (--this.#mouseBytes === 0) this.#state = 'text';
  }

  #readEscape(byte: number, at: number, tell: KeyListener): void {
    // ESC that came alone was the key; what comes in the next read stands for itself unless it goes on as a sequence does
    const isAlone = this.#started < 0 && at === 0 && !(this.#endsString && byte === BACKSLASH);
    this.#state = 'text';
    if (byte === ESC) this.#startEscape(at, false);
    else if (byte === 0x5b) {
      this.#state = 'csi';
      this.#csi = '';
    } else if (byte === 0x4f) this.#state = 'ss3';
    else if (STRINGS.includes(byte)) this.#state = 'string';
    else if (isAlone) this.#readText(byte, at, tell);
  }

  #readCsi(byte: number, at: number, tell: KeyListener): void {
    if (byte < 0x20 || this.#csi.length > MAX_CSI_BYTES) {
      // no sequence after all
      this.#state = 'text';
      this.#readText(byte, at, tell);
    } else if (byte < 0x40 || byte > 0x7e) this.#csi += String.fromCharCode(byte);
    else this.#endCsi(String.fromCharCode(byte), at, tell);
  }

  #endCsi(final: string, at: number, tell: KeyListener): void {
    this.#state = 'text';
    if (final === 'M' && this.#csi === '') {
      this.#state = 'mouse';
      this.#mouseBytes = 3;
    } else if (final === '~' && this.#csi === '200') this.#pasting = true;
    else {
      const key = encodedKey(this.#csi, final);
      if (key !== undefined) tell(key, this.#started, at + 1);
    }
  }

  #readString(byte: number, at: number, tell: KeyListener): void {
    if (byte === ESC) this.#startEscape(at, true);
    else if (byte === BEL || byte === CAN) this.#state = 'text';
    else if (byte < 0x20) {
      // a reply holds no control characters: this is a key, and the string was none
      this.#state = 'text';
      this.#readText(byte, at, tell);
    }
  }
}

function plain(kind: Key['kind'], code: number, pasted = false): Key {
  return { kind, code, pasted, encoded: false, repeated: false };
}

/** Of UTF-8 only the first byte of a character counts. */
function isText(byte: number): boolean {
  return (byte >= 0x20 && byte < DELETE) || byte >= 0xc0;
}

function plainKey(byte: number): Key {
  if (byte === 0x0d || byte === 0x0a) return plain('enter', byte);
  return plain(byte === DELETE || byte === 0x08 ? 'backspace' : 'control', byte);
}

const [SHIFT, CONTROL, LOCKS] = [1, 4, 64 | 128];
const [ENTER, KEYPAD_ENTER] = [13, 57_414];
/** Keys without a character stand in Unicode's private use area, but for the digits and signs of the keypad (kitty's table). */
const [FIRST_FUNCTIONAL, LAST_FUNCTIONAL, FIRST_OF_KEYPAD, LAST_OF_KEYPAD] = [57_344, 63_743, 57_399, 57_413];

/** `CSI code:shifted:base;modifiers:event;text u` (kitty) or `CSI 27;modifiers;code ~` (xterm); undefined: another key, or none. */
function encodedKey(params: string, final: string): Key | undefined {
  if (!/^[0-9:;]+$/.test(params)) return undefined;
  const fields = params.split(';').map((field) => field.split(':').map(Number));
  if (final === '~' && params.startsWith('27;')) return keyOf(fields[2]?.[0] ?? 0, 0, fields[1]?.[0] ?? 1, 1);
  if (final !== 'u') return undefined;
  const [code = 0, , base = 0] = fields[0] ?? [];
  const [modifiers = 1, event = 1] = fields[1] ?? [];
  return keyOf(code, base, modifiers, event);
}

/**
 * @param base the key in the same place of a Latin layout, or 0
 * @param event 1 press, 2 repeat, 3 release
 */
function keyOf(code: number, base: number, modifiers: number, event: number): Key | undefined {
  if (event === 3) return undefined;
  const held = (Math.max(1, modifiers) - 1) & ~LOCKS;
  const letter = code > 0x7f && base > 0 ? base : code;
  const as = (kind: Key['kind'], character: number): Key => {
    return { kind, code: character, pasted: false, encoded: true, repeated: event === 2 };
  };
  if (held === CONTROL && letter >= 0x61 && letter <= 0x7a) return as('control', letter - 0x60);
  if ((held & ~SHIFT) !== 0) return undefined;
  if (code === ENTER || code === KEYPAD_ENTER) return held === 0 ? as('enter', code) : undefined;
  if (code === DELETE) return as('backspace', code);
  return hasCharacter(code) ? as('text', code) : undefined;
}

function hasCharacter(code: number): boolean {
  if (code < FIRST_FUNCTIONAL || code > LAST_FUNCTIONAL) return code >= 0x20;
  return code >= FIRST_OF_KEYPAD && code <= LAST_OF_KEYPAD;
}
