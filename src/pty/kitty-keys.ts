/**
 * The keyboard modes of kitty's protocol that a program left on. Each of the two screens has a stack of its own, and what was
 * pushed three times must be popped three times.
 *
 * @see https://sw.kovidgoyal.net/kitty/keyboard-protocol/ (read 2026-11)
 */

import { type Csi, paramOf } from './csi.ts';

export interface KittyKeys {
  /** `CSI > u` pushes, `CSI < u` pops, `CSI = u` changes the flags in force. */
  apply(sequence: Csi, onAlternate: boolean): void;
  /** What takes back all that was pushed on a screen; nothing for the alternate one when it is not shown. */
  off(ofAlternate: boolean, onAlternate: boolean): string;
  /** What puts it on again. */
  on(ofAlternate: boolean): string;
}

interface Stack {
  /** Flags set below everything that was pushed, or 0. */
  base: number;
  readonly pushed: number[];
}

/** Terminals bound their stacks and drop the oldest entry; none is known to keep more. */
const MAX_PUSHED = 64;

export function createKittyKeys(): KittyKeys {
  const main: Stack = { base: 0, pushed: [] };
  const alternate: Stack = { base: 0, pushed: [] };

  return {
    apply: (csi, onAlternate) => {
      const stack = onAlternate ? alternate : main;
      if (csi.prefix === 0x3e) push(stack, paramOf(csi, 0, 0));
      else if (csi.prefix === 0x3c) pop(stack, paramOf(csi, 0, 1));
      else if (csi.prefix === 0x3d) change(stack, paramOf(csi, 0, 0), paramOf(csi, 1, 1));
    },
    off: (ofAlternate, onAlternate) => {
      if (ofAlternate && !onAlternate) return '';
      const { base, pushed } = ofAlternate ? alternate : main;
      const pops = pushed.length === 0 ? '' : `\x1b[<${pushed.length === 1 ? '' : pushed.length}u`;
      return `${pops}${base === 0 ? '' : '\x1b[=0u'}`;
    },
    on: (ofAlternate) => {
      const { base, pushed } = ofAlternate ? alternate : main;
      return `${base === 0 ? '' : `\x1b[=${base}u`}${pushed.map((flags) => `\x1b[>${flags}u`).join('')}`;
    },
  };
}

function push({ pushed }: Stack, flags: number): void {
  pushed.push(flags);
  if (pushed.length > MAX_PUSHED) pushed.shift();
}

function pop(stack: Stack, count: number): void {
  // a pop of more than there is empties the stack, which resets the flags
  if (count > stack.pushed.length) stack.base = 0;
  stack.pushed.length = Math.max(0, stack.pushed.length - count);
}

/** @param how 1: exactly these flags, 2: these too, 3: without these */
function change(stack: Stack, flags: number, how: number): void {
  const top = stack.pushed.length - 1;
  const before = stack.pushed[top] ?? stack.base;
  const after = how === 1 ? flags : how === 2 ? before | flags : before & ~flags;
  if (top === -1) stack.base = after;
  else stack.pushed[top] = after;
}
