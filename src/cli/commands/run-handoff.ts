/** Carries out a handoff for the two commands that mean one: `handoff PROVIDER` and `resume --provider PROVIDER`. */

import type { Command } from 'commander';
import { EXIT } from '../../core/errors.ts';
import type { Capture } from '../../session/capture.ts';
import type { CommandContext } from '../context.ts';
import { askedLevel, type PermissionOptions } from './options.ts';

export interface HandoffOptions extends PermissionOptions {
  readonly edit?: boolean;
  readonly paste?: boolean;
  readonly capture?: Capture;
  readonly here?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

interface AskedHandoff extends HandoffOptions {
  readonly provider: string;
  readonly session: string | null;
  /** As it was typed. */
  readonly instruction: string | undefined;
}

export function addHandoffOptions(command: Command): Command {
  return command
    .option('--edit', 'open what is sent in your editor first')
    .option('--paste', 'paste it instead of giving it as an argument, which others on this machine could read');
}

export async function runHandoff(context: CommandContext, asked: AskedHandoff): Promise<void> {
  const permission = askedLevel(asked);
  const ports = await context.ports();
  const [{ handOff }, { readPrompt }, { editText }] = await Promise.all([
    import('../../session/handoff.ts'),
    import('../read-prompt.ts'),
    import('../edit-text.ts'),
  ]);
  const edit = (text: string) => editText(text, { env: context.env, hasTerminal: context.hasTerminal });
  const result = await handOff(ports, {
    provider: asked.provider,
    session: asked.session,
    permission,
    capture: asked.capture ?? null,
    here: asked.here === true,
    instruction: await readPrompt(asked.instruction),
    edit: asked.edit === true ? edit : null,
    paste: asked.paste === true,
    extra: context.extra,
    dryRun: asked.dryRun === true,
  });
  if (result.type === 'ran') context.exitCode = result.exitCode;
  else if (result.type === 'cancelled') {
    ports.talk(`uuldana: nothing was sent: ${result.reason}`);
    context.exitCode = EXIT.no;
  } else {
    const { handoffJson, handoffText } = await import('../views/plan.ts');
    context.out((asked.json === true ? handoffJson : handoffText)(result.plan, result.notes, result.sent));
  }
}
