/** How text looks where it goes: colours and line breaks for a terminal, none of both elsewhere. */

import type { CommandContext } from './context.ts';
import { type ConversationStyle, PLAIN } from './views/conversation.ts';
import { widthFor } from './views/table.ts';
import { createFold } from './views/wrap.ts';

/** @param texts  what will be printed, as far as it is known */
export async function styleFor(context: CommandContext, texts: readonly string[] | null): Promise<ConversationStyle> {
  if (!context.hasTerminal) return PLAIN;
  // https://no-color.org: any value that is not empty
  const colour = !context.env['NO_COLOR'] && context.env['TERM'] !== 'dumb';
  const widthOf = await widthFor(texts ?? ['\u00e9']);
  return { colour, fold: createFold(context.columns(), widthOf) };
}
