/**
 * Follows a program's output and knows which modes of the terminal it left on, so that they can be taken back however the
 * program ends, and put on again when a suspended program goes on. It reads copies of the bytes; nothing passes through it.
 * The grammar is in output-scan.ts, the meaning in mode-state.ts. Sequences and their meaning: the manuals of xterm (patch 390, ctlseqs) and kitty 0.36.
 */

import { createKittyKeys } from './kitty-keys.ts';
import {
  ALTERNATE,
  applyCsi,
  applyEscape,
  applyOsc,
  freshState,
  isQuery,
  type ModeState,
  ON_BY_DEFAULT,
  ORIGIN,
  PLAIN,
  SYNCHRONISED,
} from './mode-state.ts';
import { OutputScanner } from './output-scan.ts';
import { attributesAfter } from './sgr.ts';

export interface Modes {
  push(bytes: Uint8Array): void;
  /** What puts the terminal back as a shell expects it: nothing for what is not on. Does not change what is known. */
  restore(): string;
  /** What puts on again what `restore` has taken back. Text attributes are left out: a program sets them as it draws. */
  reapply(): string;
  /** Whether something can be put into the output here without splitting a sequence or a character. */
  readonly atRest: boolean;
  /** How many questions the program has put to its terminal. Their answers come as input, perhaps when it has ended. */
  readonly asked: number;
}

export function createModes(): Modes {
  let state = freshState();
  let keys = createKittyKeys();
  let asked = 0;
  const onAlternate = () => ALTERNATE.some((mode) => state.changed.has(mode));

  const scanner = new OutputScanner({
    csi: (csi) => {
      // by far the most frequent one
      if (csi.final === 0x6d && csi.prefix === 0) state.attributes = attributesAfter(state.attributes, csi);
      else if (isQuery(csi)) asked++;
      else if (csi.final === 0x75 && csi.prefix !== 0) keys.apply(csi, onAlternate());
      else applyCsi(state, csi);
    },
    esc: (intermediate, final) => {
      if (intermediate === 0 && final === 0x63) {
        state = freshState();
        keys = createKittyKeys();
      } else applyEscape(state, intermediate, final);
    },
    osc: (text) => {
      if (text.endsWith(';?')) asked++;
      applyOsc(state, text);
    },
    shift: (out) => {
      state.shiftedOut = out;
    },
  });

  return {
    push: (bytes) => scanner.push(bytes),
    restore: () => {
      // an unfinished sequence would swallow what follows; CAN ends it
      const cut = scanner.inSequence ? '\x18' : '';
      return cut + restoreOf(state, keys.off(true, onAlternate()), keys.off(false, onAlternate()));
    },
    reapply: () => reapplyOf(state, keys.on(false), onAlternate() ? keys.on(true) : ''),
    get atRest() {
      return scanner.atRest;
    },
    get asked() {
      return asked;
    },
  };
}

/** The order matters: what belongs to the alternate screen goes before it is left, margins and attributes after. */
function restoreOf(state: ModeState, keysOfAlternate: string, keysOfMain: string): string {
  const { changed } = state;
  const on = (modes: readonly number[]) => modes.filter((mode) => changed.has(mode));
  return [
    setting(on([SYNCHRONISED]), 'l'),
    keysOfAlternate,
    setting(on(PLAIN), 'l'),
    state.keypad ? '\x1b>' : '',
    state.otherKeys === 0 ? '' : '\x1b[>4;0m',
    setting(on(ALTERNATE), 'l'),
    keysOfMain,
    // both move the cursor to the top; margins can be put back around a saved cursor, origin mode is part of what is saved
    changed.has(ORIGIN) ? '\x1b[r\x1b[?6l\x1b[999;1H' : state.margins && '\x1b7\x1b[r\x1b8',
    state.shiftedOut ? '\x0f' : '',
    ...[...state.charsets.keys()].map((set) => `\x1b${String.fromCharCode(set)}B`),
    ...[...state.ansi].map((mode) => `\x1b[${mode}l`),
    state.link ? '\x1b]8;;\x07' : '',
    state.attributes === 0 ? '' : '\x1b[m',
    ...[...state.colours.keys()].map((code) => `\x1b]${code + 100}\x07`),
    state.progress ? '\x1b]9;4;0\x07' : '',
    state.cursorStyle === 0 ? '' : '\x1b[0 q',
    setting(on(ON_BY_DEFAULT), 'h'),
    state.title === null ? '' : '\x1b]0;\x07',
  ].join('');
}

function reapplyOf(state: ModeState, keysOfMain: string, keysOfAlternate: string): string {
  const { changed } = state;
  const on = (modes: readonly number[]) => modes.filter((mode) => changed.has(mode));
  return [
    keysOfMain,
    setting(on(ALTERNATE), 'h'),
    keysOfAlternate,
    setting(on(PLAIN), 'h'),
    state.keypad ? '\x1b=' : '',
    state.otherKeys === 0 ? '' : `\x1b[>4;${state.otherKeys}m`,
    state.margins,
    setting(on([ORIGIN]), 'h'),
    ...[...state.charsets].map(([set, final]) => `\x1b${String.fromCharCode(set, final)}`),
    state.shiftedOut ? '\x0e' : '',
    ...[...state.ansi].map((mode) => `\x1b[${mode}h`),
    ...[...state.colours].map(([code, value]) => `\x1b]${code};${value}\x07`),
    state.cursorStyle === 0 ? '' : `\x1b[${state.cursorStyle} q`,
    setting(on(ON_BY_DEFAULT), 'l'),
    state.title === null ? '' : `\x1b]0;${state.title}\x07`,
  ].join('');
}

function setting(modes: readonly number[], final: 'h' | 'l'): string {
  return modes.length === 0 ? '' : `\x1b[?${modes.join(';')}${final}`;
}
