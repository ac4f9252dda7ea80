/** `uuldana providers`: what is installed and what each can promise. */

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { examples, JSON_OPTION } from './options.ts';

interface ProvidersOptions {
  readonly check?: boolean;
  readonly json?: boolean;
}

export function addProviders(program: Command, context: CommandContext): void {
  const command = program
    .command('providers')
    .summary('the agents: installed, levels, how they resume')
    .description('Lists the agents that uuldana knows: what is installed, how each is resumed, what its levels hold.')
    .option('--check', 'ask the installed programs again')
    .option(...JSON_OPTION)
    .action((options: ProvidersOptions) => run(context, options));
  examples(command, ['uuldana providers', 'uuldana providers --check', 'uuldana providers --json']);
}

const CLEAR_LINE = '\r\x1b[K';

async function run(context: CommandContext, options: ProvidersOptions): Promise<void> {
  const ports = await context.ports();
  const [{ listProviders }, { providersText }, { jsonText }] = await Promise.all([
    import('../../session/providers.ts'),
    import('../views/providers.ts'),
    import('../views/json.ts'),
  ]);
  const progress = (text: string) => (context.hasTerminal ? context.err(`${CLEAR_LINE}${text}`) : undefined);
  const providers = await listProviders(ports, {
    check: options.check === true,
    onAsk: (title) => progress(`asking ${title} ...`),
  });
  progress('');
  context.out(options.json === true ? jsonText(providers) : await providersText(providers));
}
