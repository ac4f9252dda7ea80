/** Why flags that users may well try do not pass after `--`. Data for `refusedFlags` of adapters. */

export const STATED = 'the level is stated by uuldana: say --permission LEVEL before the --';
export const KNOWN = 'uuldana knows which conversation it is: uuldana resume';
export const BRINGS_IN = 'it may bring in rules, tools or hooks that let things run unasked';
export const LEAVES = 'it would not run in this terminal, under the eyes of uuldana';
export const ELSEWHERE = 'it would work in another folder than the one of this session';
export const PROMPT = 'a first prompt goes into --prompt before the --';

export function because(reason: string, flags: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(flags.map((flag) => [flag, reason]));
}
