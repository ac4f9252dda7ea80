/** `uuldana launch`: a new session and its first run. */

import { join } from 'node:path';
import { UuldanaError } from '../core/errors.ts';
import { newSessionId } from '../core/ids.ts';
import type { Level } from '../core/permission.ts';
import { formatAt } from '../core/time.ts';
import { JOURNAL_FORMAT, JOURNAL_VERSION, type JournalHeader } from '../journal/event.ts';
import type { Adapter } from '../provider/adapter.ts';
import { providerId } from './audit-facts.ts';
import { type Capture, chooseCapture } from './capture.ts';
import { chooseProvider, type Picker } from './choose-provider.ts';
import { ensureDataDir } from './data-dir.ts';
import { deleteStored } from './delete.ts';
import { checkedName, findHolder, readLabels, setLabel } from './names.ts';
import { findProgram, freshId, grantLevel, planRun, type RunPlan } from './plan.ts';
import type { Ports } from './ports.ts';
import { recordingRefusals } from './refusal.ts';
import { requireSomeInput } from './require-input.ts';
import { removeOldJournals } from './retention.ts';
import { executeRun, type TroubleSlot } from './run.ts';
import { isFirstRun, sayFirstRun } from './welcome.ts';
import { launchWorkspace } from './workspace.ts';

export interface LaunchRequest {
  readonly provider: string | null;
  readonly permission: Level | null;
  /** Given: fixes the ceiling of the new session, strictly. */
  readonly ceiling: Level | null;
  /** Null: as the config says. */
  readonly capture: Capture | null;
  readonly prompt: string | null;
  readonly name: string | null;
  readonly extra: readonly string[];
  readonly dryRun: boolean;
}

export type LaunchResult =
  | { readonly type: 'ran'; readonly exitCode: number }
  | { readonly type: 'planned'; readonly plan: RunPlan };

export async function launch(ports: Ports, request: LaunchRequest, pick: Picker): Promise<LaunchResult> {
  const workspace = launchWorkspace(ports);
  const adapter = await chooseProvider(ports, request.provider, workspace, pick);
  const attempt = { command: 'launch', session: null, provider: adapter.id, workspace } as const;
  return await recordingRefusals(ports, request.dryRun ? null : attempt, () =>
    launchWith(ports, adapter, workspace, request),
  );
}

async function launchWith(
  ports: Ports,
  adapter: Adapter,
  workspace: string,
  request: LaunchRequest,
): Promise<LaunchResult> {
  const name = request.name === null ? null : freeName(ports, request.name);
  const ceiling = request.ceiling ?? ports.config.ceiling;
  const strict = request.ceiling !== null || ports.config.strictCeiling;
  const program = await findProgram(ports, adapter, workspace);
  const grant = await grantLevel(ports, program, workspace, {
    asked: request.permission,
    ceiling,
    strict,
    since: null,
    lastGranted: null,
  });
  requireSomeInput(ports, adapter, request.prompt);
  const plan = planRun({
    program,
    workspace,
    via: 'new',
    grant,
    capture: chooseCapture(request.capture, ports.config.capture, null),
    nativeId: freshId(program),
    prompt: request.prompt,
    extra: request.extra,
  });
  if (request.dryRun) return { type: 'planned', plan };
  return { type: 'ran', exitCode: await startSession(ports, plan, { name, strict }) };
}

function freeName(ports: Ports, given: string): string {
  const name = checkedName(given);
  const holder = findHolder(readLabels(ports.data), name);
  if (holder === null) return name;
  throw new UuldanaError('name-taken', `The name "${name}" belongs to session ${holder}`, {
    hint: `Go on with it: uuldana resume "${name}". Or take another name.`,
  });
}

async function startSession(
  ports: Ports,
  plan: RunPlan,
  { name, strict }: { name: string | null; strict: boolean },
): Promise<number> {
  const isFirst = isFirstRun(ports);
  ensureDataDir(ports.data, ports.uid);
  if (isFirst) sayFirstRun(ports, plan.capture.what);
  const session = newSessionId(ports.clock.now(), ports.random(10));
  const lock = await ports.lock(join(ports.data.locks, `${session}.lock`));
  if (lock === null)
    throw new UuldanaError('internal', `The new session ${session} is locked by another process`, {
      hint: 'Try again.',
    });
  try {
    await removeOldJournals(ports);
    const { createJournal } = await ports.writer();
    const trouble: TroubleSlot = { listener: null };
    const path = ports.journalFile.journalPath(ports.data.journals, session);
    const writer = createJournal(path, headerFor(ports, plan, session, strict), ports.clock, {
      onTrouble: (message) => trouble.listener?.(message),
    });
    try {
      if (name !== null) await setLabel(ports, session, (label) => ({ ...label, name }));
      return await executeRun(ports, { kind: 'launch', plan, session, run: 1, writer, title: null, name }, trouble);
    } catch (error) {
      writer.close();
      await forgetUnstarted(ports, session, path);
      throw error;
    }
  } finally {
    lock.release();
  }
}

/** A session whose agent was never started is none: no half of it is left to be listed or to hold a name. */
async function forgetUnstarted(ports: Ports, session: string, path: string): Promise<void> {
  const read = ports.journalFile.readHistory(path);
  if (!read.ok || read.history.runs.some(({ started }) => started)) return;
  deleteStored(ports, session);
  await ports.audit({ kind: 'deletion', session, provider: providerId(read.history.provider), by: 'never-started' });
  await setLabel(ports, session, () => null);
}

function headerFor(ports: Ports, plan: RunPlan, session: string, strict: boolean): JournalHeader {
  return {
    format: JOURNAL_FORMAT,
    version: JOURNAL_VERSION,
    session,
    workspace: plan.workspace,
    provider: plan.program.adapter.id,
    ceiling: plan.grant.ceiling,
    strict,
    created_at: formatAt(ports.clock.now()),
    created_by: ports.createdBy,
  };
}
