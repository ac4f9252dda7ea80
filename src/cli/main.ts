/** The composition root: binds the process (arguments, environment, exit status) to the commands. The one exit point. */

import { hasTerminal } from './terminal-check.ts';

process.stdout.on('error', closedPipe);
process.stderr.on('error', closedPipe);

/** Nobody reads any more, as in `uuldana list | head -1`: a quiet success. */
function closedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
}

const terminalAtStart = hasTerminal();
const { runCommandLine } = await import('./program.ts');
process.exitCode = await runCommandLine(process.argv.slice(2), {
  env: { ...process.env },
  hasTerminal: terminalAtStart,
  columns: () => process.stdout.columns || 80,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
// Node 20 aborts at its exit when the terminal it started with is gone (seen with 20.20): then end as what happened, a hangup
if (terminalAtStart && !hasTerminal()) process.kill(process.pid, 'SIGHUP');
