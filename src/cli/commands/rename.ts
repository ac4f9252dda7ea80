/** `uuldana rename SESSION NAME`: gives a session a name. */

import type { Command } from 'commander';
import { UuldanaError } from '../../core/errors.ts';
import { shortId } from '../../core/ids.ts';
import type { CommandContext } from '../context.ts';
import { jsonText } from '../views/json.ts';
import { examples, JSON_OPTION } from './options.ts';

interface RenameOptions {
  readonly clear?: boolean;
  readonly json?: boolean;
}

export function addRename(program: Command, context: CommandContext): void {
  const command = program
    .command('rename')
    .summary('name a session')
    .description('Gives a session a name; named sessions are kept for ever. Works while it is live.')
    .argument('<session>', 'an id, a name, or any unique part of an id')
    .argument('[name]', 'the new name')
    .option('--clear', 'take the name away')
    .option(...JSON_OPTION)
    .action((session: string, name: string | undefined, options: RenameOptions) =>
      run(context, session, name, options),
    );
  examples(command, ['uuldana rename 1a2b3c4d "login bug"', 'uuldana rename "login bug" --clear']);
}

async function run(
  context: CommandContext,
  session: string,
  name: string | undefined,
  options: RenameOptions,
): Promise<void> {
  if ((name === undefined) !== (options.clear === true)) {
    throw new UuldanaError('usage', 'rename takes either a NAME or --clear', {
      hint: 'uuldana rename SESSION "login bug"',
    });
  }
  const ports = await context.ports();
  const { renameSession } = await import('../../session/rename.ts');
  const renamed = await renameSession(ports, session, name ?? null);
  if (options.json === true) context.out(jsonText(renamed));
  else
    context.out(
      `${shortId(renamed.session)} ${renamed.name === null ? 'has no name now' : `is now "${renamed.name}"`}\n`,
    );
}
