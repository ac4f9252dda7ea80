/** `uuldana log [SESSION]`: the events of a session, in order. */

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { jsonText } from '../views/json.ts';
import { examples, JSON_OPTION } from './options.ts';

export function addLog(program: Command, context: CommandContext): void {
  const command = program
    .command('log')
    .summary('the events of a session, in order')
    .description('Prints what the journal of a session recorded, event by event.')
    .argument('[session]', 'an id, a name, or any unique part of an id')
    .option(...JSON_OPTION)
    .action((session: string | undefined, options: { json?: boolean }) => run(context, session, options));
  examples(command, ['uuldana log', 'uuldana log login --json']);
}

async function run(context: CommandContext, session: string | undefined, options: { json?: boolean }): Promise<void> {
  const ports = await context.ports();
  const [{ readLog }, { logText }] = await Promise.all([import('../../session/log.ts'), import('../views/log.ts')]);
  const entries = await readLog(ports, session ?? null);
  context.out(options.json === true ? jsonText(entries) : logText(entries));
}
