/** `uuldana show [SESSION]`: one session with its runs and what they showed last. */

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { examples, JSON_OPTION } from './options.ts';

export function addShow(program: Command, context: CommandContext): void {
  const command = program
    .command('show')
    .summary('one session, its runs and their last screen')
    .description('Shows a session, its runs and what they showed last. Without SESSION: the latest one of this folder.')
    .argument('[session]', 'an id, a name, or any unique part of an id')
    .option(...JSON_OPTION)
    .action((session: string | undefined, options: { json?: boolean }) => run(context, session, options));
  examples(command, ['uuldana show', 'uuldana show login --json']);
}

async function run(context: CommandContext, session: string | undefined, options: { json?: boolean }): Promise<void> {
  const ports = await context.ports();
  const [{ showSession }, { showJson, showText }] = await Promise.all([
    import('../../session/show.ts'),
    import('../views/show.ts'),
  ]);
  const details = await showSession(ports, session ?? null);
  context.out(options.json === true ? showJson(details) : showText(details, ports.clock.now()));
}
