/** The demo agent at a terminal: keys in, view out. */

import { type Conversation, type Ending, sitDown } from './conversation.ts';
import { createFullScreenView } from './full-screen-view.ts';
import { createInlineView } from './inline-view.ts';
import { createKeyReader, type Key } from './keys.ts';
import type { Options } from './options.ts';
import { afterKey, emptyPrompt } from './prompt.ts';
import type { Store } from './store.ts';
import { openTerminal } from './terminal.ts';

/** Exit status by the shell's convention: 128 and the signal's number. */
const TERMINATED = 143;

export interface SittingRequest {
  readonly store: Store;
  readonly opened: Conversation;
  readonly options: Options;
  readonly folder: string;
}

/**
 * Runs until the user leaves.
 *
 * @param end  called once; the terminal is given back before, unless it is gone or the agent is to die, whose point that is
 */
export function runInteractive(
  { store, opened, options, folder }: SittingRequest,
  end: (ending: Ending) => void,
): void {
  const readKeys = createKeyReader();
  let prompt = emptyPrompt(opened.prompts);
  let isOver = false;
  const terminal = openTerminal({
    text: (text) => readKeys(text).forEach(press),
    resized: () => view.redraw(),
    gone: () => leave({ how: 'hang-up' }),
    terminated: () => leave({ how: 'exit', code: TERMINATED }),
  });
  const createView = options.isFullScreen ? createFullScreenView : createInlineView;
  const view = createView(terminal, { id: opened.id, permission: options.permission, folder });
  const sitting = sitDown(store, view, opened);

  function press(key: Key): void {
    if (isOver) return;
    const step = afterKey(prompt, key);
    prompt = step.prompt;
    view.edit(prompt.line, step.hint ?? '');
    if (step.say !== undefined) say(step.say);
    if (step.isOver === true) leave({ how: 'exit', code: 0 });
  }

  function say(text: string): void {
    const ending = sitting.say(text);
    if (ending !== null) leave(ending);
  }

  function leave(ending: Ending): void {
    if (isOver) return;
    isOver = true;
    if (ending.how === 'exit') {
      view.close();
      terminal.leave();
    }
    end(ending);
  }

  terminal.enter();
  view.open();
  if (opened.earlier.length > 0) view.show(opened.earlier);
  if (options.prompt !== null) say(options.prompt);
}
