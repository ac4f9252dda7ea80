/**
 * What a program's sequences change about its terminal: the state that modes.ts keeps, and the effect of each sequence on it.
 * Modes it does not know are left alone.
 */

import { type Csi, paramOf } from './csi.ts';

/** Modes that are off in a fresh terminal and may simply be switched off, in the order in which that is done. */
export const PLAIN = [9, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 2004, 2031, 2048, 1, 5, 69];
/** Modes that are on in a fresh terminal: autowrap, the visible cursor. */
export const ON_BY_DEFAULT = [7, 25];
export const SYNCHRONISED = 2026;
export const ORIGIN = 6;
const KEYPAD = 66;
export const ALTERNATE = [1049, 1047, 47];
const KNOWN = new Set([...PLAIN, ...ON_BY_DEFAULT, SYNCHRONISED, ORIGIN, ...ALTERNATE]);
/** Of DECSTR, the soft reset: what it takes back, by DEC's manual of the VT510. */
const SOFT_RESET = [1, 6, 7, 25, 69];

export interface ModeState {
  /** Private modes that are not as in a fresh terminal. */
  readonly changed: Set<number>;
  readonly ansi: Set<number>;
  readonly charsets: Map<number, number>;
  /** OSC number -> what was set with it. */
  readonly colours: Map<number, string>;
  keypad: boolean;
  shiftedOut: boolean;
  attributes: number;
  margins: string;
  otherKeys: number;
  cursorStyle: number;
  title: string | null;
  link: boolean;
  progress: boolean;
}

export function freshState(): ModeState {
  return {
    changed: new Set(),
    ansi: new Set(),
    charsets: new Map(),
    colours: new Map(),
    keypad: false,
    shiftedOut: false,
    attributes: 0,
    margins: '',
    otherKeys: 0,
    cursorStyle: 0,
    title: null,
    link: false,
    progress: false,
  };
}

/** Finals of sequences without a prefix that change nothing here, and come by the thousand: cursor movements, erasures. */
const IDLE = new Set([...'ABCDEFGHJKLMPXd'].map((final) => final.charCodeAt(0)));

export function applyCsi(state: ModeState, csi: Csi): void {
  const { prefix, intermediate, final } = csi;
  if (prefix === 0 && IDLE.has(final)) return;
  const marks = [prefix, intermediate].filter((byte) => byte !== 0);
  CSI_EFFECTS[String.fromCharCode(...marks, final)]?.(state, csi);
}

/** Prefix, intermediate and final byte -> what the sequence does. */
const CSI_EFFECTS: Readonly<Record<string, (state: ModeState, csi: Csi) => void>> = {
  '?h': (state, csi) => setPrivate(state, csi, true),
  '?l': (state, csi) => setPrivate(state, csi, false),
  h: (state, csi) => setAnsi(state, csi, true),
  l: (state, csi) => setAnsi(state, csi, false),
  r: (state, { params, count }) => {
    const rows = [...params.subarray(0, count)].map((row) => Math.max(0, row));
    state.margins = rows.some((row) => row > 0) ? `\x1b[${rows.join(';')}r` : '';
  },
  '>m': (state, csi) => {
    if (paramOf(csi, 0, 0) === 4) state.otherKeys = paramOf(csi, 1, 0);
  },
  ' q': (state, csi) => {
    state.cursorStyle = paramOf(csi, 0, 0);
  },
  '!p': softReset,
};

function setPrivate(state: ModeState, { params, count }: Csi, on: boolean): void {
  const modes = params.subarray(0, count);
  for (const mode of modes) {
    if (mode === KEYPAD) state.keypad = on;
    else if (KNOWN.has(mode)) state.changed[on === ON_BY_DEFAULT.includes(mode) ? 'delete' : 'add'](mode);
  }
  // the three name one screen: leaving it by any of them leaves it
  if (!on && modes.some((mode) => ALTERNATE.includes(mode))) for (const mode of ALTERNATE) state.changed.delete(mode);
}

/** Insert mode and new-line mode. */
function setAnsi(state: ModeState, { params, count }: Csi, on: boolean): void {
  for (const mode of params.subarray(0, count)) {
    if (mode === 4 || mode === 20) state.ansi[on ? 'add' : 'delete'](mode);
  }
}

function softReset(state: ModeState): void {
  for (const mode of SOFT_RESET) state.changed.delete(mode);
  Object.assign(state, { keypad: false, shiftedOut: false, attributes: 0, margins: '' });
  state.charsets.clear();
  state.ansi.delete(4);
}

/** Device attributes `c`, reports `n`, kitty flags `?u`, modes `$p`, the terminal's version `>q`, and sizes and titles `t`. */
export function isQuery(csi: Csi): boolean {
  const { prefix, intermediate, final } = csi;
  if (final === 0x63 || final === 0x6e) return prefix !== 0x3e || final === 0x63;
  if (final === 0x75) return prefix === 0x3f;
  if (final === 0x70) return intermediate === 0x24;
  if (final === 0x71) return prefix === 0x3e;
  return final === 0x74 && prefix === 0 && paramOf(csi, 0, 0) >= 11 && paramOf(csi, 0, 0) <= 21;
}

export function applyEscape(state: ModeState, intermediate: number, final: number): void {
  const isDesignation = intermediate >= 0x28 && intermediate <= 0x2b;
  if (isDesignation && final === 0x42) state.charsets.delete(intermediate);
  else if (isDesignation) state.charsets.set(intermediate, final);
  else if (intermediate === 0 && (final === 0x3d || final === 0x3e)) state.keypad = final === 0x3d;
  // n and o lock G2 and G3 in
  else if (intermediate === 0 && (final === 0x6e || final === 0x6f)) state.shiftedOut = true;
}

const TITLES = [0, 1, 2];
/** Palette, foreground, background, cursor: 100 more takes each back. */
const COLOURS = [4, 10, 11, 12, 17, 19];

export function applyOsc(state: ModeState, osc: string): void {
  const text = Buffer.from(osc, 'latin1').toString('utf8');
  const semicolon = text.indexOf(';');
  const code = Number(semicolon === -1 ? text : text.slice(0, semicolon));
  const value = semicolon === -1 ? '' : text.slice(semicolon + 1);
  if (TITLES.includes(code)) state.title = value === '' ? null : value;
  else if (COLOURS.includes(code) && !value.includes('?')) state.colours.set(code, value);
  else if (COLOURS.includes(code - 100)) state.colours.delete(code - 100);
  else if (code === 8) state.link = !/^[^;]*;?$/.test(value);
  else if (code === 9 && value.startsWith('4;')) state.progress = value[2] !== '0';
}
