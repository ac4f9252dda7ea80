/**
 * Builds the arguments of an agent from what its adapter says. Pure: the command is a value before anything runs, so that a dry
 * run prints what a run does.
 */

import type { Level } from '../core/permission.ts';
import type { Adapter, ArgGroup, LevelPromise } from './adapter.ts';

/** How the agent is asked to begin; a key of `Adapter.args`. */
export type Way = keyof Adapter['args'];

export interface InvocationRequest {
  readonly via: Way;
  readonly nativeId: string | null;
  readonly prompt: string | null;
  readonly level: Level;
  /** Absolute path of the file that goes with the level; null when the level has none. */
  readonly levelFile?: string | null;
  /** Flags of the way that the installed program does not know and that are left out. */
  readonly without?: readonly string[];
  /** Arguments of the user's own, already checked (extra-args.ts). */
  readonly extra: readonly string[];
}

export interface Invocation {
  readonly args: string[];
  /** `args` as they may be kept: the prompt is replaced by `<prompt: 42 bytes>`. */
  readonly recorded: string[];
  readonly env: { readonly set: Record<string, string>; readonly unset: readonly string[] };
  /** Whether this way has a place for a first prompt, given or not. */
  readonly takesPrompt: boolean;
  /** Whether the id stands in the arguments. */
  readonly usesNativeId: boolean;
}

/** Linux, MAX_ARG_STRLEN: 32 pages of 4096 bytes, with the closing NUL. Other systems allow more for one argument. */
const MAX_ARGUMENT_BYTES = 131_071;

const PLACEHOLDER = /\{(native_id|prompt)\}/g;

type Values = Readonly<Record<'native_id' | 'prompt', string | null>>;

/**
 * Puts the arguments in order: groups without a prompt, the level, the user's own, and last the prompt, which may stand
 * behind `--`.
 *
 * @throws RangeError when the adapter knows no such way or level, or a resume has no id: the caller has decided before
 */
export function buildInvocation(adapter: Adapter, request: InvocationRequest): Invocation {
  const { via, nativeId, prompt, level, extra, levelFile = null, without = [] } = request;
  const groups = adapter.args[via]?.map((group) => group.filter((argument) => !without.includes(argument))) ?? null;
  const promise = adapter.levels[level];
  if (groups === null || promise === undefined)
    throw new RangeError(`${adapter.id} has no way "${via}" at level "${level}"`);
  if (via === 'resume' && nativeId === null) throw new RangeError('a resume needs a native id');
  const assemble = (values: Values) => [
    ...groups.filter((group) => !names(group, 'prompt')).flatMap((group) => fill(group, values)),
    ...levelArgs(promise, levelFile),
    ...extra,
    ...groups.filter((group) => names(group, 'prompt')).flatMap((group) => fill(group, values)),
  ];
  return {
    args: assemble({ native_id: nativeId, prompt }),
    recorded: assemble({
      native_id: nativeId,
      prompt: prompt === null ? null : `<prompt: ${Buffer.byteLength(prompt)} bytes>`,
    }),
    env: { set: { ...adapter.env.set, ...promise.env }, unset: adapter.env.unset },
    takesPrompt: groups.some((group) => names(group, 'prompt')),
    usesNativeId: nativeId !== null && groups.some((group) => names(group, 'native_id')),
  };
}

/** @throws RangeError when the level needs a file and there is none: it would not be held */
function levelArgs({ args }: LevelPromise, file: string | null): string[] {
  return args.map((argument) => {
    if (!argument.includes('{file}')) return argument;
    if (file === null) throw new RangeError('the level needs its file');
    return argument.replaceAll('{file}', () => file);
  });
}

function names(group: ArgGroup, placeholder: keyof Values): boolean {
  return group.some((argument) => argument.includes(`{${placeholder}}`));
}

/** The group with its values, or nothing when one of them is missing. Values are put in once: their own text is never read. */
function fill(group: ArgGroup, values: Values): string[] {
  const lacksValue = (['native_id', 'prompt'] as const).some((name) => values[name] === null && names(group, name));
  if (lacksValue) return [];
  return group.map((argument) => argument.replace(PLACEHOLDER, (_, name: keyof Values) => values[name] ?? ''));
}

/**
 * The flags that a way needs, each once and without a value, so that the agent's help can be asked for them; and, where it
 * begins with one, the subcommand. Those that may be left out are not among them.
 */
export function wayFlags({ args, optionalFlags = [] }: Pick<Adapter, 'args' | 'optionalFlags'>, via: Way): string[] {
  const groups = args[via] ?? [];
  const command = groups[0]?.[0]?.match(/^[a-z][a-z-]*$/) ?? [];
  const needed = [...command, ...groups.flatMap(flagsAmong)];
  return [...new Set(needed)].filter((flag) => !optionalFlags.includes(flag));
}

/** The flags that a level needs, likewise. */
export function levelFlags({ args }: Pick<LevelPromise, 'args'>): string[] {
  return [...new Set(flagsAmong(args))];
}

/** What follows `--` is no flag, whatever it looks like. */
function flagsAmong(args: readonly string[]): string[] {
  const end = args.indexOf('--');
  const before = end === -1 ? args : args.slice(0, end);
  return before.map((argument) => argument.split('=', 1)[0] ?? '').filter((name) => /^--?[A-Za-z0-9]/.test(name));
}

/**
 * Those of the flags and subcommands that the help does not name as whole words: `--resume-all` does not speak for `--resume`.
 * A subcommand is named at the start of a line, behind the program's name or not.
 */
export function missingFlags(help: string, flags: readonly string[]): string[] {
  const before = (flag: string) => (flag.startsWith('-') ? '(?<![\\w-])' : '^\\s+(?:[\\w-]+ )?');
  return flags.filter((flag) => !new RegExp(`${before(flag)}${escaped(flag)}(?![\\w-])`, 'm').test(help));
}

function escaped(text: string): string {
  return text.replace(/[^A-Za-z0-9_]/g, '\\$&');
}

/** What no program can be given, said in one sentence without the argument's text; null when all is well. */
export function checkArguments(args: readonly string[]): string | null {
  for (const [index, argument] of args.entries()) {
    if (argument.includes('\0')) return `argument ${index + 1} holds a NUL character`;
    const bytes = Buffer.byteLength(argument);
    if (bytes > MAX_ARGUMENT_BYTES)
      return `argument ${index + 1} has ${bytes} bytes, and one can have ${MAX_ARGUMENT_BYTES}`;
  }
  return null;
}
