/** What the audit log gets of a run: facts of its plan, none of its texts. Pure. */

import type { AuditFact } from '../journal/audit.ts';
import type { Handoff, RunEndStatus } from '../journal/event.ts';
import type { RunPlan } from './plan.ts';

export interface AuditedRun {
  readonly kind: 'launch' | 'resume' | 'handoff';
  readonly session: string;
  readonly run: number;
  readonly plan: RunPlan;
  readonly name: string | null;
  readonly handoff?: Handoff;
}

/** What stands in the log before the agent starts. */
export function startFacts(audited: AuditedRun): readonly AuditFact[] {
  const { workspace, via, grant } = audited.plan;
  const ofRun = runOf(audited);
  const handedOver = handoffFacts(audited);
  const { requested, level, ceiling, strict, promise } = grant;
  return [
    { kind: audited.kind, ...ofRun, workspace, via, named: audited.name !== null, ...handedOver },
    {
      kind: 'grant',
      ...ofRun,
      requested,
      effective: level,
      ceiling,
      strict,
      strength: promise.strength,
      reaches: promise.reaches,
    },
  ];
}

function handoffFacts({ handoff }: AuditedRun) {
  if (handoff === undefined) return {};
  const { from_provider, lines, bytes, omitted_lines } = handoff;
  return { from_provider: providerId(from_provider), lines, bytes, omitted_lines };
}

export function endFact(audited: AuditedRun, status: RunEndStatus, exitStatus: number): AuditFact {
  return { kind: 'end', ...runOf(audited), status, exit_status: exitStatus };
}

function runOf({ session, run, plan }: AuditedRun) {
  return { session, run, provider: plan.program.adapter.id };
}

/** A provider as the log may name it: from a journal, which anybody could have edited, only what can be an id of one. */
export function providerId(recorded: string | null): string | null {
  return recorded !== null && /^[a-z0-9][a-z0-9-]{0,63}$/.test(recorded) ? recorded : null;
}
