/** `uuldana completion SHELL`: prints a script that completes commands and options, made from the declared commands. */

import { Argument, type Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { examples } from './options.ts';

export function addCompletion(program: Command, context: CommandContext): void {
  const command = program
    .command('completion')
    .summary('completion for bash, zsh or fish')
    .description('Prints a completion script for your shell.')
    .addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish']))
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const [{ completionScript }, { adapters }] = await Promise.all([
        import('../views/completion.ts'),
        context.ports(),
      ]);
      const commands = program.commands.map((each) => ({
        name: each.name(),
        summary: each.summary(),
        options: each.options.flatMap(({ long }) => (long == null ? [] : [long])),
      }));
      context.out(
        completionScript(
          shell,
          commands,
          adapters.map(({ id }) => id),
        ),
      );
    });
  examples(command, [
    'uuldana completion bash >> ~/.bashrc',
    'uuldana completion zsh > ~/.zfunc/_uuldana',
    'uuldana completion fish > ~/.config/fish/completions/uuldana.fish',
  ]);
}
