/** `uuldana delete SESSION`: removes a session for good. */

import type { Command } from 'commander';
import { EXIT, UuldanaError } from '../../core/errors.ts';
import { shortId } from '../../core/ids.ts';
import type { CommandContext } from '../context.ts';
import { jsonLine } from '../views/json.ts';
import { examples, JSON_OPTION } from './options.ts';

interface DeleteOptions {
  readonly yes?: boolean;
  readonly json?: boolean;
}

export function addDelete(program: Command, context: CommandContext): void {
  const command = program
    .command('delete')
    .summary('remove a session for good')
    .description('Deletes the journal of a session and with it all text of its history. Asks first.')
    .argument('<session>', 'an id, a name, or any unique part of an id')
    .option('--yes', 'do not ask')
    .option(...JSON_OPTION)
    .action((session: string, options: DeleteOptions) => run(context, session, options));
  examples(command, ['uuldana delete 1a2b3c4d', 'uuldana delete "login bug" --yes']);
}

async function run(context: CommandContext, session: string, options: DeleteOptions): Promise<void> {
  const ports = await context.ports();
  const [{ deleteSession }, { askYesNo }] = await Promise.all([import('../../session/delete.ts'), import('../ask.ts')]);
  const deleted = await deleteSession(ports, session, async (question) => {
    if (options.yes === true) return true;
    if (context.hasTerminal) return askYesNo(question);
    throw new UuldanaError('usage', `${question} There is no terminal to ask on`, {
      hint: 'To delete it without being asked, add --yes.',
    });
  });
  if (deleted === null) {
    context.exitCode = EXIT.no;
    context.err('Nothing was deleted.\n');
    return;
  }
  context.out(
    options.json === true ? jsonLine({ deleted: deleted.session }) : `Deleted ${shortId(deleted.session)}.\n`,
  );
}
