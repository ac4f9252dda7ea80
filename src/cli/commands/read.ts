/** `uuldana read [SESSION]`: what a session showed, page by page. */

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { countOption, examples, JSON_OPTION, paints } from './options.ts';

interface ReadOptions {
  readonly query?: string;
  readonly literal?: boolean;
  readonly offset?: number;
  readonly limit: number;
  readonly json?: boolean;
}

/** As large as an entry can be over MCP. */
const ENTRY_BYTES = 16_384;

export function addRead(program: Command, context: CommandContext): void {
  const command = program
    .command('read')
    .summary('what a session showed, page by page')
    .description('Prints the recorded text of a session, oldest first. Without SESSION: the latest one of this folder.')
    .argument('[session]', 'an id, a name, or any unique part of an id')
    .option('--query <words>', 'begin where these words are found best')
    .option('--literal', 'the query is an exact text')
    .addOption(countOption('--offset', 'begin at this entry; the first one is 0', undefined, Number.MAX_SAFE_INTEGER))
    .addOption(countOption('--limit', 'how many entries', 20, 1000))
    .option(...JSON_OPTION)
    .action((session: string | undefined, options: ReadOptions) => run(context, session, options));
  examples(command, [
    'uuldana read',
    'uuldana read login --query "stack trace"',
    'uuldana read login --offset 20 --json',
  ]);
}

async function run(context: CommandContext, session: string | undefined, options: ReadOptions): Promise<void> {
  const ports = await context.ports();
  const [{ locateSession }, { readPage }, views, { COLOURS, NO_PAINT }] = await Promise.all([
    import('../../session/locate.ts'),
    import('../../session/read.ts'),
    import('../views/read.ts'),
    import('../views/marked.ts'),
  ]);
  const { found } = locateSession(ports, session ?? null);
  const page = await readPage(ports, found, {
    offset: options.offset ?? null,
    limit: options.limit,
    query: options.query ?? null,
    literal: options.literal === true,
    entryBytes: ENTRY_BYTES,
    revision: null,
  });
  context.out(
    options.json === true ? views.readJson(page) : views.readText(page, paints(context) ? COLOURS : NO_PAINT),
  );
  for (const note of views.readNotes(page)) ports.talk(`uuldana: ${note}`);
}
