/**
 * Repairs what a crash left: a last run without an end, whose supervisor is gone. Its agent is ended if it still lives, the
 * checkpoint of its screen and what its registry says are taken into the journal, and the run is marked failed. The caller holds
 * the session's lock; nothing that stands in the journal is changed.
 */

import { shortId } from '../core/ids.ts';
import type { Limit, RunEnded } from '../journal/event.ts';
import type { History, RunRecord } from '../journal/fold.ts';
import type { JournalWriter } from '../journal/writer.ts';
import type { Sighting } from '../provider/live-question.ts';
import { providerId } from './audit-facts.ts';
import { nativeRootOf } from './conversations.ts';
import { identityLeft } from './last-words.ts';
import { takeInCheckpoint } from './left-text.ts';
import { limitsLeft } from './limits.ts';
import { readCheckpoint, removeLive } from './live.ts';
import type { Program } from './plan.ts';
import type { Ports } from './ports.ts';
import { readTrailOf } from './trail.ts';

const END_GRACE_MS = 3000;
const LOOK_EVERY_MS = 25;
/** Agents enter themselves in their registry while they start; later entries are of another process with the same pid. */
const SLOW_START_MS = 60_000;

/** The provider of the run that is repaired, and its program. */
export type Recovering = Pick<Program, 'adapter' | 'file'>;

export interface RecoverRequest {
  readonly session: string;
  readonly history: History;
  readonly program: Recovering;
  readonly writer: JournalWriter;
}

/** @returns what was done, in sentences for the user; nothing when there was nothing to repair */
export async function recover(ports: Ports, request: RecoverRequest): Promise<readonly string[]> {
  const { session, history, program, writer } = request;
  const run = history.runs.at(-1);
  if (run === undefined || run.ended) return [];
  const what = run.started ? 'had lost its supervisor' : 'was never started';
  const said = [`run ${run.run} of session ${shortId(session)} ${what} and is marked failed`];
  const registered = await registeredIdentity(ports, program, run);
  const agentEnded = await endAgent(ports, run);
  if (agentEnded) said.push(`its agent (pid ${run.pid}) still lived and was ended`);
  await putBackKept(ports, program, run);
  const found = registered ?? (await identityLost(ports, request, run));
  if (found !== null) recordIdentity(writer, run, found);
  const checkpoint = readCheckpoint(ports.data, session);
  const itsOwn = checkpoint?.run === run.run ? checkpoint : null;
  if (itsOwn !== null) recordLimits(request, run, limitsLeft(program.adapter, itsOwn, run.limits, ports.zone));
  if (itsOwn !== null && run.screen === null) takeInCheckpoint(writer, run, itsOwn);
  writer.append(failedEnd(history, run, itsOwn?.at ?? history.lastActiveAt), run.run);
  const ofRun = { session, run: run.run, provider: providerId(run.provider) };
  await ports.audit({ kind: 'recovery', ...ofRun, started: run.started, agent_ended: agentEnded });
  // what could not be written now is still there for the next time
  if (writer.trouble === null) removeLive(ports.data, session);
  return said;
}

function recordLimits({ program, writer }: RecoverRequest, run: RunRecord, limits: readonly Limit[]): void {
  if (run.provider !== program.adapter.id) return;
  for (const limit of limits) writer.append(limit, run.run);
}

function recordIdentity(writer: JournalWriter, run: RunRecord, { nativeId, evidence, spoken }: Sighting): void {
  if (nativeId === run.identities.at(-1)?.nativeId) return;
  const how = { how: 'discovered', evidence: `${evidence}, after a crash` } as const;
  writer.append({ kind: 'identity', native_id: nativeId, ...how }, run.run);
  if (spoken) writer.append({ kind: 'input', how: 'typed' }, run.run);
}

function failedEnd(history: History, run: RunRecord, lastSeenAt: string | null): RunEnded {
  const length = Date.parse(lastSeenAt ?? '') - Date.parse(run.startedAt ?? '');
  return {
    kind: 'run.ended',
    status: 'failed',
    exit_code: null,
    signal: null,
    reason: run.started ? 'supervisor lost' : 'not started',
    duration_ms: Number.isNaN(length) ? 0 : Math.max(0, length),
    sums: { runs: history.runs.length, title: history.title, ceiling: history.ceiling },
  };
}

/** What the agent's own registry, or the agent where it still lives, says of the run: a reset just before the crash is not lost. */
async function registeredIdentity(ports: Ports, { adapter }: Recovering, run: RunRecord): Promise<Sighting | null> {
  if (adapter.native === null || run.pid === null || run.workspace === null) return null;
  const { descendants, nativeRoot, readRegistry, watchLive } = await ports.provider();
  const { pid, workspace } = run;
  const root = nativeRoot(adapter.native, ports.env, ports.home);
  const startedAt = Date.parse(run.startedAt ?? '');
  const window = { notBefore: startedAt, notAfter: startedAt + SLOW_START_MS };
  if (!ports.osProcess.isSameProcess(pid, run.pidStartedAt, run.bootId)) {
    return readRegistry(adapter.native, root, { pids: [pid], workspace, ...window });
  }
  const known = run.identities.at(-1)?.nativeId ?? null;
  const lookout = watchLive(adapter.native, root, workspace, known);
  return lookout?.look({ pids: [pid, ...descendants(pid)], workspace, known, ...window }) ?? null;
}

/** What the agent wrote before it ended, or left; only where its provider's folder is the one it worked with. */
async function identityLost(
  ports: Ports,
  { session, program }: RecoverRequest,
  run: RunRecord,
): Promise<Sighting | null> {
  const trail = readTrailOf(ports.data, session, run.run);
  const { workspace } = run;
  if (trail === null || workspace === null || run.provider !== program.adapter.id) return null;
  if (run.nativeRoot !== (await nativeRootOf(ports, { program, workspace }))) return null;
  // one that is known already is not asked for again by what may take seconds
  const mayAsk = run.spoken && run.identities.length === 0;
  return await identityLeft(ports, { program, workspace }, mayAsk ? trail : { ...trail, aloneUntil: null });
}

/** A conversation that was deleted since, by the start of another agent, is there again. */
async function putBackKept(ports: Ports, { adapter }: Recovering, run: RunRecord): Promise<void> {
  if (adapter.native === null || run.workspace === null) return;
  const { nativeRoot, releaseKept } = await ports.provider();
  const root = nativeRoot(adapter.native, ports.env, ports.home);
  const ids = run.identities.map(({ nativeId }) => nativeId);
  releaseKept(adapter.native, root, run.workspace, ids);
}

/** Ends the group of an agent that outlived its supervisor; false when it is gone already. */
async function endAgent(ports: Ports, run: RunRecord): Promise<boolean> {
  const { pid, pidStartedAt, bootId } = run;
  if (pid === null || !ports.osProcess.isSameProcess(pid, pidStartedAt, bootId)) return false;
  for (const signal of ['SIGHUP', 'SIGTERM', 'SIGKILL'] as const) {
    signalGroup(pid, signal);
    const until = ports.clock.elapsed() + END_GRACE_MS;
    while (ports.osProcess.isSameProcess(pid, pidStartedAt, bootId)) {
      if (ports.clock.elapsed() > until) break;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    if (!ports.osProcess.isSameProcess(pid, pidStartedAt, bootId)) break;
  }
  // what is left of its group: children that ignored the end of their parent
  signalGroup(pid, 'SIGKILL');
  return true;
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // the group is gone, which is what was wanted
  }
}
