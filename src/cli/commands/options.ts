/** Options and texts that several commands share. */

import { type Command, InvalidArgumentError, Option } from 'commander';
import { UuldanaError } from '../../core/errors.ts';
import { isLevel, LEVELS, type Level } from '../../core/permission.ts';
import { parseLength } from '../../core/since.ts';

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
