// Prepares a checkout for the script that called it: installs the dependencies when the lock file is newer than what is
// installed, and builds dist/ when a source file is newer than the last build. Says what it does, and nothing when all is there.
//
//   node .ci/set-up.mjs [--build]      --build: build even when dist/ is up to date

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const top = dirname(dirname(fileURLToPath(import.meta.url)));
const at = (path) => join(top, path);
const changedAt = (path) => (existsSync(at(path)) ? statSync(at(path)).mtimeMs : 0);

function run(what, file, args) {
  console.error(`${what} ...`);
  const done = spawnSync(file, args, { cwd: top, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });
  if (done.status === 0) return;
  console.error(`${done.stdout}${done.stderr}${done.error ?? ''}`);
  console.error(`${what} failed (${file} ${args.join(' ')}).`);
  process.exit(1);
}

function newestSource() {
  const files = ['src', 'adapters'].flatMap((folder) =>
    readdirSync(at(folder), { recursive: true }).map((name) => join(folder, String(name))),
  );
  return Math.max(changedAt('tsconfig.json'), ...files.map(changedAt));
}

if (changedAt('node_modules/.package-lock.json') < changedAt('package-lock.json')) {
  run('Installing dependencies', 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
}
if (process.argv.includes('--build') || changedAt('dist/.tsbuildinfo') < newestSource()) {
  run('Building', process.execPath, [at('node_modules/typescript/bin/tsc'), '-p', 'src/tsconfig.json']);
}
