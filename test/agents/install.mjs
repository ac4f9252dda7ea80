// Installs the pinned agents of pinned.json with npm, each into a folder of its own below $UULDANA_AGENTS_DIR, else
// ~/.cache/uuldana-agents. What is there already is kept. Needs the network; nothing else of the suite does.
//
//   node test/agents/install.mjs [NAME ...]      all of them without names

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const pinned = JSON.parse(readFileSync(new URL('pinned.json', import.meta.url), 'utf8'));
const root = resolve(process.env.UULDANA_AGENTS_DIR || join(homedir(), '.cache', 'uuldana-agents'));
const TRIES = 3;
const MINUTES_A_TRY = 10;

export const agentNames = Object.keys(pinned);

/** @returns the folder that holds node_modules of the agent */
export function install(name) {
  const agent = pinned[name];
  if (agent === undefined) throw new Error(`no agent "${name}" in pinned.json; there are ${agentNames.join(', ')}`);
  const what = `${agent.package}@${agent.version}`;
  const folder = join(root, `${name}-${agent.version}`);
  let trouble = '';
  for (let attempt = 1; attempt <= TRIES && !existsSync(folder); attempt++) {
    console.error(`Installing ${what} (try ${attempt} of ${TRIES}) ...`);
    trouble = tryOnce(agent, what, folder);
  }
  if (existsSync(folder)) return folder;
  throw new Error(`${what} could not be installed into ${folder}, in ${TRIES} tries. Nothing was tested. ${trouble}`);
}

/**
 * In a folder beside, which takes its name when the agent runs: what was cut off is done again, and of two that install at the
 * same time the first one counts.
 *
 * @returns what went wrong
 */
function tryOnce(agent, what, folder) {
  mkdirSync(root, { recursive: true });
  const beside = mkdtempSync(`${folder}.`);
  try {
    const trouble = npmInstall(beside, what) || firstRun(beside, agent);
    if (!trouble && !existsSync(folder)) renameSync(beside, folder);
    return trouble;
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

function npmInstall(folder, what) {
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  // install scripts: packages link the program of their platform into place with one
  const args = ['install', '--ignore-scripts=false', '--no-audit', '--no-fund', what];
  const limits = {
    cwd: folder,
    timeout: MINUTES_A_TRY * 60_000,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  };
  const { status, stderr, error } = spawnSync('npm', args, limits);
  return status === 0 ? '' : `npm said:\n${`${stderr ?? ''}${error ?? ''}`.trim().slice(-1500)}`;
}

/** The program of the platform is an optional dependency, which npm leaves out without an error when it cannot be had. */
function firstRun(folder, { command, version }) {
  const home = join(folder, 'home');
  mkdirSync(home);
  const program = join(folder, 'node_modules', '.bin', command);
  const env = { HOME: home, PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter) };
  const { stdout, stderr, error } = spawnSync(program, ['--version'], {
    env,
    cwd: home,
    timeout: 60_000,
    encoding: 'utf8',
  });
  if (stdout?.includes(version)) return '';
  return `"${command} --version" does not say ${version}, but:\n${`${stdout ?? ''}${stderr ?? ''}${error ?? ''}`.trim().slice(-1500)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const names = process.argv.slice(2);
    for (const name of names.length > 0 ? names : agentNames) console.log(install(name));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
