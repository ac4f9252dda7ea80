/** `uuldana search WORDS...`: finds past sessions by what they showed. */

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { countOption, examples, JSON_OPTION, paints } from './options.ts';

interface SearchOptions {
  readonly literal?: boolean;
  readonly provider?: string;
  readonly workspace?: string;
  readonly all?: boolean;
  readonly since?: string;
  readonly until?: string;
  readonly status?: string;
  readonly limit: number;
  readonly json?: boolean;
}

export function addSearch(program: Command, context: CommandContext): void {
  const command = program
    .command('search')
    .summary('find past sessions by what they showed')
    .description(
      'Finds the sessions of this folder that hold these words, the best first. Also beginnings of words and parts of names.',
    )
    .argument('<words...>', 'what you remember of it')
    .option('--literal', 'exactly this text, upper and lower case told apart')
    .option('--provider <provider>', 'only sessions of this provider')
    .option('--workspace <folder>', 'sessions of another folder')
    .option('--all', 'sessions of all folders')
    .option('--since <when>', 'only those active since then: 45m, 2h, 3d, 1w, 2026-11-30')
    .option('--until <when>', 'only those begun before then')
    .option('--status <status>', 'only running, exited, signaled, failed or interrupted ones')
    .addOption(countOption('--limit', 'how many to show', 10, 1000))
    .option(...JSON_OPTION)
    .action((words: readonly string[], options: SearchOptions) => run(context, words, options));
  examples(command, [
    'uuldana search flaky login test',
    'uuldana search --all --since 2w "rate limit"',
    'uuldana search --literal "ECONNRESET at TLSSocket"',
  ]);
}

async function run(context: CommandContext, words: readonly string[], options: SearchOptions): Promise<void> {
  const ports = await context.ports();
  const [{ searchSessions }, { scopeOf }, views, { COLOURS, NO_PAINT }, { sayRefused }] = await Promise.all([
    import('../../session/search.ts'),
    import('../../session/scope.ts'),
    import('../views/search.ts'),
    import('../views/marked.ts'),
    import('../views/refused.ts'),
  ]);
  const { provider = null, workspace = null, since = null, until = null, status = null, limit } = options;
  const scope = scopeOf(ports, { workspace, all: options.all === true });
  const answer = await searchSessions(ports, {
    query: words.join(' '),
    literal: options.literal === true,
    scope,
    filters: { provider, since, until, status },
  });
  if (options.json === true) context.out(views.searchJson(answer, limit));
  else context.out(views.searchText(answer, limit, ports.clock.now(), paints(context) ? COLOURS : NO_PAINT));
  for (const note of views.searchNotes(answer, limit, scope.workspace)) ports.talk(`uuldana: ${note}`);
  sayRefused(ports, answer.skipped);
}
