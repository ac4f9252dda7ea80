/**
 * Finds the program of a provider, once and by ourselves: no shell, no alias, and nothing that the workspace could have put
 * there. It looks at files and runs none.
 */

import type { Stats } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { firstLineOf, linkOf, mayExecute, realOf, statOf } from './file-facts.ts';

export type BinaryProblem =
  | 'not-found'
  | 'not-a-file'
  | 'not-executable'
  | 'no-interpreter'
  | 'relative-entry'
  | 'node-modules'
  | 'in-workspace';

/** A file of the right name that was not taken. */
export interface SkippedBinary {
  readonly path: string;
  readonly reason: BinaryProblem;
  readonly detail: string;
}

export type BinaryLocation =
  | { readonly ok: true; readonly path: string; readonly realPath: string; readonly skipped: readonly SkippedBinary[] }
  | {
      readonly ok: false;
      readonly reason: BinaryProblem;
      /** One sentence part, to stand after a colon. */
      readonly detail: string;
      readonly skipped: readonly SkippedBinary[];
    };

export interface BinarySearch {
  readonly path: string | undefined;
  /** Real absolute path. */
  readonly workspace: string;
  readonly home: string;
}

/**
 * Looks `bin` up on PATH, or takes it as it is when it is absolute or begins with `~/`: then the user named that very file.
 *
 * The path comes back as found and not resolved, since the shims of version managers go by their name. Relative entries of
 * PATH, `node_modules/.bin` and what lies in the workspace or is reached through it are passed over, the last unless the
 * workspace is the home directory or above it.
 */
export function locateBinary(bin: string, search: BinarySearch): BinaryLocation {
  const named = bin.startsWith('~/') ? join(search.home, bin.slice(2)) : bin;
  if (isAbsolute(named)) return settle(bin, [examine(named, search, null)], search);
  if (named.includes('/')) {
    return {
      ok: false,
      reason: 'not-found',
      detail: `"${bin}" is neither a command nor an absolute path`,
      skipped: [],
    };
  }
  const forbidden = forbiddenFolder(search);
  const examined: Examined[] = [];
  for (const entry of (search.path ?? '').split(':')) {
    const found = examine(candidateIn(entry, named, search), search, entryProblem(entry) ?? { forbidden });
    examined.push(found);
    if (found.state === 'good') break;
  }
  return settle(bin, examined, search);
}

type Examined =
  | { readonly state: 'absent' }
  | { readonly state: 'good'; readonly path: string; readonly realPath: string }
  | { readonly state: 'skipped'; readonly skipped: SkippedBinary };

function settle(bin: string, examined: readonly Examined[], search: BinarySearch): BinaryLocation {
  const skipped = examined.flatMap((one) => (one.state === 'skipped' ? [one.skipped] : []));
  const good = examined.find((one) => one.state === 'good');
  if (good !== undefined) return { ok: true, path: good.path, realPath: good.realPath, skipped };
  const [first] = skipped;
  if (first !== undefined) return { ok: false, reason: first.reason, detail: `${first.path} ${first.detail}`, skipped };
  return { ok: false, reason: 'not-found', detail: notFound(bin, search), skipped };
}

function notFound(bin: string, { path }: BinarySearch): string {
  if (bin.includes('/')) return `there is no file ${bin}`;
  return path === undefined || path === ''
    ? `"${bin}" cannot be looked up, since PATH is not set`
    : `"${bin}" is not on PATH`;
}

type Rule = { readonly reason: BinaryProblem; readonly detail: string } | { readonly forbidden: string | null };

function candidateIn(entry: string, name: string, { workspace }: BinarySearch): string {
  // not normalised: "a/link/../b" is another file for the kernel than for path.join
  return `${isAbsolute(entry) ? entry : resolve(workspace, entry)}/${name}`.replace(/^\/+|\/{2,}/g, '/');
}

function entryProblem(entry: string): Rule | null {
  if (!isAbsolute(entry)) return { reason: 'relative-entry', detail: 'comes from a relative entry of PATH' };
  if (/(^|\/)node_modules\/\.bin\/*$/.test(entry))
    return { reason: 'node-modules', detail: 'comes from a node_modules/.bin' };
  return null;
}

/** `rule`: null when the user named this very file. */
function examine(path: string, search: BinarySearch, rule: Rule | null): Examined {
  const stats = statOf(path);
  if (stats === null) return { state: 'absent' };
  const problem = ruledOut(path, rule) ?? cannotRun(path, stats, search);
  if (problem !== null) return { state: 'skipped', skipped: { path, ...problem } };
  return { state: 'good', path, realPath: realOf(path) ?? path };
}

interface Problem {
  readonly reason: BinaryProblem;
  readonly detail: string;
}

function ruledOut(path: string, rule: Rule | null): Problem | null {
  if (rule === null) return null;
  if ('reason' in rule) return rule;
  if (rule.forbidden === null || !passesThrough(path, rule.forbidden)) return null;
  return { reason: 'in-workspace', detail: `lies in the workspace ${rule.forbidden}, which never supplies it` };
}

function cannotRun(path: string, stats: Stats, search: BinarySearch): Problem | null {
  if (!stats.isFile()) return { reason: 'not-a-file', detail: 'is not a regular file' };
  if (!mayExecute(path)) return { reason: 'not-executable', detail: 'is not executable' };
  const interpreter = missingInterpreter(path, search);
  if (interpreter === null) return null;
  return { reason: 'no-interpreter', detail: `is a script for ${interpreter}, which does not exist` };
}

/** The real path of the workspace, or null where it forbids nothing: at the home directory and above. */
function forbiddenFolder({ workspace, home }: BinarySearch): string | null {
  const folder = realOf(workspace) ?? workspace;
  return isWithin(realOf(home) ?? home, folder) ? null : folder;
}

/** Linux follows at most 40 links. */
const MAX_LINKS = 40;

/** Whether the file, or any link on the way to it, lies in the folder: whoever owns a link decides what is run. */
function passesThrough(path: string, folder: string): boolean {
  let place: string | null = path;
  for (let links = 0; place !== null && links <= MAX_LINKS; links += 1) {
    const parent: string = realOf(dirname(place)) ?? dirname(place);
    const here = join(parent, basename(place));
    if (isWithin(here, folder)) return true;
    const target = linkOf(here);
    place = target === null ? null : resolve(parent, target);
  }
  return isWithin(realOf(path) ?? path, folder);
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

/** What the file's `#!` line asks for and is not there, also behind `env`; null when nothing is missing. */
function missingInterpreter(path: string, { path: searchPath }: BinarySearch): string | null {
  const line = /^#![ \t]*(\S+)[ \t]*(?:-S[ \t]*)?(\S*)/.exec(firstLineOf(path));
  if (line === null) return null;
  const [, interpreter = '', command = ''] = line;
  if (statOf(interpreter) === null) return interpreter;
  if (basename(interpreter) !== 'env' || !/^[^-=/][^=/]*$/.test(command)) return null;
  return (searchPath ?? '').split(':').some((entry) => mayExecute(join(entry, command))) ? null : command;
}
