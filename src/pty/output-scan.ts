/**
 * Finds the control sequences in a program's output, split across chunks as they may be. It reads what a terminal would read and
 * understands none of it; modes.ts does. Bytes between sequences are skipped with `indexOf`, so that plain text costs nothing.
 * Grammar: ECMA-48 with the DEC extensions; UTF-8 is assumed, so that C1 controls are two bytes.
 */

import { type Csi, newCsi, readParam } from './csi.ts';

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
const BRACKET = 0x5b;
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
  readonly #csi: Csi = newCsi();
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
    if (found === -1) return end;
    this.#open();
    return bytes[end + 1] === BRACKET ? this.#readWhole(bytes, end + 2) : end + 1;
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
    this.#reset();
    if (opened === undefined) this.#handlers.esc(this.#intermediate, byte);
  }

  /**
   * Reads a control sequence in one go, from behind its `[`: nearly all of them. Returns where to go on; one that is cut off, or
   * holds anything unusual, is left to be read byte by byte from its `[`.
   */
  #readWhole(bytes: Uint8Array, start: number): number {
    const csi = this.#csi;
    this.#reset();
    for (let at = start; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      if (byte >= 0x40 && byte < 0x7f) {
        this.#endCsi(byte);
        return at + 1;
      }
      if (byte >= 0x30 && byte < 0x3c) readParam(csi, byte);
      else if (byte >= 0x3c && byte < 0x40) csi.prefix = byte;
      else break;
    }
    return start - 1;
  }

  #reset(): void {
    const csi = this.#csi;
    csi.prefix = 0;
    csi.intermediate = 0;
    csi.count = 0;
  }

  #readCsi(byte: number): void {
    if (byte >= 0x40 && byte < 0x7f) this.#endCsi(byte);
    else if (byte >= 0x3c) this.#csi.prefix = byte;
    else if (byte >= 0x30) readParam(this.#csi, byte);
    else if (byte >= 0x20) this.#csi.intermediate = byte;
  }

  #endCsi(final: number): void {
    this.#state = 'text';
    this.#csi.final = final;
    this.#handlers.csi(this.#csi);
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
