/** `uuldana launch [PROVIDER]`, which is also what `uuldana [PROVIDER]` means: a new session. */

import type { Command } from 'commander';
import { adapters } from '../../../adapters/index.ts';
import type { Level } from '../../core/permission.ts';
import type { Capture } from '../../session/capture.ts';
import type { CommandContext } from '../context.ts';
import { askedLevel, captureOption, examples, levelOption, type PermissionOptions } from './options.ts';

interface LaunchOptions extends PermissionOptions {
  readonly ceiling?: Level;
  readonly prompt?: string;
  readonly name?: string;
  readonly capture?: Capture;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function addLaunch(program: Command, context: CommandContext): void {
  const agent = adapters[0]?.id ?? 'PROVIDER';
  const command = program
    .command('launch', { isDefault: true })
    .summary('start a new session (the default command)')
    .description('Starts a coding agent in this terminal as a new session. PROVIDER may be left out.')
    .usage('[PROVIDER] [options] [-- AGENT ARGS]')
    .argument('[provider]', `which agent: ${adapters.map(({ id }) => id).join(', ')}, or one of your own`)
    .addOption(levelOption('--permission', 'what the agent may do: read-only, ask, edits, auto, bypass'))
    .addOption(levelOption('--ceiling', 'the most it may ever get in this session; nothing raises it'))
    .option('--bypass-permissions', 'let it do everything without asking, in this session')
    .option('--prompt <text>', 'the first prompt; "-" reads it from standard input')
    .option('--name <name>', 'name the session')
    .addOption(captureOption())
    .option('--dry-run', 'print what would be started, and start nothing')
    .option('--json', 'with --dry-run: print JSON')
    .action((provider: string | undefined, options: LaunchOptions) => run(context, provider, options));
  examples(command, [
    `uuldana ${agent}                               start it here`,
    `uuldana ${agent} --permission ask --name login`,
    `uuldana ${agent} --prompt "fix the failing test"`,
    `uuldana ${agent} -- --model NAME               arguments of the agent stand behind --`,
  ]);
}

async function run(context: CommandContext, provider: string | undefined, options: LaunchOptions): Promise<void> {
  const permission = askedLevel(options);
  const ports = await context.ports();
  const [{ launch }, { readPrompt }, { pickProvider }] = await Promise.all([
    import('../../session/launch.ts'),
    import('../read-prompt.ts'),
    import('../ask.ts'),
  ]);
  const ceiling = options.ceiling ?? (options.bypassPermissions === true ? 'bypass' : null);
  const prompt = await readPrompt(options.prompt);
  const request = {
    provider: provider ?? null,
    permission,
    ceiling,
    prompt,
    name: options.name ?? null,
    capture: options.capture ?? null,
    extra: context.extra,
    dryRun: options.dryRun === true,
  };
  const result = await launch(ports, request, pickProvider);
  if (result.type === 'ran') context.exitCode = result.exitCode;
  else {
    const { planJson, planText } = await import('../views/plan.ts');
    context.out(options.json === true ? planJson(result.plan, []) : planText(result.plan, []));
  }
}
