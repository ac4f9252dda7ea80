// Installs the pinned agents of pinned.json with npm, each into a folder of its own below $UULDANA_AGENTS_DIR, else
// ~/.cache/uuldana-agents. What is there already is kept. Needs the network; nothing else of the suite does.
//
//   node test/agents/install.mjs [NAME ...]      all of them without names

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const pinned = JSON.parse(readFileSync(new URL('pinned.json', import.meta.url), 'utf8'));
const root = resolve(process.env.UULDANA_AGENTS_DIR || join(homedir(), '.cache', 'uuldana-agents'));
const TRIES = 3;
const MINUTES_A_TRY = 10;

/** @returns the folder that holds node_modules of the agent */
export function install(name) {
  const agent = pinned[name];
  if (agent === undefined)
    throw new Error(`no agent "${name}" in pinned.json; there are ${Object.keys(pinned).join(', ')}`);
  const what = `${agent.package}@${agent.version}`;
  const folder = join(root, `${name}-${agent.version}`);
  // written last, so that an installation that was cut off is done again
  const stamp = join(folder, '.installed');
  if (existsSync(stamp)) return folder;
  let trouble = '';
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    console.error(`Installing ${what} (try ${attempt} of ${TRIES}) ...`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
    // install scripts: the package links the program of its platform into place with one
    const args = ['install', '--ignore-scripts=false', '--no-audit', '--no-fund', what];
    const limits = {
      cwd: folder,
      timeout: MINUTES_A_TRY * 60_000,
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    };
    const { status, stderr, error } = spawnSync('npm', args, limits);
    if (status === 0) {
      writeFileSync(stamp, `${what}\n`);
      return folder;
    }
    trouble = `${stderr ?? ''}${error ?? ''}`.trim().slice(-1500);
  }
  throw new Error(
    `npm could not install ${what} into ${folder}, in ${TRIES} tries. Nothing was tested. npm said:\n${trouble}`,
  );
}

export const agentNames = Object.keys(pinned);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const names = process.argv.slice(2);
    for (const name of names.length > 0 ? names : agentNames) console.log(install(name));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
