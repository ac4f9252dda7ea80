/** The command line: declares the commands, runs the one that was typed, and turns every failure into a sentence and a status. */

import { Command, CommanderError } from 'commander';
import { EXIT, UuldanaError } from '../core/errors.ts';
import { addCommands } from './commands/index.ts';
import type { CommandContext, ProcessContext } from './context.ts';
import { reportError } from './report-error.ts';
import { version } from './version.ts';

/** @returns the exit status */
export async function runCommandLine(argv: readonly string[], process: ProcessContext): Promise<number> {
  const { own, extra } = splitAtDashes(argv);
  const context = createContext(process, extra);
  const program = declare(context);
  try {
    await program.parseAsync(withCommand(own, program), { from: 'user' });
    return context.exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.ok; // help and version were printed
    return reportError(error, { process, own, program });
  }
}

/** Everything behind the first `--` is the agent's. */
function splitAtDashes(argv: readonly string[]): { own: string[]; extra: readonly string[] | null } {
  const at = argv.indexOf('--');
  return at === -1 ? { own: [...argv], extra: null } : { own: argv.slice(0, at), extra: argv.slice(at + 1) };
}

/** `launch` is what is meant without a command. Named, it alone reads what follows: `--prompt --version` is a prompt. */
function withCommand(own: readonly string[], program: Command): string[] {
  const [first] = own;
  const isNamed = program.commands.some((command) => [command.name(), ...command.aliases()].includes(first ?? ''));
  const isOfAll = ['help', '-h', '--help', '-V', '--version'].includes(first ?? '');
  return isNamed || isOfAll ? [...own] : ['launch', ...own];
}

function createContext(process: ProcessContext, extra: readonly string[] | null): CommandContext {
  return {
    ...process,
    extra: extra ?? [],
    hasExtra: extra !== null,
    exitCode: EXIT.ok,
    ports: async () => {
      refuseUnsupportedPlatform();
      const { createPorts } = await import('./ports.ts');
      return createPorts(process);
    },
  };
}

function refuseUnsupportedPlatform(): void {
  if (process.platform === 'linux' || process.platform === 'darwin') return;
  throw new UuldanaError('unsupported', `uuldana does not run on ${process.platform} yet`, {
    hint: 'It runs on Linux and macOS.',
  });
}

function declare(context: CommandContext): Command {
  const program = new Command('uuldana')
    .description('Runs your coding agent in this terminal, keeps a record of it, and resumes the right conversation.')
    .usage('[PROVIDER] [options] [-- AGENT ARGS]\n       uuldana COMMAND [options]')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'help on a command')
    .configureOutput({ writeOut: context.out, writeErr: () => undefined })
    .showSuggestionAfterError(false)
    .enablePositionalOptions()
    .exitOverride();
  addCommands(program, context);
  for (const command of program.commands)
    command.exitOverride().configureOutput({ writeOut: context.out, writeErr: () => undefined });
  return program;
}
