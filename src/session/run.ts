/**
 * Carries out a plan: permission and identity on disk, then the agent, then what it left. Joins the supervisor with the
 * journal; the caller holds the session's lock.
 */

import { constants } from 'node:os';
import { EXIT, messageOf, UuldanaError } from '../core/errors.ts';
import { shortId } from '../core/ids.ts';
import { formatDuration } from '../core/time.ts';
import { replaceFile } from '../journal/atomic-file.ts';
import type { Handoff, Limit } from '../journal/event.ts';
import type { JournalWriter } from '../journal/writer.ts';
import { childEnvironment } from '../provider/environment.ts';
import type { RunEnd } from '../pty/live-event.ts';
import { endFact, startFacts } from './audit-facts.ts';
import { installedProviders } from './choose-provider.ts';
import { type Companions, startCompanions } from './companions.ts';
import { clearStubs, conversationState, nativeRootOf } from './conversations.ts';
import { identityAtEnd } from './last-words.ts';
import { limitLine } from './limit-words.ts';
import { removeLive, writeOwner } from './live.ts';
import { grantNotices, noticesOf } from './notices.ts';
import type { Grant, RunPlan } from './plan.ts';
import type { Ports } from './ports.ts';
import { createRecorder, type Recorder } from './record.ts';
import type { Trail } from './trail.ts';

export interface RunRequest {
  readonly kind: 'launch' | 'resume' | 'handoff';
  readonly plan: RunPlan;
  readonly session: string;
  readonly run: number;
  readonly writer: JournalWriter;
  readonly title: string | null;
  /** The session's name, for the lines before and after. */
  readonly name: string | null;
  /** What was handed over to it; missing where nothing was. */
  readonly handoff?: Handoff;
}

const CHECKPOINT_MS = 1000;
const FLUSH_MS = 1000;

/** @returns the exit status of the run: the agent's own, or 128+n when a signal ended it */
export async function executeRun(ports: Ports, request: RunRequest, onTrouble: TroubleSlot): Promise<number> {
  claim(ports, request.session);
  recordBeforeStart(ports, request);
  await ports.audit(...startFacts(request));
  try {
    const end = await runRecorded(ports, request, onTrouble);
    await ports.audit(endFact(request, end.status, exitStatus(end)));
    return exitStatus(end);
  } catch (error) {
    // a run that could not be started is over, too
    const status = error instanceof UuldanaError ? error.exitCode : EXIT.failed;
    await ports.audit(endFact(request, 'failed', status));
    throw error;
  }
}

async function runRecorded(ports: Ports, request: RunRequest, onTrouble: TroubleSlot): Promise<RunEnd> {
  const { plan, session, run, writer } = request;
  const redactor = await ports.redactor();
  const nativeRoot = await nativeRootOf(ports, plan);
  const recorder = createRecorder({ ports, plan, session, run, writer, redactor, nativeRoot, title: request.title });
  onTrouble.listener = recorder.troubled;
  for (const line of linesBefore(ports, request)) ports.talk(line);
  for (const notice of grantNotices(plan.program.adapter, plan.grant)) ports.talk(`uuldana: ${notice}`);
  if (plan.introduced) ports.talk('uuldana: the prompt looks like a command, so it is introduced as text');
  for (const notice of await noticesOf(ports, plan.program, plan.workspace)) ports.talk(`uuldana: ${notice}`);
  const { end, trail } = await superviseRecorded(ports, request, recorder);
  const identity = await identityAtEnd(ports, plan, { end, recorder, trail });
  if (identity !== null) recorder.identified(identity);
  recorder.finish(end, await conversationState(ports, plan, recorder.nativeId()));
  writer.flush();
  const { error, pending, lost } = writer.close();
  // the checkpoint is all there is of a screen that could not be written: the next resume takes it in
  const released = pending + lost === 0 ? releaseClaim(ports, session) : [];
  const faults = [...recorder.faults, ...(error === null ? [] : [error]), ...released];
  const limit = recorder.limit();
  const onward = limit === null ? null : await limitWords(ports, request, limit);
  for (const line of linesAfter(request, end, faults, onward)) ports.talk(line);
  return end;
}

/** Says that this process supervises the session. Without it others could not tell that it lives, so there is no start without. */
function claim(ports: Ports, session: string): void {
  const startedAt = ports.osProcess.processIdentity(ports.pid)?.startedAt ?? null;
  try {
    writeOwner(ports.data, session, { pid: ports.pid, started_at: startedAt, boot_id: ports.osProcess.bootId() });
  } catch (cause) {
    throw notRecordable(messageOf(cause), cause);
  }
}

/** @returns what went wrong; a leftover claim does no harm, since its process is gone soon */
function releaseClaim(ports: Ports, session: string): readonly string[] {
  try {
    removeLive(ports.data, session);
    return [];
  } catch (error) {
    return [`what stood beside the journal could not be removed: ${messageOf(error)}`];
  }
}

function notRecordable(reason: string, cause?: unknown): UuldanaError {
  return new UuldanaError(
    'journal-unwritable',
    `The agent was not started, since it could not be recorded: ${reason}`,
    {
      hint: 'Make room in the data directory, or set UULDANA_DATA_DIR to another folder.',
      cause,
    },
  );
}

/** Runs the agent with what goes along with it, while waiting events are retried. */
async function superviseRecorded(
  ports: Ports,
  request: RunRequest,
  recorder: Recorder,
): Promise<{ end: RunEnd; trail: Trail | null }> {
  const { program, invocation } = request.plan;
  await clearStubs(ports, request.plan);
  const { supervise, openUserTerminal } = await ports.pty();
  const flushing = setInterval(() => request.writer.flush(), FLUSH_MS);
  flushing.unref();
  const along: { companions: Companions | null } = { companions: null };
  let end: RunEnd;
  try {
    end = await supervise({
      command: { file: program.file, args: [...program.prefix, ...invocation.args], ...surroundings(ports, request) },
      terminal: openUserTerminal(),
      suspendKey: ports.config.suspendKey !== null,
      checkpointMs: CHECKPOINT_MS,
      capture: request.plan.capture.what,
      ...(program.adapter.chrome === undefined ? {} : { chrome: program.adapter.chrome }),
      onEvent(event, control) {
        recorder.onEvent(event, control);
        if (event.type === 'started') along.companions = startCompanions(ports, request, control, recorder);
      },
    });
  } finally {
    clearInterval(flushing);
    await along.companions?.stop();
  }
  return { end, trail: along.companions?.trail() ?? null };
}

/** Where the writer's trouble goes: the writer exists before the recorder does. */
export interface TroubleSlot {
  listener: ((message: string | null) => void) | null;
}

/** Without the file that holds its level an agent is not started. */
function writeLevelFile({ file }: Grant): string | null {
  if (file === null) return null;
  try {
    replaceFile(file.path, file.text);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

/** No start without these on disk (DESIGN 5, "Writing"). */
function recordBeforeStart(ports: Ports, { plan, run, writer, session, handoff }: RunRequest): void {
  const { grant, nativeId, via } = plan;
  const fault = writeLevelFile(grant);
  const written =
    fault === null &&
    writer.append(
      {
        kind: 'permission',
        requested: grant.requested,
        effective: grant.level,
        ceiling: grant.ceiling,
        strength: grant.promise.strength,
        enforced_by: grant.promise.enforcedBy,
      },
      run,
    ) &&
    (nativeId === null ||
      writer.append(
        {
          kind: 'identity',
          native_id: nativeId,
          how: via === 'native-id' ? 'resumed' : 'chosen',
          evidence: via === 'native-id' ? 'given to the agent to resume' : 'given to the agent at its start',
        },
        run,
      )) &&
    (handoff === undefined || writer.append(handoff, run));
  if (written) return;
  const { error } = writer.close();
  releaseClaim(ports, session);
  throw notRecordable(fault ?? error ?? 'unknown reason');
}

function surroundings(ports: Ports, { plan, session, run }: RunRequest): { env: Record<string, string>; cwd: string } {
  const { set, unset } = plan.invocation.env;
  const own = { UULDANA_SESSION: session, UULDANA_RUN: String(run) };
  return { env: childEnvironment(ports.env, { set: { ...set, ...own }, unset }).env, cwd: plan.workspace };
}

/** At most two lines before the agent has the terminal. */
function linesBefore(ports: Ports, { plan, session, run, name }: RunRequest): readonly string[] {
  const { program, grant, capture } = plan;
  const version = program.version === null ? '' : ` ${program.version}`;
  const what = run === 1 ? 'session' : `run ${run} of session`;
  const strength =
    grant.promise.strength === 'held' ? 'held' : `at launch; can be raised inside to ${grant.promise.reaches}`;
  const kept = [
    ...(capture.what === 'conversation' ? ['; the whole conversation is kept'] : []),
    ...(ports.config.redact ? [] : ['; secrets are kept']),
  ].join('');
  return [
    `uuldana: ${program.adapter.title}${version}, ${what} ${shortId(session)}${name === null ? '' : ` "${name}"`}`,
    `uuldana: permission ${grant.level} (${strength}), ceiling ${grant.ceiling}${kept}`,
  ];
}

/** When the limit ends that the run ended at, and the ways on. */
async function limitWords(ports: Ports, request: RunRequest, limit: Limit): Promise<string> {
  const { program, workspace } = request.plan;
  const others = await installedProviders(ports, workspace);
  const other = others.find(({ id }) => id !== program.adapter.id)?.id ?? null;
  const { clock, zone } = ports;
  return limitLine({ limit, now: clock.now(), zone, reference: referenceOf(request), other });
}

/** What names the session on a command line. */
function referenceOf({ session, name }: RunRequest): string {
  return name !== null && /^[\w-]+$/.test(name) ? name : shortId(session);
}

/** Two lines after it: how it ended and what was not saved; how to go on. */
function linesAfter(
  request: RunRequest,
  end: RunEnd,
  faults: readonly string[],
  onward: string | null,
): readonly string[] {
  const { plan } = request;
  const lost = [...faults, ...(end.screenFailures > 0 ? ['its screen may be incomplete'] : [])];
  const notSaved = lost.length > 0 ? ` Not everything was saved: ${lost.join('; ')}.` : '';
  return [
    `uuldana: ${plan.program.adapter.title} ${endingOf(end)} after ${formatDuration(end.durationMs)}.${notSaved}`,
    `uuldana: ${onward ?? `go on with: uuldana resume ${referenceOf(request)}`}`,
  ];
}

function endingOf({ status, exitCode, signal, reason }: RunEnd): string {
  if (status === 'failed') return `failed (${reason})`;
  if (status === 'exited') return exitCode === 0 ? 'ended' : `ended with status ${exitCode}`;
  return `was ended by ${signal}${reason === null ? '' : ` (${reason})`}`;
}

function exitStatus(end: RunEnd): number {
  if (end.status === 'failed') return 125;
  if (end.signal === null) return end.exitCode ?? 125;
  const numbers: Readonly<Record<string, number>> = constants.signals;
  return 128 + (numbers[end.signal] ?? 0);
}
