/** `uuldana verify [SESSION]`: checks the stored journals. */

import type { Command } from 'commander';
import { EXIT } from '../../core/errors.ts';
import type { CommandContext } from '../context.ts';
import { examples, JSON_OPTION } from './options.ts';

export function addVerify(program: Command, context: CommandContext): void {
  const command = program
    .command('verify')
    .summary('check the journals for damage')
    .description(
      'Checks every line of one or all journals. Exit status 1 when there is damage that nothing accounts for.',
    )
    .argument('[session]', 'an id, a name, or any unique part of an id')
    .option(...JSON_OPTION)
    .action((session: string | undefined, options: { json?: boolean }) => run(context, session, options));
  examples(command, ['uuldana verify', 'uuldana verify login']);
}

async function run(context: CommandContext, session: string | undefined, options: { json?: boolean }): Promise<void> {
  const ports = await context.ports();
  const [{ verifyJournals }, { verifyJson, verifyText }] = await Promise.all([
    import('../../session/verify.ts'),
    import('../views/verify.ts'),
  ]);
  const verdict = verifyJournals(ports, session ?? null);
  context.out(options.json === true ? verifyJson(verdict) : await verifyText(verdict));
  if (!verdict.ok) context.exitCode = EXIT.no;
}
