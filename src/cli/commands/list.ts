/** `uuldana list`: all sessions. */

import type { Command } from 'commander';
import { EXIT } from '../../core/errors.ts';
import type { Ports } from '../../session/ports.ts';
import type { SessionSummary } from '../../session/summaries.ts';
import type { CommandContext } from '../context.ts';
import { examples, JSON_OPTION } from './options.ts';
import { printShown } from './show.ts';

interface ListOptions {
  readonly here?: boolean;
  readonly pick?: boolean;
  readonly json?: boolean;
}

export function addList(program: Command, context: CommandContext): void {
  const command = program
    .command('list')
    .summary('all sessions, latest first')
    .description('Lists the stored sessions, the one with the latest event first.')
    .option('--here', 'only those of the current folder')
    .option('--pick', 'pick one on the terminal, and show it')
    .option(...JSON_OPTION)
    .action((options: ListOptions) => run(context, options));
  examples(command, ['uuldana list', 'uuldana list --here', 'uuldana list --pick', 'uuldana list --json']);
}

async function run(context: CommandContext, options: ListOptions): Promise<void> {
  const ports = await context.ports();
  const [{ listSessions }, { listJson, listText }, { sayRefused }] = await Promise.all([
    import('../../session/list.ts'),
    import('../views/list.ts'),
    import('../views/refused.ts'),
  ]);
  const { sessions, refused } = listSessions(ports, { here: options.here === true });
  if (options.pick === true && options.json !== true) await pickAndShow(context, ports, sessions);
  else context.out(options.json === true ? listJson(sessions) : await listText(sessions, ports.clock.now()));
  sayRefused(ports, refused);
}

async function pickAndShow(context: CommandContext, ports: Ports, sessions: readonly SessionSummary[]): Promise<void> {
  const { pickOrPrint } = await import('../pick-session.ts');
  const picked = await pickOrPrint(context, ports, sessions);
  if (picked.type === 'none') context.exitCode = EXIT.no;
  if (picked.type !== 'picked') return;
  await printShown(context, picked.session.session, {});
}
