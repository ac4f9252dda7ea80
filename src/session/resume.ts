/** `uuldana resume`: recovers a session after a crash and goes on with its conversation by the ladder. */

import { UuldanaError } from '../core/errors.ts';
import { shortId } from '../core/ids.ts';
import type { Level } from '../core/permission.ts';
import type { CaptureChoice } from '../journal/event.ts';
import { findAdapter } from '../provider/registry.ts';
import { providerId } from './audit-facts.ts';
import { type Capture, chooseCapture } from './capture.ts';
import { climb } from './climb.ts';
import type { Rung } from './ladder.ts';
import { findProgram, freshId, type Grant, grantLevel, type Program, planRun, type RunPlan } from './plan.ts';
import type { Ports } from './ports.ts';
import { goingOn, lastGranted, type Reopened, refuseBypassAboveCeiling, reopen } from './reopen.ts';
import { requireSomeInput } from './require-input.ts';
import { executeRun } from './run.ts';
import { recordOf } from './session-record.ts';
import { resumeWorkspace } from './workspace.ts';

export interface ResumeRequest {
  /** Null: the latest session of this folder. */
  readonly session: string | null;
  readonly permission: Level | null;
  /** Null: as the last run, where an option said it, else as the config says. */
  readonly capture: Capture | null;
  readonly here: boolean;
  readonly prompt: string | null;
  readonly extra: readonly string[];
  readonly dryRun: boolean;
}

export type ResumeResult =
  | { readonly type: 'ran'; readonly exitCode: number }
  | { readonly type: 'planned'; readonly plan: RunPlan; readonly notes: readonly string[] };

export async function resume(ports: Ports, request: ResumeRequest): Promise<ResumeResult> {
  const { session, dryRun } = request;
  const provider = (found: Reopened['found']) => providerId(found.provider);
  return await reopen(ports, { session, command: 'resume', provider, dryRun }, (reopened) =>
    resumeReopened(ports, reopened, request),
  );
}

async function resumeReopened(ports: Ports, reopened: Reopened, request: ResumeRequest): Promise<ResumeResult> {
  const { found, history } = reopened;
  const adapter = findAdapter(ports.adapters, history.provider ?? '');
  const workspace = resumeWorkspace(ports, history.workspace, request.here, found);
  refuseBypassAboveCeiling(history, request.permission);
  const program = await findProgram(ports, adapter, workspace);
  const grant = await grantLevel(ports, program, workspace, {
    asked: request.permission,
    ceiling: history.ceiling,
    strict: history.strict,
    since: history.createdAt ?? 'at a time that is not known',
    lastGranted: lastGranted(history),
  });
  requireSomeInput(ports, adapter, request.prompt);
  const capture = chooseCapture(request.capture, ports.config.capture, history.runs.at(-1) ?? null);
  const way = { ...reopened, program, workspace, grant, capture, request };
  if (request.dryRun) {
    const rung = await climb(ports, way);
    return { type: 'planned', plan: await planRung(ports, rung, way), notes: rung.notes };
  }
  return { type: 'ran', exitCode: await goOn(ports, way) };
}

/** A resume whose questions are all answered but the ladder's, which waits for the recovery. */
interface Way extends Reopened {
  readonly program: Program;
  readonly workspace: string;
  readonly grant: Grant;
  readonly capture: CaptureChoice;
  readonly request: ResumeRequest;
}

async function goOn(ports: Ports, way: Way): Promise<number> {
  const { session, name } = way.found;
  return await goingOn(ports, way, way.program, async ({ writer, history, run, trouble }) => {
    const rung = await climb(ports, { ...way, history });
    const plan = await planRung(ports, rung, way);
    for (const note of rung.notes) ports.talk(`uuldana: ${note}`);
    return await executeRun(ports, { kind: 'resume', plan, session, run, writer, title: history.title, name }, trouble);
  });
}

async function planRung(ports: Ports, rung: Rung, way: Way): Promise<RunPlan> {
  const { found, program, workspace, grant, capture, request } = way;
  const common = { program, workspace, grant, capture, extra: request.extra };
  switch (rung.via) {
    case 'native-id':
      return planRun({ ...common, via: rung.via, nativeId: rung.nativeId, prompt: request.prompt });
    case 'continue-latest':
      return planRun({ ...common, via: rung.via, nativeId: null, prompt: request.prompt });
    case 'new':
      return planRun({ ...common, via: rung.via, nativeId: freshId(program), prompt: request.prompt });
    case 'visible-text': {
      const { text } = await recordOf(ports, { session: found.session, workspace, instruction: request.prompt });
      return planRun({ ...common, via: rung.via, nativeId: freshId(program), prompt: text });
    }
    case 'none':
      throw new UuldanaError(
        'not-resumable',
        `Session ${shortId(found.session)} cannot be resumed: ${rung.notes.join('; ')}`,
        {
          hint: `Read it with: uuldana show ${shortId(found.session)}. Start a new one with: uuldana ${program.adapter.id}`,
        },
      );
  }
}
