/** `uuldana show [SESSION]`: one session with its runs and what they showed last. */

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { examples, JSON_OPTION } from './options.ts';

interface ShowOptions {
  readonly raw?: boolean;
  readonly json?: boolean;
}

export function addShow(program: Command, context: CommandContext): void {
  const command = program
    .command('show')
    .summary('one session, its runs and what they showed last')
    .description(
      'Shows a session, its runs and what they showed last: "> " stands before what you said, "| " before tools. Without SESSION: the latest one of this folder.',
    )
    .argument('[session]', 'an id, a name, or any unique part of an id')
    .option('--raw', 'their last screens as they were, without marks')
    .option(...JSON_OPTION)
    .action((session: string | undefined, options: ShowOptions) => printShown(context, session ?? null, options));
  examples(command, ['uuldana show', 'uuldana show login --raw', 'uuldana show login --json']);
}

/** Prints one session; without a reference the latest one of this folder. */
export async function printShown(context: CommandContext, session: string | null, options: ShowOptions): Promise<void> {
  const ports = await context.ports();
  const [{ showSession }, { showJson, showText }, { readConversation }, { styleFor }] = await Promise.all([
    import('../../session/show.ts'),
    import('../views/show.ts'),
    import('../../session/conversation.ts'),
    import('../style.ts'),
  ]);
  const details = await showSession(ports, session);
  if (options.json === true) return context.out(showJson(details));
  const lines = options.raw === true ? null : (await readConversation(ports, details.session)).lines;
  const texts = lines?.map(({ text }) => text) ?? [];
  const style = await styleFor(context, texts);
  context.out(showText(details, { nowMs: ports.clock.now(), conversation: lines, style }));
}
