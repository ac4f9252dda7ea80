/** Options and texts that several commands share. */

import { type Command, InvalidArgumentError, Option } from 'commander';
import { UuldanaError } from '../../core/errors.ts';
import { isLevel, LEVELS, type Level } from '../../core/permission.ts';
import { parseLength } from '../../core/since.ts';
import type { CommandContext } from '../context.ts';

export interface PermissionOptions {
  readonly permission?: Level;
  readonly bypassPermissions?: boolean;
}

export function levelOption(flag: string, description: string): Option {
  return new Option(`${flag} <level>`, description).argParser((text: string) => {
    if (isLevel(text)) return text;
    throw new InvalidArgumentError(`It is one of ${LEVELS.join(', ')}.`);
  });
}

/** A length of time, in milliseconds. */
export function lengthOption(flag: string, description: string): Option {
  return new Option(`${flag} <length>`, description).argParser((text: string) => {
    const ms = parseLength(text);
    if (ms !== undefined) return ms;
    throw new InvalidArgumentError('It is a length of time: 45m, 2h, 1h30m.');
  });
}

/** A whole number up to `most`; with a default it is at least 1. */
export function countOption(flag: string, description: string, byDefault: number | undefined, most: number): Option {
  const least = byDefault === undefined ? 0 : 1;
  const option = new Option(`${flag} <n>`, description).argParser((text: string) => {
    const count = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    if (count >= least && count <= most) return count;
    throw new InvalidArgumentError(`It is a whole number from ${least} to ${most}.`);
  });
  return byDefault === undefined ? option : option.default(byDefault);
}

/** Whether colour is wanted: on a terminal, unless NO_COLOR is set (no-color.org: to anything but nothing). */
export function paints({ hasTerminal, env }: CommandContext): boolean {
  return hasTerminal && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
}

/** The level asked for, or null. */
export function askedLevel({ permission, bypassPermissions }: PermissionOptions): Level | null {
  if (bypassPermissions !== true) return permission ?? null;
  if (permission === undefined || permission === 'bypass') return 'bypass';
  throw new UuldanaError('usage', `--bypass-permissions and --permission ${permission} contradict each other`, {
    hint: 'Give one of them.',
  });
}

export function captureOption(): Option {
  return new Option('--capture <what>', 'what is kept: the last 120 lines (screen) or the conversation').choices([
    'screen',
    'conversation',
  ]);
}

export function examples(command: Command, lines: readonly string[]): Command {
  return command.addHelpText('after', `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`);
}

export const JSON_OPTION = ['--json', 'print JSON'] as const;
