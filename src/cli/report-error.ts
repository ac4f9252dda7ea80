/** What a user sees of a failure: what failed and why, then what to type next; as JSON where the command was to print JSON. */

import { type Command, CommanderError } from 'commander';
import { closest } from '../core/did-you-mean.ts';
import { EXIT, messageOf, UuldanaError } from '../core/errors.ts';
import { printable } from '../redact/gate.ts';
import type { ProcessContext } from './context.ts';
import { jsonLine } from './views/json.ts';

interface Failure {
  readonly code: string;
  readonly message: string;
  readonly hint: string | undefined;
  readonly exitCode: number;
}

interface Typed {
  readonly process: ProcessContext;
  /** The arguments before `--`. */
  readonly own: readonly string[];
  readonly program: Command;
}

/** @returns the exit status */
export function reportError(error: unknown, typed: Typed): number {
  const failure = describe(error, typed);
  const { err } = typed.process;
  if (typed.own.includes('--json')) {
    const { code, message, hint } = failure;
    err(jsonLine({ error: { code, message, hint: hint ?? null } }));
    return failure.exitCode;
  }
  err(`uuldana: ${printable(failure.message)}\n`);
  if (failure.hint !== undefined) err(`${printable(failure.hint)}\n`);
  return failure.exitCode;
}

function describe(error: unknown, typed: Typed): Failure {
  if (error instanceof UuldanaError) return error.code === 'provider-unknown' ? orCommand(error, typed) : error;
  if (error instanceof CommanderError) return describeUsage(error, typed);
  const trace = error instanceof Error && typed.process.env['UULDANA_DEBUG'] ? `\n${error.stack}` : '';
  return {
    code: 'internal',
    message: `a fault of uuldana itself: ${messageOf(error)}${trace}`,
    hint: 'Please report it, with UULDANA_DEBUG=1 set for the details. Nothing that was recorded is lost.',
    exitCode: EXIT.failed,
  };
}

/** `uuldana lsit` names a provider by the rules of the command line, but hardly in the mind of who typed it. */
function orCommand(error: UuldanaError, { own, program }: Typed): Failure {
  const names = program.commands.map((command) => command.name());
  const meant = closest(own[0] ?? '', names);
  const hint = meant === null || meant === own[0] ? '' : `\nOr did you mean the command "uuldana ${meant}"?`;
  const { code, message, exitCode } = error;
  return { code, message, exitCode, hint: `${error.hint ?? ''}${hint} uuldana --help lists the commands.` };
}

function describeUsage(error: CommanderError, { own, program }: Typed): Failure {
  const message = error.message.replace(/^error: /, '').replace(/^\(outputHelp\)$/, 'no such command');
  const failure = (hint: string): Failure => ({ code: 'usage', message, hint, exitCode: EXIT.usage });
  const command = program.commands.find((candidate) => candidate.name() === own[0]);
  const help =
    command === undefined ? 'uuldana --help shows the options.' : `uuldana ${command.name()} --help shows them.`;
  if (error.code === 'commander.unknownOption') return failure(`${agentOptionHint(error, own, command)}${help}`);
  if (error.code === 'commander.excessArguments' && (command === undefined || command.name() === 'launch')) {
    return failure(`A first prompt is given with --prompt "...", and arguments of the agent stand behind --. ${help}`);
  }
  return failure(help);
}

/** An option that is not ours is probably the agent's: it belongs behind `--`. */
function agentOptionHint(error: CommanderError, own: readonly string[], command: Command | undefined): string {
  const option = /'(-[^']*)'/.exec(error.message)?.[1];
  const starts = command === undefined || ['launch', 'resume'].includes(command.name());
  if (option === undefined || !starts) return '';
  const at = own.indexOf(option);
  const before = own.slice(0, at === -1 ? own.length : at);
  const after = at === -1 ? [option] : own.slice(at);
  return `If it is an option of the agent, it stands behind --: uuldana ${[...before, '--', ...after].map(shellWord).join(' ')}\n`;
}

function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
