/** Which conversation a run had, asked for when its agent has ended: by what it said, and else by what it left. */

import { resolve } from 'node:path';
import { begunAlone } from '../provider/begun-alone.ts';
import { farewellId } from '../provider/farewell.ts';
import type { Sighting } from '../provider/live-question.ts';
import type { RunEnd } from '../pty/live-event.ts';
import { askAgent } from './conversations.ts';
import type { Program, RunPlan } from './plan.ts';
import type { Ports } from './ports.ts';
import type { Recorder } from './record.ts';
import type { Trail } from './trail.ts';

/** The native id of a run that has just ended, where it is another one than is known; null otherwise. */
export async function identityAtEnd(
  ports: Ports,
  plan: RunPlan,
  { end, recorder, trail }: { end: RunEnd; recorder: Recorder; trail: Trail | null },
): Promise<Sighting | null> {
  const named = end.status === 'exited' ? farewellId(plan.program.adapter.native?.farewell, end.snapshot.lines) : null;
  if (named !== null) {
    const seen = { nativeId: named, evidence: 'named by the agent when it exited', spoken: true };
    return named === recorder.nativeId() ? null : seen;
  }
  // who left an agent unused is not made to wait
  const isCutOff = end.status !== 'exited' || end.exitCode !== 0;
  if (!isCutOff || !recorder.spoken() || recorder.nativeId() !== null || trail === null) return null;
  return await identityLeft(ports, plan, trail);
}

interface WhoAndWhere {
  readonly program: Pick<Program, 'adapter' | 'file'>;
  readonly workspace: string;
}

/** What an agent left that is gone: the lines that it wrote last, or the one conversation that only it can have begun. */
export async function identityLeft(ports: Ports, who: WhoAndWhere, trail: Trail): Promise<Sighting | null> {
  const { program, workspace } = who;
  const store = program.adapter.native;
  if (store === null) return null;
  const { nativeRoot, readTrail } = await ports.provider();
  const root = resolve(workspace, nativeRoot(store, ports.env, ports.home));
  const nothing = { live: null, others: new Set<string>() };
  const { live, others } = trail.log === null ? nothing : readTrail(store, root, workspace, trail.log);
  if (live !== null) return live;
  const { since, aloneUntil } = trail;
  const agent = store.listing?.program;
  if (agent === undefined || aloneUntil === null) return null;
  const listed = (await askAgent(ports, who)) ?? [];
  const nativeId = begunAlone(listed, { since, until: aloneUntil, others });
  if (nativeId === null) return null;
  return {
    nativeId,
    evidence: `the one conversation listed that was begun while no other ${agent} worked in the folder`,
    spoken: true,
  };
}
