/**
 * Decides which arguments after `--` may reach an agent below bypass. An allow-list, since a list of what is forbidden misses
 * hidden aliases, abbreviations and clusters. Pure.
 */

import { isAbove, type Level } from '../core/permission.ts';
import type { Adapter, AllowedFlags } from './adapter.ts';

export interface RefusedArgument {
  /** The flag without its value, or the argument as it was typed. */
  readonly argument: string;
  readonly reason: string;
}

/**
 * Names what may not pass: everything but `--flag`, `--flag=value` and `--flag value` of the list, spelled exactly.
 *
 * A value that begins with `-` has to stand behind `=`: whether `--flag -x` is one argument or two differs from parser to
 * parser, and an agent that reads two would be given a flag that nobody checked.
 */
export function refusedArguments(
  { allowedFlags, refusedFlags = {} }: Pick<Adapter, 'allowedFlags' | 'refusedFlags'>,
  level: Level,
  extra: readonly string[],
): RefusedArgument[] {
  if (allowedFlags === 'any') return [];
  const refused: RefusedArgument[] = [];
  for (let index = 0; index < extra.length; index += 1) {
    const verdict = judge(allowedFlags, level, extra[index] ?? '', extra[index + 1]);
    if (verdict.refused !== null) refused.push(verdict.refused);
    if (verdict.takesNext) index += 1;
  }
  return refused.map((one) => (Object.hasOwn(refusedFlags, one.argument) ? withReason(one, refusedFlags) : one));
}

/** What the adapter knows of a flag says more than that it is not on the list. */
function withReason({ argument, reason }: RefusedArgument, reasons: Readonly<Record<string, string>>): RefusedArgument {
  return { argument, reason: reasons[argument] ?? reason };
}

interface Verdict {
  readonly refused: RefusedArgument | null;
  readonly takesNext: boolean;
}

function judge(allowed: AllowedFlags, level: Level, argument: string, next: string | undefined): Verdict {
  if (argument === '--') return refuse(argument, 'a second "--" would turn what follows into a prompt or a subcommand');
  if (!argument.startsWith('-') || argument === '-') {
    return refuse(argument, 'it is neither a flag nor the value of one; a first prompt goes into --prompt');
  }
  const [name = '', value] = argument.split(/=(.*)/s);
  const listed = Object.hasOwn(allowed, name) ? allowed[name] : undefined;
  if (listed === undefined) return refuse(name, 'it is not known to be harmless in exactly this spelling');
  if (typeof listed === 'string') return judgeValue(name, listed, value, next);
  const verdict = judgeValue(name, listed.takes, value, next);
  if (verdict.refused !== null || !isAbove(level, listed.upTo)) return verdict;
  const reason = `it passes up to ${listed.upTo}; at ${level} it would widen what is done unasked`;
  return { ...verdict, refused: { argument: name, reason } };
}

function judgeValue(
  name: string,
  takes: 'flag' | 'value',
  value: string | undefined,
  next: string | undefined,
): Verdict {
  if (takes === 'flag') return value === undefined ? PASS : refuse(name, 'it takes no value');
  if (value !== undefined) return PASS;
  if (next === undefined) return refuse(name, 'its value is missing');
  if (next.startsWith('-')) return refuse(name, `a value that begins with "-" is written ${name}=VALUE`);
  return { refused: null, takesNext: true };
}

const PASS: Verdict = { refused: null, takesNext: false };

function refuse(argument: string, reason: string): Verdict {
  return { refused: { argument, reason }, takesNext: false };
}
