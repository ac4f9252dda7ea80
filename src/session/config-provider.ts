/**
 * The form of one entry of `providers` in config.json, and the rules that no form can say: how groups of arguments may use
 * their placeholders. Pure.
 */

import * as v from 'valibot';
import { LEVELS } from '../core/permission.ts';
import type { ArgGroup } from '../provider/adapter.ts';
import type { ProviderConfig } from '../provider/custom.ts';
import { objectOf } from './config-check.ts';

const text = (expected: string) =>
  v.pipe(v.string(expected), v.nonEmpty(expected), v.excludes('\0', `${expected}, without NUL`));
const argument = v.pipe(v.string('text'), v.excludes('\0', 'text without NUL'));
const groups = v.array(
  v.pipe(v.array(argument, 'a list of arguments'), v.nonEmpty('a list of arguments that is not empty')),
  'a list of groups, each a list of arguments, as in [["--resume", "{native_id}"]]',
);
const level = v.optional(v.array(argument, 'a list of arguments, [] when the level takes none'));

const NAME = /^[^=\0*]+$/;
const PATTERN = /^[^=\0*]+\*?$/;

const ARGS_ENTRIES = {
  new: groups,
  resume: v.optional(v.nullable(groups), null),
  continue: v.optional(v.nullable(groups), null),
};
const PERMISSIONS_ENTRIES = { 'read-only': level, ask: level, edits: level, auto: level, bypass: level };
const ENV_ENTRIES = {
  set: v.optional(
    v.record(v.pipe(v.string(), v.regex(NAME, 'the name of a variable')), argument, 'an object of names and texts'),
    {},
  ),
  unset: v.optional(
    v.array(
      v.pipe(v.string('the name of a variable'), v.regex(PATTERN, 'the name of a variable, or its beginning and "*"')),
      'a list of names of variables',
    ),
    [],
  ),
};

const PROVIDER_ENTRIES = {
  title: v.optional(text('a name for people')),
  bin: v.pipe(
    text('a command, or the absolute path of one'),
    v.check((bin) => !bin.includes('/') || /^~?\//.test(bin), 'a command, or the absolute path of one'),
  ),
  args: objectOf(ARGS_ENTRIES),
  permissions: v.pipe(
    objectOf(PERMISSIONS_ENTRIES),
    v.check(
      (levels) => Object.keys(levels).length > 0,
      'an object with one level or more, since a level that is missing cannot be granted',
    ),
  ),
  env: v.optional(objectOf(ENV_ENTRIES), {}),
  limit_patterns: v.optional(
    v.array(v.pipe(v.string('text'), v.check(compiles, 'a regular expression')), 'a list of regular expressions'),
    [],
  ),
};

export const ProviderSchema = objectOf(PROVIDER_ENTRIES);

type ProviderEntry = v.InferOutput<typeof ProviderSchema>;

/** The keys of each object of the form (config-check.ts). */
export const PROVIDER_KEYS = {
  '': Object.keys(PROVIDER_ENTRIES),
  args: Object.keys(ARGS_ENTRIES),
  env: Object.keys(ENV_ENTRIES),
  permissions: LEVELS,
};

export function toProviderConfig(entry: ProviderEntry): ProviderConfig {
  const { title, bin, args, permissions, env, limit_patterns: limitPatterns } = entry;
  const levels = LEVELS.flatMap((name) =>
    permissions[name] === undefined ? [] : [[name, permissions[name]] as const],
  );
  return { title: title ?? null, bin, args, permissions: Object.fromEntries(levels), env, limitPatterns };
}

interface Fault {
  readonly path: readonly string[];
  readonly what: string;
}

/** What would start something else than its user means, or null. */
export function providerFault({ args, permissions }: ProviderEntry): Fault | null {
  for (const way of ['new', 'resume', 'continue'] as const) {
    const what = args[way] === null ? null : wayFault(way, args[way]);
    if (what !== null) return { path: ['args', way], what };
  }
  const filled = LEVELS.find((name) => permissions[name]?.some((one) => placeholdersIn(one).length > 0));
  return filled === undefined
    ? null
    : { path: ['permissions', filled], what: 'the arguments of a level hold no placeholders' };
}

function wayFault(way: keyof ProviderConfig['args'], list: readonly ArgGroup[]): string | null {
  const used = list.flat().flatMap(placeholdersIn);
  const unknown = used.find((name) => name !== NATIVE_ID && name !== PROMPT);
  if (unknown !== undefined) return `${unknown} is no placeholder; ${NATIVE_ID} and ${PROMPT} are`;
  if (used.filter((name) => name === PROMPT).length > 1) return `${PROMPT} may stand in one place only`;
  // a resume without its id would start an empty conversation and pass it off as the old one
  if (way === 'resume' && !used.includes(NATIVE_ID)) return `a resume needs ${NATIVE_ID}`;
  if (way === 'continue' && used.includes(NATIVE_ID))
    return `${NATIVE_ID} has no value here: the agent chooses the conversation`;
  if (way === 'continue' && !list.some((group) => !uses(group, PROMPT))) return `it needs a group without ${PROMPT}`;
  return list.map(groupFault).find((what) => what !== null) ?? null;
}

const NATIVE_ID = '{native_id}';
const PROMPT = '{prompt}';

function placeholdersIn(one: string): string[] {
  return one.match(/\{[A-Za-z_]+\}/g) ?? [];
}

function uses(group: ArgGroup, placeholder: string): boolean {
  return group.some((one) => one.includes(placeholder));
}

/** A group falls as a whole, so the id must not fall with a prompt; and what a prompt says must stay text to the agent. */
function groupFault(group: ArgGroup): string | null {
  const end = group.indexOf('--');
  const prompt = group.findIndex((one) => one.includes(PROMPT));
  if (prompt === -1) return end === -1 ? null : `"--" belongs into the group of ${PROMPT}, which is put last`;
  if (uses(group, NATIVE_ID))
    return `${NATIVE_ID} and ${PROMPT} need groups of their own, since a group without a value is left out`;
  const isValueOfFlag = group[prompt] === PROMPT && /^-[^=]+$/.test(group[prompt - 1] ?? '');
  const isText = (end !== -1 && end < prompt) || isValueOfFlag || /^-[^=]+=/.test(group[prompt] ?? '');
  return isText
    ? null
    : `write ["--", "${PROMPT}"], ["--flag=${PROMPT}"] or ["--flag", "${PROMPT}"], so that a prompt is never read as a flag or a command`;
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern) instanceof RegExp;
  } catch {
    // the engine's own words follow no user's question; which pattern it is says the message
    return false;
  }
}
