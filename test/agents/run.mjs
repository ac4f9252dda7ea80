// Runs the suite with real agents: installs them, then runs vitest where loopback is the only network, so that no agent can reach
// its vendor, whatever it tries. Arguments go to vitest.
//
//   node test/agents/run.mjs [VITEST ARGS ...]

import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { agentNames, install } from './install.mjs';

const top = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

function give(message) {
  console.error(message);
  process.exit(1);
}

/** What `sh` runs in the new network namespace. */
const LOOPBACK_UP = 'ip link set lo up && exec "$@"';

function unshareArgs() {
  // a user namespace of its own is what lets others than root make a network namespace
  const flags = process.getuid() === 0 ? ['-n'] : ['-rn'];
  const tried = spawnSync('unshare', [...flags, 'sh', '-c', LOOPBACK_UP, 'sh', 'true'], { encoding: 'utf8' });
  if (tried.status === 0) return [...flags, 'sh', '-c', LOOPBACK_UP, 'sh'];
  return give(
    `No network namespace can be made here, and without one no agent is started: ${tried.error?.message ?? tried.stderr.trim()}\n` +
      'It takes Linux with unshare (util-linux) and ip (iproute2), and root or unprivileged user namespaces.',
  );
}

const folders = {};
try {
  for (const name of agentNames) folders[name] = install(name);
} catch (error) {
  give(error.message);
}
const vitest = join(top, 'node_modules', 'vitest', 'vitest.mjs');
const command = [process.execPath, vitest, 'run', '--config', 'test/agents/vitest.config.ts', ...process.argv.slice(2)];
const { status, error } = spawnSync('unshare', [...unshareArgs(), ...command], {
  cwd: top,
  stdio: 'inherit',
  env: { ...process.env, UULDANA_AGENT_FOLDERS: JSON.stringify(folders) },
});
if (error) give(`unshare: ${error.message}`);
process.exit(status ?? 1);
