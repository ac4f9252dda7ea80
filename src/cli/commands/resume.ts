/** `uuldana resume [SESSION]`: go on with a session's conversation. */

import { type Command, Option } from 'commander';
import { EXIT, UuldanaError } from '../../core/errors.ts';
import type { Ports } from '../../session/ports.ts';
import type { CommandContext } from '../context.ts';
import { askedLevel, captureOption, examples, lengthOption, levelOption } from './options.ts';
import { type HandoffOptions, runHandoff } from './run-handoff.ts';

interface ResumeOptions extends HandoffOptions {
  readonly prompt?: string;
  readonly pick?: boolean;
  readonly ceiling?: unknown;
  readonly provider?: string;
  readonly whenReady?: boolean;
  readonly or?: string;
  /** Milliseconds. */
  readonly orAfter?: number;
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
    .option('--provider <provider>', 'go on at another provider, as "uuldana handoff" does')
    .option('--when-ready', 'wait for the end of its usage limit first; q cancels')
    .option('--or <provider>', 'with --when-ready: hand over instead where the wait would be long')
    .addOption(lengthOption('--or-after', 'with --or: how long is long (30m)'))
    .option('--pick', 'pick the session on the terminal')
    .option('--here', 'the folder of the session moved: it is the current one now')
    .addOption(captureOption())
    .option('--dry-run', 'print what would be started, and start nothing')
    .option('--json', 'with --dry-run: print JSON')
    .action((session: string | undefined, options: ResumeOptions) => run(context, session, options));
  examples(command, [
    'uuldana resume',
    'uuldana resume --pick',
    'uuldana resume login',
    'uuldana resume 1a2b3c4d --permission ask',
    'uuldana resume --when-ready',
  ]);
}

function ceilingIsFixed(): UuldanaError {
  return new UuldanaError('usage', 'The ceiling of a session is fixed when it is created, and no resume changes it', {
    hint: 'Any level up to it can be had with --permission. "uuldana list" shows it; a new session can have another: uuldana --ceiling LEVEL',
  });
}

async function run(context: CommandContext, session: string | undefined, options: ResumeOptions): Promise<void> {
  if (options.ceiling !== undefined) throw ceilingIsFixed();
  const chosen = options.pick === true ? await pick(context, await context.ports(), session) : (session ?? null);
  if (chosen === 'none') {
    context.exitCode = EXIT.no;
    return;
  }
  const next = await nextOf(context, chosen, options);
  if (next.to === 'nothing') {
    context.err('uuldana: cancelled; nothing was started\n');
    context.exitCode = EXIT.no;
  } else if (next.to === 'handoff') {
    const { provider } = next;
    await runHandoff(context, { ...options, provider, session: next.session, instruction: options.prompt });
  } else {
    await resumeNow(context, next.session, options);
  }
}

/** What is meant, and when: a wait comes first, and a provider other than the session's means a handoff. */
async function nextOf(context: CommandContext, session: string | null, options: ResumeOptions): Promise<Asked> {
  const { provider, whenReady: waits, or, orAfter } = options;
  if (waits !== true && (or !== undefined || orAfter !== undefined)) throw onlyWithWhenReady();
  if (waits === true && provider !== undefined) throw eitherWaitOrProvider();
  const ports = await context.ports();
  if (waits === true && options.dryRun !== true) {
    const [{ whenReady }, { countdownOn }, { findAdapter }] = await Promise.all([
      import('../../session/when-ready.ts'),
      import('../countdown.ts'),
      import('../../provider/registry.ts'),
    ]);
    const other = or === undefined ? null : findAdapter(ports.adapters, or).id;
    const asked = { session, or: other, orAfterMs: orAfter ?? OR_AFTER_MS };
    return await whenReady(ports, asked, countdownOn(context));
  }
  if (provider === undefined) return { to: 'resume', session };
  const { isWith } = await import('../../session/handoff.ts');
  return isWith(ports, session, provider) ? { to: 'resume', session } : { to: 'handoff', session, provider };
}

type Asked =
  | { readonly to: 'resume'; readonly session: string | null }
  | { readonly to: 'handoff'; readonly session: string | null; readonly provider: string }
  | { readonly to: 'nothing' };

/** A wait of half an hour is a break; what is longer is worth another agent. */
const OR_AFTER_MS = 30 * 60_000;

function onlyWithWhenReady(): UuldanaError {
  return new UuldanaError('usage', '--or and --or-after say what happens instead of a long wait', {
    hint: 'Add --when-ready, or hand over at once: uuldana handoff PROVIDER',
  });
}

function eitherWaitOrProvider(): UuldanaError {
  return new UuldanaError(
    'usage',
    '--when-ready waits for the session\u2019s own provider, and --provider names another',
    {
      hint: 'To hand over where the wait is long: --when-ready --or PROVIDER',
    },
  );
}

async function resumeNow(context: CommandContext, session: string | null, options: ResumeOptions): Promise<void> {
  const permission = askedLevel(options);
  const ports = await context.ports();
  const [{ resume }, { readPrompt }] = await Promise.all([
    import('../../session/resume.ts'),
    import('../read-prompt.ts'),
  ]);
  const result = await resume(ports, {
    session,
    permission,
    capture: options.capture ?? null,
    here: options.here === true,
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

/** The id of the picked session; "none" when the person picked none. */
async function pick(context: CommandContext, ports: Ports, session: string | undefined): Promise<string> {
  if (session !== undefined) {
    throw new UuldanaError('usage', 'resume takes either a SESSION or --pick', { hint: 'uuldana resume --pick' });
  }
  const [{ listSessions }, { pickOrPrint }] = await Promise.all([
    import('../../session/list.ts'),
    import('../pick-session.ts'),
  ]);
  const picked = await pickOrPrint(context, ports, listSessions(ports, { here: false }).sessions);
  if (picked.type === 'picked') return picked.session.session;
  if (picked.type === 'none') return 'none';
  throw new UuldanaError('needs-terminal', 'There is nobody to pick a session, or none to pick', {
    hint: 'Name one: uuldana resume SESSION',
  });
}
