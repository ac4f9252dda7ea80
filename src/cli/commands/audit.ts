/** `uuldana audit`: who was granted what, when, and what was refused. */

import type { Command } from 'commander';
import { UuldanaError } from '../../core/errors.ts';
import type { CommandContext } from '../context.ts';
import { jsonLine } from '../views/json.ts';
import { examples, JSON_OPTION } from './options.ts';

interface AuditOptions {
  readonly session?: string;
  readonly provider?: string;
  readonly since?: string;
  readonly refusals?: boolean;
  readonly all?: boolean;
  readonly rotate?: boolean;
  readonly json?: boolean;
}

export function addAudit(program: Command, context: CommandContext): void {
  const command = program
    .command('audit')
    .summary('who was granted what, and what was refused')
    .description('Prints the audit log: starts, permissions, refusals, recoveries, renames and deletions, latest last.')
    .option('--session <session>', 'an id, a name, or any unique part of an id; also of a deleted session')
    .option('--provider <provider>', 'only records of this provider')
    .option('--since <when>', 'only later ones: 45m, 2h, 3d, 1w, 2026-11-30, "2026-11-30 14:00"')
    .option('--refusals', 'only refusals')
    .option('--all', 'also from logs that were rotated away')
    .option('--rotate', 'keep the log under another name, and begin a new one')
    .option(...JSON_OPTION)
    .action((options: AuditOptions) => run(context, options));
  examples(command, [
    'uuldana audit --since 2h',
    'uuldana audit --session login --refusals',
    'uuldana audit --all --json',
    'uuldana audit --rotate',
  ]);
}

async function run(context: CommandContext, options: AuditOptions): Promise<void> {
  if (options.rotate === true) return await rotate(context, options);
  const ports = await context.ports();
  const [{ readAudit }, { auditJson, auditNotes, auditText }] = await Promise.all([
    import('../../session/audit.ts'),
    import('../views/audit.ts'),
  ]);
  const { session = null, provider = null, since = null, refusals = false, all = false } = options;
  const answer = await readAudit(ports, { session, provider, since, refusalsOnly: refusals, all });
  context.out(options.json === true ? auditJson(answer) : await auditText(answer));
  for (const note of auditNotes(answer, all)) ports.talk(`uuldana: ${note}`);
}

async function rotate(context: CommandContext, { rotate: _, json, ...others }: AuditOptions): Promise<void> {
  const [other] = Object.keys(others);
  if (other !== undefined) {
    throw new UuldanaError('usage', `--rotate prints nothing of the log, so it goes without --${other}`, {
      hint: 'uuldana audit --rotate',
    });
  }
  const ports = await context.ports();
  const { rotateAuditLog } = await import('../../session/audit.ts');
  const rotated = await rotateAuditLog(ports);
  if (json === true) return context.out(jsonLine({ rotated }));
  context.out(
    rotated === null
      ? 'Nothing is recorded yet, so nothing was rotated.\n'
      : `The log so far is kept as ${rotated}; "uuldana audit --all" reads it too.\n`,
  );
}
