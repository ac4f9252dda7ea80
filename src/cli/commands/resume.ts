/** `uuldana resume [SESSION]`: go on with a session's conversation. */

import { type Command, Option } from 'commander';
import { UuldanaError } from '../../core/errors.ts';
import type { Capture } from '../../session/capture.ts';
import type { CommandContext } from '../context.ts';
import { askedLevel, captureOption, examples, levelOption, type PermissionOptions } from './options.ts';

interface ResumeOptions extends PermissionOptions {
  readonly prompt?: string;
  readonly here?: boolean;
  readonly ceiling?: unknown;
  readonly capture?: Capture;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function addResume(program: Command, context: CommandContext): void {
  const command = program
    .command('resume')
    .summary('go on with a session, also after a crash')
    .description('Goes on with the conversation of a session. Without SESSION: the latest one of this folder.')
    .usage('[SESSION] [options] [-- AGENT ARGS]')
    .argument('[session]', 'an id, a name, or any unique part of an id')
    .addOption(levelOption('--permission', 'another level, up to the ceiling of the session'))
    .option('--bypass-permissions', 'the same as --permission bypass')
    // so that who tries is told why it cannot be
    .addOption(new Option('--ceiling <level>').hideHelp())
    .option('--prompt <text>', 'a prompt to go on with; "-" reads it from standard input')
    .option('--here', 'the folder of the session moved: it is the current one now')
    .addOption(captureOption())
    .option('--dry-run', 'print what would be started, and start nothing')
    .option('--json', 'with --dry-run: print JSON')
    .action((session: string | undefined, options: ResumeOptions) => run(context, session, options));
  examples(command, ['uuldana resume', 'uuldana resume login', 'uuldana resume 1a2b3c4d --permission ask']);
}

function ceilingIsFixed(): UuldanaError {
  return new UuldanaError('usage', 'The ceiling of a session is fixed when it is created, and no resume changes it', {
    hint: 'Any level up to it can be had with --permission. "uuldana list" shows it; a new session can have another: uuldana --ceiling LEVEL',
  });
}

async function run(context: CommandContext, session: string | undefined, options: ResumeOptions): Promise<void> {
  if (options.ceiling !== undefined) throw ceilingIsFixed();
  const permission = askedLevel(options);
  const ports = await context.ports();
  const [{ resume }, { readPrompt }] = await Promise.all([
    import('../../session/resume.ts'),
    import('../read-prompt.ts'),
  ]);
  const result = await resume(ports, {
    session: session ?? null,
    permission,
    here: options.here === true,
    capture: options.capture ?? null,
    prompt: await readPrompt(options.prompt),
    extra: context.extra,
    dryRun: options.dryRun === true,
  });
  if (result.type === 'ran') context.exitCode = result.exitCode;
  else {
    const { planJson, planText } = await import('../views/plan.ts');
    context.out(options.json === true ? planJson(result.plan, result.notes) : planText(result.plan, result.notes));
  }
}
