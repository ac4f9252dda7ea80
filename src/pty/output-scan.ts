/**
 * Finds the control sequences in a program's output, split across chunks as they may be. It reads what a terminal would read and
 * understands none of it; modes.ts does. Bytes between sequences are skipped with `indexOf`, so that plain text costs nothing.
 * Grammar: ECMA-48 with the DEC extensions; UTF-8 is assumed, so that C1 controls are two bytes.
 */

/** `CSI prefix params intermediate final`. Valid only during the call: the object is used again. */
export interface Csi {
  /** `<`, `=`, `>`, `?` as a byte, or 0. */
  prefix: number;
  intermediate: number;
  final: number;
  /** -1 where a parameter is missing. */
  readonly params: number[];
  /** Whether the parameter at the same index follows a colon: a part of the one before. */
  readonly isPart: boolean[];
}

export interface OutputHandlers {
  csi(sequence: Csi): void;
  /** `ESC intermediate final`; the intermediate is 0 when there is none. */
  esc(intermediate: number, final: number): void;
  /** The text of an OSC, cut after 256 bytes, as Latin-1. */
  osc(text: string): void;
  /** Shift out (to G1) or shift in. */
  shift(out: boolean): void;
}

type State = 'text' | 'escape' | 'csi' | 'osc' | 'string';

const [BEL, SO, SI, CAN, SUB, ESC] = [0x07, 0x0e, 0x0f, 0x18, 0x1a, 0x1b];
const [SEMICOLON, COLON] = [0x3b, 0x3a];
const MAX_PARAMS = 32;
const MAX_PARAM = 99_999;
const MAX_OSC_BYTES = 256;
const NEAR_BYTES = 48;
/** What follows ESC and opens a longer sequence: `[` CSI, `]` OSC, and the strings `P` DCS, `X` SOS, `^` PM, `_` APC. */
const OPENERS: Readonly<Record<number, State>> = {
  91: 'csi',
  93: 'osc',
  80: 'string',
  88: 'string',
  94: 'string',
  95: 'string',
};

export class OutputScanner {
  readonly #handlers: OutputHandlers;
  readonly #csi: Csi = { prefix: 0, intermediate: 0, final: 0, params: [], isPart: [] };
  #state: State = 'text';
  #intermediate = 0;
  #osc = '';
  #missing = 0;

  constructor(handlers: OutputHandlers) {
    this.#handlers = handlers;
  }

  /** Whether the output so far ends inside a sequence. */
  get inSequence(): boolean {
    return this.#state !== 'text';
  }

  /** Whether the output so far ends between two sequences and two characters, so that something can be put in. */
  get atRest(): boolean {
    return this.#state === 'text' && this.#missing === 0;
  }

  push(bytes: Uint8Array): void {
    const hasShifts = bytes.includes(SO) || bytes.includes(SI);
    let at = 0;
    while (at < bytes.length) {
      if (this.#state === 'text') at = this.#skipText(bytes, at, hasShifts);
      else this.#read(bytes[at++] as number);
    }
    this.#missing = missingBytes(bytes, this.#missing);
  }

  #skipText(bytes: Uint8Array, start: number, hasShifts: boolean): number {
    const found = indexOfEscape(bytes, start);
    const end = found === -1 ? bytes.length : found;
    if (hasShifts) this.#readShifts(bytes.subarray(start, end));
    if (found !== -1) this.#open();
    return end + 1;
  }

  /** Of several only the last counts. */
  #readShifts(text: Uint8Array): void {
    const [lastOut, lastIn] = [text.lastIndexOf(SO), text.lastIndexOf(SI)];
    if (lastOut !== lastIn) this.#handlers.shift(lastOut > lastIn);
  }

  #open(): void {
    // an ESC ends a string too; the backslash of `ESC \` then says nothing by itself
    if (this.#state === 'osc') this.#handlers.osc(this.#osc);
    this.#state = 'escape';
    this.#intermediate = 0;
  }

  #read(byte: number): void {
    if (byte === ESC) this.#open();
    else if (byte === CAN || byte === SUB) this.#state = 'text';
    else if (this.#state === 'csi') this.#readCsi(byte);
    else if (this.#state === 'osc') this.#readOsc(byte);
    else if (this.#state === 'escape') this.#readEscape(byte);
  }

  #readEscape(byte: number): void {
    if (byte >= 0x20 && byte < 0x30) this.#intermediate = byte;
    if (byte < 0x30) return;
    const opened = this.#intermediate === 0 ? OPENERS[byte] : undefined;
    this.#state = opened ?? 'text';
    this.#osc = '';
    this.#csi.prefix = 0;
    this.#csi.intermediate = 0;
    this.#csi.params.length = 0;
    this.#csi.isPart.length = 0;
    if (opened === undefined) this.#handlers.esc(this.#intermediate, byte);
  }

  #readCsi(byte: number): void {
    if (byte >= 0x40 && byte < 0x7f) {
      this.#state = 'text';
      this.#csi.final = byte;
      this.#handlers.csi(this.#csi);
    } else if (byte >= 0x3c) this.#csi.prefix = byte;
    else if (byte >= 0x30) this.#readParam(byte);
    else if (byte >= 0x20) this.#csi.intermediate = byte;
  }

  #readParam(byte: number): void {
    const { params } = this.#csi;
    const isNext = byte === SEMICOLON || byte === COLON;
    if (params.length === 0) this.#addParam(false);
    if (isNext) this.#addParam(byte === COLON);
    else params.push(Math.min(MAX_PARAM, Math.max(0, params.pop() ?? 0) * 10 + byte - 0x30));
  }

  #addParam(isPart: boolean): void {
    if (this.#csi.params.length === MAX_PARAMS) return;
    this.#csi.params.push(-1);
    this.#csi.isPart.push(isPart);
  }

  #readOsc(byte: number): void {
    if (byte === BEL) {
      this.#state = 'text';
      this.#handlers.osc(this.#osc);
    } else if (this.#osc.length < MAX_OSC_BYTES) this.#osc += String.fromCharCode(byte);
  }
}

/** Sequences stand close together in a full-screen program's output: a short loop first, then the search that is made for long text. */
function indexOfEscape(bytes: Uint8Array, start: number): number {
  const near = Math.min(bytes.length, start + NEAR_BYTES);
  for (let at = start; at < near; at++) if (bytes[at] === ESC) return at;
  return near === bytes.length ? -1 : bytes.indexOf(ESC, near);
}

/** How many bytes the last UTF-8 character of the output still lacks, after `bytes` have followed one that lacked `before`. */
function missingBytes(bytes: Uint8Array, before: number): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return Math.max(0, lengthOf(byte) - back);
  }
  return Math.max(0, before - bytes.length);
}

function lengthOf(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}
