/** `uuldana log [SESSION]`: the visible conversation of a session over all its runs, or its events. */

import type { Command } from 'commander';
import { UuldanaError } from '../../core/errors.ts';
import type { CommandContext } from '../context.ts';
import { jsonText } from '../views/json.ts';
import { examples } from './options.ts';

interface LogOptions {
  readonly follow?: boolean;
  readonly raw?: boolean;
  readonly events?: boolean;
  readonly json?: boolean;
}

export function addLog(program: Command, context: CommandContext): void {
  const command = program
    .command('log')
    .summary('the conversation of a session, over all its runs')
    .description(
      'Prints what a session showed: "> " stands before what you said, "| " before tools. Without SESSION: the latest one of this folder.',
    )
    .argument('[session]', 'an id, a name, or any unique part of an id')
    .option('-f, --follow', 'go on with what comes, until the run ends')
    .option('--raw', 'every line as it was shown, without marks')
    .option('--events', 'what the journal recorded instead, event by event')
    .option('--json', 'print the events as JSON')
    .action((session: string | undefined, options: LogOptions) => run(context, session ?? null, options));
  examples(command, ['uuldana log', 'uuldana log login --follow', 'uuldana log login --events']);
}

async function run(context: CommandContext, session: string | null, options: LogOptions): Promise<void> {
  const isOfEvents = options.events === true || options.json === true;
  if (isOfEvents && (options.follow === true || options.raw === true)) {
    throw new UuldanaError('usage', '--follow and --raw are of the conversation, not of its events', {
      hint: 'Leave out --events and --json.',
    });
  }
  if (isOfEvents) return await printEvents(context, session, options.json === true);
  const { printConversation, printGrowing } = await import('../print-conversation.ts');
  const print = options.follow === true ? printGrowing : printConversation;
  await print(context, session, options.raw === true);
}

async function printEvents(context: CommandContext, session: string | null, isJson: boolean): Promise<void> {
  const ports = await context.ports();
  const [{ readLog }, { logText }] = await Promise.all([import('../../session/log.ts'), import('../views/log.ts')]);
  const entries = await readLog(ports, session);
  context.out(isJson ? jsonText(entries) : logText(entries));
}
