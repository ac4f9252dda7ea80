/** `uuldana list`: all sessions. */

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { examples, JSON_OPTION } from './options.ts';

export function addList(program: Command, context: CommandContext): void {
  const command = program
    .command('list')
    .summary('all sessions, latest first')
    .description('Lists the stored sessions, the one with the latest event first.')
    .option('--here', 'only those of the current folder')
    .option(...JSON_OPTION)
    .action((options: { here?: boolean; json?: boolean }) => run(context, options));
  examples(command, ['uuldana list', 'uuldana list --here', 'uuldana list --json']);
}

async function run(context: CommandContext, options: { here?: boolean; json?: boolean }): Promise<void> {
  const ports = await context.ports();
  const [{ listSessions }, { listJson, listText }, { sayRefused }] = await Promise.all([
    import('../../session/list.ts'),
    import('../views/list.ts'),
    import('../views/refused.ts'),
  ]);
  const { sessions, refused } = listSessions(ports, { here: options.here === true });
  context.out(options.json === true ? listJson(sessions) : await listText(sessions, ports.clock.now()));
  sayRefused(ports, refused);
}
