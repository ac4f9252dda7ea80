/**
 * What git says of a workspace: branch, commit, changed files. Nothing that the repository brings along may run for it: no hooks, no
 * file system monitor, no filters, no external diff, no pager, no fetch. So only commands are used that compare names, times and sizes.
 */

import { locateBinary } from './binary.ts';
import { commandOutput } from './command-output.ts';

export interface GitState {
  /** Null where no branch is checked out. */
  readonly branch: string | null;
  /** The commit, abbreviated; null before the first one. */
  readonly commit: string | null;
  /** `M src/a.ts`, `?? new.ts`: a letter as in `git status --short` and a path; raw, and at most `MAX_FILES`. */
  readonly changed: readonly string[];
  readonly more: number;
}

export interface GitQuestion {
  /** Real absolute path. */
  readonly workspace: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const MAX_FILES = 40;
const TIMEOUT_MS = 2000;
const MAX_BYTES = 64 * 1024;

/**
 * Settings of the repository that run programs, or decide about it. `diff-files` and `diff-index` in this form read no content, so filters
 * (`filter.*.clean`) are not asked (git 2.39 and 2.47: run, test/provider/git-state.test.ts).
 */
const SAFE = [
  '--no-pager',
  '--no-optional-locks',
  ...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'core.untrackedCache=false', 'diff.external='].flatMap(
    (pair) => ['-c', pair],
  ),
];

/** Null where there is no repository, no git, or no answer in time. */
export async function gitState({ workspace, home, env }: GitQuestion): Promise<GitState | null> {
  const git = locateBinary('git', { path: env['PATH'], workspace, home });
  if (!git.ok) return null;
  const ask = (...args: readonly string[]) => askGit(git.path, args, { workspace, home, env });
  if ((await ask('rev-parse', '--is-inside-work-tree'))?.trim() !== 'true') return null;
  const [branch, commit, unstaged, staged, fresh] = await Promise.all([
    ask('symbolic-ref', '--quiet', '--short', 'HEAD'),
    ask('rev-parse', '--verify', '--quiet', '--short', 'HEAD'),
    ask('diff-files', '-z', '--name-status', '--ignore-submodules=all', '--relative'),
    ask('diff-index', '-z', '--cached', '--name-status', '--ignore-submodules=all', '--relative', 'HEAD'),
    ask('ls-files', '-z', '--others', '--exclude-standard', '--directory', '--no-empty-directory'),
  ]);
  const changed = [
    ...new Set([...namesOf(staged), ...namesOf(unstaged), ...pathsOf(fresh).map((path) => `?? ${path}`)]),
  ];
  return {
    branch: lineOf(branch),
    commit: lineOf(commit),
    changed: changed.slice(0, MAX_FILES),
    more: Math.max(0, changed.length - MAX_FILES),
  };
}

/** What it printed; null when it failed. */
async function askGit(
  file: string,
  args: readonly string[],
  { workspace, home, env }: GitQuestion,
): Promise<string | null> {
  const given = {
    PATH: env['PATH'],
    HOME: home,
    XDG_CONFIG_HOME: env['XDG_CONFIG_HOME'],
    LC_ALL: 'C',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
    GIT_TERMINAL_PROMPT: '0',
  };
  const limits = { cwd: workspace, env: given, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
  const { stdout, failure } = await commandOutput(file, [...SAFE, ...args], limits);
  return failure === null ? stdout : null;
}

/** `M\0src/a.ts\0` and so on. */
function namesOf(output: string | null): readonly string[] {
  const fields = pathsOf(output);
  return fields.flatMap((field, at) => (at % 2 === 1 ? [`${fields[at - 1]} ${field}`] : []));
}

function pathsOf(output: string | null): readonly string[] {
  // what was cut off at the end is no whole name
  return (output ?? '').split('\0').slice(0, -1);
}

function lineOf(output: string | null): string | null {
  const line = output?.trim() ?? '';
  return line === '' ? null : line;
}
