/**
 * The cells of the matrix: a provider, a ceiling, a route, and what the command line makes of it. The real command line runs in this process, as a dry
 * run, so that thousands of cells take seconds; what it would start is told to the live part.
 */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { newSessionId } from '../../../src/core/ids.ts';
import { LEVELS, type Level } from '../../../src/core/permission.ts';
import type { Route } from './routes.ts';
import { routesOf } from './routes.ts';
import type { Subject } from './subject.ts';
import { type Place, put, putDecoy, putSession } from './world.ts';

export interface Ceiling {
  readonly level: Level;
  /** Given by `--ceiling`, else in the config file. */
  readonly strict: boolean;
}

const CEILINGS: readonly Ceiling[] = LEVELS.flatMap((level) => [
  { level, strict: true },
  { level, strict: false },
]);

/** What a dry run prints. */
export interface Plan {
  readonly binary: string;
  readonly args: readonly string[];
  readonly env: { readonly set: Readonly<Record<string, string>>; readonly unset: readonly string[] };
  readonly native_id: string | null;
  readonly permission: {
    readonly effective: Level;
    readonly ceiling: Level;
    readonly strength: 'held' | 'at-launch';
    readonly reaches: Level;
  };
  readonly notes: readonly string[];
}

export interface Cell {
  readonly subject: Subject;
  readonly ceiling: Ceiling;
  readonly route: Route;
  readonly exitCode: number;
  /** What was said, where nothing would be started. */
  readonly said: string;
  /** Null where nothing would be started. */
  readonly plan: Plan | null;
}

export interface Bench extends Place {
  readonly data: string;
  readonly config: string;
  readonly env: Readonly<Record<string, string>>;
  writeConfig(value: unknown): void;
}

/** Words for uuldana in which the route is tried. */
export function wordsOf({ id }: Subject, { level, strict }: Ceiling, route: Route, session: string | null): string[] {
  const { extra } = route;
  const options = route.asks ? ['--permission', level] : (route.options ?? []);
  const begin = session === null ? [id, ...(strict ? ['--ceiling', level] : [])] : ['resume', session];
  return [...begin, ...options, ...(extra === undefined ? [] : ['--', ...extra])];
}

export interface CellOptions {
  /** Of the config file. */
  readonly providers?: object;
  readonly takes?: (route: Route) => boolean;
}

export async function cellsOf(
  bench: Bench,
  subject: Subject,
  command: string,
  { providers = {}, takes = () => true }: CellOptions = {},
): Promise<readonly Cell[]> {
  const cells: Cell[] = [];
  for (const ceiling of CEILINGS) {
    bench.writeConfig({ ceiling: ceiling.level, providers });
    for (const route of routesOf(subject).filter((one) => takes(one) && isTried(one, ceiling, subject)))
      cells.push(await cellOf(bench, subject, command, ceiling, route));
  }
  return cells;
}

function isTried({ isSpelling, resumes, files }: Route, { level, strict }: Ceiling, subject: Subject): boolean {
  if (isSpelling) return !strict;
  if (resumes === undefined) return true;
  if (files !== undefined) return level === 'ask' && !strict;
  return subject.resumesSlowly ? level === 'ask' : true;
}

async function cellOf(bench: Bench, subject: Subject, command: string, ceiling: Ceiling, route: Route): Promise<Cell> {
  const { home, workspace } = bench;
  const undo = put(bench, filesOf(subject, route));
  const session = route.resumes === undefined ? null : sessionFor(bench, subject, ceiling, route.resumes);
  try {
    const env = { ...bench.env, ...decoyed(bench, command, route), ...placed(route.env ?? {}, { home, workspace }) };
    const words = wordsOf(subject, ceiling, route, session);
    const at = words.indexOf('--');
    const [own, extra] = at === -1 ? [words, []] : [words.slice(0, at), words.slice(at)];
    const ran = await inProcess([...own, '--dry-run', '--json', ...extra], env);
    return {
      subject,
      ceiling,
      route,
      exitCode: ran.exitCode,
      said: ran.err,
      plan: ran.exitCode === 0 ? planIn(ran.out) : null,
    };
  } finally {
    undo();
    rmSync(join(bench.data, 'journals'), { recursive: true, force: true });
  }
}

export const filesOf = (subject: Subject, { files, config }: Route) => [
  ...(files === undefined ? [] : (subject.files[files] ?? [])),
  ...(config === true ? OWN_CONFIG : []),
];

const FREE = JSON.stringify({
  ceiling: 'bypass',
  strict_ceiling: false,
  permission: 'bypass',
  default_permission: 'bypass',
});

const OWN_CONFIG = [
  '.uuldana.json',
  'uuldana.json',
  '.uuldana/config.json',
  'config.json',
  '.config/uuldana/config.json',
].map((name) => ({ path: `./${name}`, text: FREE }));

export const placed = (env: Readonly<Record<string, string>>, { home, workspace }: Place) =>
  Object.fromEntries(
    Object.entries(env).map(([name, value]) => [
      name,
      value.replaceAll('{home}', home).replaceAll('{work}', workspace),
    ]),
  );

function decoyed({ env, workspace }: Bench, command: string, { decoy }: Route): Readonly<Record<string, string>> {
  if (decoy === undefined) return {};
  const folder = decoy === 'node_modules' ? join(workspace, 'node_modules', '.bin') : workspace;
  putDecoy(folder, command);
  const entry = { workspace, node_modules: folder, relative: '.' }[decoy];
  return { PATH: `${entry}:${env['PATH']}` };
}

const FLAG_AS_NAME = '--bypass-permissions';

function sessionFor(
  bench: Bench,
  { id }: Subject,
  { level, strict }: Ceiling,
  kind: NonNullable<Route['resumes']>,
): string {
  const session = newSessionId(Date.now(), crypto.getRandomValues(new Uint8Array(10)));
  const { data, workspace } = bench;
  putSession({ journals: join(data, 'journals'), workspace, provider: id, ceiling: level, strict, kind, session });
  return kind === 'flag-as-name' ? FLAG_AS_NAME : session;
}

type RunCommandLine = typeof import('../../../src/cli/program.ts').runCommandLine;

async function inProcess(argv: readonly string[], env: Readonly<Record<string, string>>) {
  const program = new URL('../../../dist/src/cli/program.js', import.meta.url).href;
  const { runCommandLine }: { runCommandLine: RunCommandLine } = await import(program);
  const said = { out: '', err: '' };
  const exitCode = await runCommandLine(argv, {
    env,
    hasTerminal: true,
    columns: () => 80,
    out: (text) => {
      said.out += text;
    },
    err: (text) => {
      said.err += text;
    },
  });
  return { exitCode, ...said };
}

function planIn(text: string): Plan | null {
  return text.startsWith('{') ? JSON.parse(text) : null;
}
