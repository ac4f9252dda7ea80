/** The prompt at a terminal: what each key does to the line, to the history and to the sitting. Pure. */

import type { Key, KeyName } from './keys.ts';
import { EMPTY_LINE, edited, type Line, lineOf } from './line-editor.ts';

export interface Prompt {
  readonly line: Line;
  /** What was said before, for the arrow keys; `recalled` is the place among it, its length when none is. */
  readonly said: readonly string[];
  readonly recalled: number;
  /** The key before was ^C. */
  readonly isInterrupted: boolean;
}

export interface Step {
  readonly prompt: Prompt;
  /** What is to be said now. */
  readonly say?: string;
  readonly hint?: string;
  readonly isOver?: boolean;
}

export function emptyPrompt(said: readonly string[]): Prompt {
  return { line: EMPTY_LINE, said, recalled: said.length, isInterrupted: false };
}

export function afterKey(prompt: Prompt, key: Key): Step {
  const special = key.type === 'key' ? STEPS[key.name] : undefined;
  const step = special?.(prompt) ?? { prompt: { ...prompt, line: edited(prompt.line, key) } };
  const isInterrupted = key.type === 'key' && key.name === 'interrupt';
  return { ...step, prompt: { ...step.prompt, isInterrupted } };
}

const STEPS: Readonly<Partial<Record<KeyName, (prompt: Prompt) => Step>>> = {
  enter: submitted,
  // as in a shell, what was typed is still taken when the input ends behind it
  'end-of-input': (prompt) => ({ ...submitted(prompt), isOver: true }),
  interrupt: (prompt) => ({
    prompt: emptyPrompt(prompt.said),
    isOver: prompt.isInterrupted,
    hint: '^C again to leave',
  }),
  up: (prompt) => recalled(prompt, -1),
  down: (prompt) => recalled(prompt, 1),
};

function submitted({ line, said }: Prompt): Step {
  if (line.text.trim() === '') return { prompt: emptyPrompt(said) };
  return { prompt: emptyPrompt([...said, line.text]), say: line.text };
}

function recalled(prompt: Prompt, by: number): Step {
  const place = Math.min(prompt.said.length, Math.max(0, prompt.recalled + by));
  return { prompt: { ...prompt, recalled: place, line: lineOf(prompt.said[place] ?? '') } };
}
