// What uuldana costs, beside what a user has instead. Prints a table of medians and ratios and writes bench-results/latest.json.
//
//   npm run bench [-- --rounds 5 --megabytes 40]
//
// Each round runs every candidate once, in turn, in an outer terminal of the same size that reads as fast as it can. Ratios are
// taken within a round, so a machine whose speed drifts does not change them. `script` is measured when it is installed; a missing one is said.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pty from 'node-pty';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, megabytes: { type: 'string', default: '40' } },
});
const rounds = Number(values.rounds);
const bin = fileURLToPath(new URL('../../bin/uuldana.js', import.meta.url));
const frames = fileURLToPath(new URL('frames.mjs', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'uuldana-bench-'));
const env = {
  ...process.env,
  HOME: home,
  UULDANA_DATA_DIR: join(home, 'data'),
  UULDANA_CONFIG_DIR: join(home, 'config'),
  FRAMES_MB: values.megabytes,
};

mkdirSync(join(home, 'config'));
writeFileSync(join(home, 'empty.mjs'), '');
const frameCommand = join(home, 'frames');
writeFileSync(frameCommand, `#!/bin/sh\nexec "${process.execPath}" "${frames}"\n`, { mode: 0o755 });
const provider = { bin: frameCommand, args: { new: [] }, permissions: { ask: [] } };
writeFileSync(join(home, 'config', 'config.json'), JSON.stringify({ providers: { frames: provider } }));

/** Runs a command in a terminal of 120x40; resolves with wall milliseconds. */
function timed(file, args) {
  const from = performance.now();
  return new Promise((resolve) => {
    const terminal = pty.spawn(file, args, { cols: 120, rows: 40, cwd: home, env, encoding: null });
    terminal.onData(() => undefined);
    terminal.onExit(() => resolve(performance.now() - from));
  });
}

const hasScript = spawnSync('script', ['--version']).status === 0;
const groups = [
  {
    what: `pass-through of ${values.megabytes} MB of full-screen frames`,
    candidates: {
      'bare terminal': [frameCommand, []],
      ...(hasScript ? { script: ['script', ['-qec', frameCommand, '/dev/null']] } : {}),
      uuldana: [process.execPath, [bin, 'frames']],
    },
  },
  {
    what: 'start of a command',
    candidates: {
      'empty Node script': [process.execPath, [join(home, 'empty.mjs')]],
      'uuldana --version': [process.execPath, [bin, '--version']],
      'uuldana list': [process.execPath, [bin, 'list']],
    },
  },
];

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const report = [];
if (!hasScript) console.log('script is not installed, so it is not measured.');
for (const { what, candidates } of groups) {
  const names = Object.keys(candidates);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -1; round < rounds; round += 1) {
    for (const name of names) {
      const ms = await timed(...candidates[name]);
      if (round >= 0) times[name].push(ms); // the first round warms up
    }
  }
  console.log(`\n${what} (${rounds} rounds)`);
  for (const name of names) {
    const ratio = median(times[name].map((ms, round) => ms / times[names[0]][round]));
    console.log(
      `  ${name.padEnd(20)} ${median(times[name]).toFixed(0).padStart(7)} ms   ${ratio.toFixed(2)} x ${names[0]}`,
    );
    report.push({ what, name, median_ms: median(times[name]), ratio, times_ms: times[name] });
  }
}
mkdirSync('bench-results', { recursive: true });
writeFileSync('bench-results/latest.json', `${JSON.stringify(report, null, 2)}\n`);
console.log('\nWritten to bench-results/latest.json');
rmSync(home, { recursive: true, force: true });
