/** `uuldana mcp`: the read-only recall server for agents, on stdio. */

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { examples } from './options.ts';

export function addMcp(program: Command, context: CommandContext): void {
  const command = program
    .command('mcp')
    .summary('let agents search past sessions (MCP server)')
    .description(
      'Serves past sessions to an agent over MCP, on standard input and output: session_list, session_search, session_read. Read-only; only sessions of the folder it is started in, unless --all.',
    )
    .option('--all', 'sessions of all folders')
    .action((options: { all?: boolean }) => run(context, options));
  examples(command, ['uuldana mcp', 'uuldana mcp --all']);
}

async function run(context: CommandContext, options: { all?: boolean }): Promise<void> {
  const ports = await context.ports();
  const [{ serveRecall }, { scopeOf }] = await Promise.all([
    import('../../mcp/server.ts'),
    import('../../session/scope.ts'),
  ]);
  await serveRecall(ports, scopeOf(ports, { workspace: null, all: options.all === true }));
}
