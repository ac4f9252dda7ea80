/**
 * Lets a person pick a session on the terminal. The keys and the redrawing are @clack/core's; the terminal is left as it was, also when a
 * signal ends uuldana.
 */

import { AutocompletePrompt } from '@clack/core';
import stringWidth from 'string-width';
import type { Preview } from '../session/preview.ts';
import type { SessionSummary } from '../session/summaries.ts';
import type { Paint } from './views/marked.ts';
import { fitsTyped, type PickerState, pickerFrame } from './views/picker.ts';

interface PickContext {
  readonly previewOf: (session: SessionSummary) => Preview;
  readonly paint: Paint;
  readonly nowMs: number;
}

interface Choice {
  readonly value: string;
  readonly session: SessionSummary;
  readonly number: number;
}

const SIGNALS = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const;

/** @returns the picked one; null when none was. Only called when there is a terminal. */
export async function pickSession(
  sessions: readonly SessionSummary[],
  context: PickContext,
): Promise<SessionSummary | null> {
  const options = sessions.map((session, index): Choice => ({ value: session.session, session, number: index + 1 }));
  const ended = new AbortController();
  const prompt = new AutocompletePrompt<Choice>({
    options,
    filter: (typed, { session, number }) => fitsTyped(typed, session, number, options.length),
    signal: ended.signal,
    accessible: false,
    render() {
      return this.state === 'submit' || this.state === 'cancel' ? '' : frameOf(this, context);
    },
  });
  return await untilSignal(ended, async () => {
    const picked = await prompt.prompt();
    return sessions.find(({ session }) => session === picked) ?? null;
  });
}

function frameOf(prompt: Omit<AutocompletePrompt<Choice>, 'prompt'>, { previewOf, paint, nowMs }: PickContext): string {
  const fitting = prompt.filteredOptions;
  const cursor = Math.min(prompt.cursor, Math.max(0, fitting.length - 1));
  const chosen = fitting[cursor];
  const preview = chosen === undefined ? null : previewOf(chosen.session);
  const state: PickerState = { typed: prompt.userInput, fitting, cursor, preview };
  const { columns = 80, rows = 24 } = process.stdout;
  return pickerFrame(state, { columns, rows, nowMs, paint, widthOf: stringWidth });
}

/** A signal first ends the prompt, which gives the terminal back, and then this process, as it would have without it. */
async function untilSignal<T>(ended: AbortController, pick: () => Promise<T>): Promise<T> {
  let received: NodeJS.Signals | null = null;
  const onSignal = (signal: NodeJS.Signals) => {
    received = signal;
    ended.abort();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  try {
    return await pick();
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal);
    if (received !== null) process.kill(process.pid, received);
  }
}
