/** Prints the conversation of a session: through the pager on a terminal, as it is elsewhere; or line by line as it grows. */

import { setTimeout as sleep } from 'node:timers/promises';
import { readConversation } from '../session/conversation.ts';
import { followConversation } from '../session/follow.ts';
import { locateSession } from '../session/locate.ts';
import type { CommandContext } from './context.ts';
import { page } from './pager.ts';
import { styleFor } from './style.ts';
import { createLogPrinter, rawText } from './views/session-log.ts';

const LOOK_EVERY_MS = 500;

/** @param session  null: the latest one of this folder */
export async function printConversation(context: CommandContext, session: string | null, raw: boolean): Promise<void> {
  const ports = await context.ports();
  const { found } = locateSession(ports, session);
  const conversation = await readConversation(ports, found.session);
  const { lines, damagedLines } = conversation;
  if (damagedLines > 0) ports.talk(`uuldana: ${damagedLines} damaged lines of the journal could not be read`);
  if (lines.length === 0) return ports.talk('uuldana: nothing that it showed is recorded');
  const style = await styleFor(
    context,
    lines.map(({ text }) => text),
  );
  const printer = createLogPrinter(style);
  const text = raw ? rawText(lines) : printer.print(lines, conversation) + printer.end();
  if (context.hasTerminal) await page(text, context.env, context.out);
  else context.out(text);
}

export async function printGrowing(context: CommandContext, session: string | null, raw: boolean): Promise<void> {
  const ports = await context.ports();
  const { found } = locateSession(ports, session);
  const printer = createLogPrinter(await styleFor(context, null));
  if (found.live_pid === null) ports.talk('uuldana: no run of it lives now, so nothing will be added');
  await followConversation(ports, {
    session: found.session,
    tell: (lines, conversation) => context.out(raw ? rawText(lines) : printer.print(lines, conversation)),
    wait: () => sleep(LOOK_EVERY_MS),
  });
  if (!raw) context.out(printer.end());
}
