/** `uuldana handoff PROVIDER [SESSION]`: go on with a session at another provider. */

import type { Command } from 'commander';
import { adapters } from '../../../adapters/index.ts';
import type { CommandContext } from '../context.ts';
import { captureOption, examples, levelOption } from './options.ts';
import { addHandoffOptions, type HandoffOptions, runHandoff } from './run-handoff.ts';

export function addHandoff(program: Command, context: CommandContext): void {
  const [first, second] = adapters.map(({ id }) => id);
  const command = program
    .command('handoff')
    .summary('go on with a session at another provider')
    .description(
      'Goes on with a session at another provider, which gets what was visible of it as its first prompt. Ceiling and history stay.',
    )
    .usage('PROVIDER [SESSION] [options] [-- AGENT ARGS]')
    .argument('<provider>', `which agent: ${adapters.map(({ id }) => id).join(', ')}, or one of your own`)
    .argument('[session]', 'an id, a name, or any unique part of an id; the latest of this folder')
    .option('--with <text>', 'your own instruction, put after the record; "-" reads it from standard input');
  addHandoffOptions(command)
    .addOption(levelOption('--permission', 'another level, up to the ceiling of the session'))
    .option('--bypass-permissions', 'the same as --permission bypass')
    .addOption(captureOption())
    .option('--here', 'the folder of the session moved: it is the current one now')
    .option('--dry-run', 'print exactly what would be sent, and how, and start nothing')
    .option('--json', 'with --dry-run: print JSON')
    .action((provider: string, session: string | undefined, options: HandoffOptions & { readonly with?: string }) =>
      runHandoff(context, { ...options, provider, session: session ?? null, instruction: options.with }),
    );
  examples(command, [
    `uuldana handoff ${second ?? first}`,
    `uuldana handoff ${second ?? first} login --with "go on where it stopped"`,
    `uuldana handoff ${second ?? first} login --dry-run`,
  ]);
}
