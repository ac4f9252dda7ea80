/** `uuldana resume`: recovers a session after a crash and goes on with its conversation by the ladder. */

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { UuldanaError } from '../core/errors.ts';
import { shortId } from '../core/ids.ts';
import { isAbove, type Level } from '../core/permission.ts';
import { renderRecord } from '../handoff/render.ts';
import type { CaptureChoice } from '../journal/event.ts';
import type { History } from '../journal/fold.ts';
import { findAdapter } from '../provider/registry.ts';
import { providerId } from './audit-facts.ts';
import { type Capture, chooseCapture } from './capture.ts';
import { climb } from './climb.ts';
import { ensureDataDir } from './data-dir.ts';
import type { Rung } from './ladder.ts';
import { locateSession } from './locate.ts';
import { findProgram, freshId, type Grant, grantLevel, type Program, planRun, type RunPlan } from './plan.ts';
import type { Ports } from './ports.ts';
import { recover } from './recover.ts';
import { Refusal, recordingRefusals } from './refusal.ts';
import { requireSomeInput } from './require-input.ts';
import { executeRun, type TroubleSlot } from './run.ts';
import type { SessionSummary } from './summaries.ts';
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

/** A Linux argument holds 131,071 bytes; the rest is room for the sentence around the text. */
const MAX_RECORD_BYTES = 120_000;

export async function resume(ports: Ports, request: ResumeRequest): Promise<ResumeResult> {
  const { found, sessions } = locateSession(ports, request.session);
  const { session, workspace } = found;
  const attempt = { command: 'resume', session, provider: providerId(found.provider), workspace } as const;
  return await recordingRefusals(ports, request.dryRun ? null : attempt, () =>
    resumeFound(ports, found, request, sessions),
  );
}

async function resumeFound(
  ports: Ports,
  found: SessionSummary,
  request: ResumeRequest,
  sessions: readonly SessionSummary[],
): Promise<ResumeResult> {
  if (found.live_pid !== null) throw sessionLive(found, found.live_pid);
  ensureDataDir(ports.data, ports.uid);
  const lock = await ports.lock(join(ports.data.locks, `${found.session}.lock`));
  if (lock === null) throw sessionLive(found, null);
  try {
    return await resumeLocked(ports, found, request, sessions);
  } finally {
    lock.release();
  }
}

function sessionLive(found: SessionSummary, pid: number | null): UuldanaError {
  const who = pid === null ? 'another process' : `pid ${pid}`;
  return new UuldanaError('session-live', `Session ${shortId(found.session)} is open already: ${who} has it`, {
    hint: pid === null ? 'Try again in a moment.' : `Go to its terminal, or end it first: kill ${pid}`,
  });
}

async function resumeLocked(
  ports: Ports,
  found: SessionSummary,
  request: ResumeRequest,
  sessions: readonly SessionSummary[],
): Promise<ResumeResult> {
  const path = ports.journalFile.journalPath(ports.data.journals, found.session);
  const history = readWhole(ports, path);
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
  const way = { found, program, workspace, grant, capture, request, sessions };
  if (request.dryRun) {
    const rung = await climb(ports, { ...way, history });
    return { type: 'planned', plan: planRung(rung, way), notes: rung.notes };
  }
  return { type: 'ran', exitCode: await goOn(ports, path, way) };
}

/** A resume whose questions are all answered but the ladder's, which waits for the recovery. */
interface Way {
  readonly found: SessionSummary;
  readonly program: Program;
  readonly workspace: string;
  readonly grant: Grant;
  readonly capture: CaptureChoice;
  readonly request: ResumeRequest;
  readonly sessions: readonly SessionSummary[];
}

async function goOn(ports: Ports, path: string, way: Way): Promise<number> {
  const { found, program } = way;
  const trouble: TroubleSlot = { listener: null };
  const { openJournal } = await ports.writer();
  const { writer, history: before } = openJournal(path, ports.clock, {
    onTrouble: (message) => trouble.listener?.(message),
  });
  try {
    sayDamage(ports, before);
    const repaired = await recover(ports, {
      session: found.session,
      history: before,
      program,
      writer,
    });
    for (const line of repaired) ports.talk(`uuldana: ${line}`);
    const history = repaired.length > 0 ? readWhole(ports, path) : before;
    const rung = await climb(ports, { ...way, history });
    const plan = planRung(rung, way);
    for (const note of rung.notes) ports.talk(`uuldana: ${note}`);
    const run = (history.runs.at(-1)?.run ?? 0) + 1;
    return await executeRun(
      ports,
      { kind: 'resume', plan, session: found.session, run, writer, title: history.title, name: found.name },
      trouble,
    );
  } finally {
    writer.close();
  }
}

/** @throws UuldanaError `damaged` for a file that is not to be read, `journal-newer` for one of a later format */
function readWhole(ports: Ports, path: string): History {
  const read = ports.journalFile.readHistory(path);
  if (!read.ok) {
    throw new UuldanaError('damaged', `The journal ${path} is not read: ${read.reason}`, {
      hint: 'Mend that, then try again.',
    });
  }
  const { newerVersion } = read.history;
  if (newerVersion === null) return read.history;
  throw new UuldanaError(
    'journal-newer',
    `The session was written by a newer uuldana (journal version ${newerVersion})`,
    {
      hint: 'Update uuldana to go on with it; "uuldana show" reads what this version understands.',
    },
  );
}

function lastGranted(history: History): Level | null {
  return history.runs.findLast(({ permission }) => permission !== null)?.permission?.effective ?? null;
}

/** The ceiling of a session is fixed when it is created; this refusal names the one way to bypass. */
function refuseBypassAboveCeiling({ ceiling, strict, createdAt }: History, asked: Level | null): void {
  if (asked !== 'bypass' || !isAbove('bypass', ceiling)) return;
  const since = createdAt === null ? '' : ` since it was created (${createdAt})`;
  throw new Refusal(
    'permission-refused',
    `bypass is above this session's ceiling, which is ${ceiling}${since} and is never raised`,
    {
      reason: 'above-ceiling',
      requested: asked,
      ceiling,
      strict,
      hint: 'For work without questions start a new session: uuldana --bypass-permissions',
    },
  );
}

function sayDamage(ports: Ports, { damaged, chainBreaks, missingSeq }: History): void {
  const parts = [
    ...(damaged > 0 ? [`${damaged} damaged ${damaged === 1 ? 'line' : 'lines'}`] : []),
    ...(chainBreaks > 0 ? [`${chainBreaks} chain ${chainBreaks === 1 ? 'break' : 'breaks'}`] : []),
    ...(missingSeq > 0 ? [`${missingSeq} missing ${missingSeq === 1 ? 'event' : 'events'}`] : []),
  ];
  if (parts.length > 0) ports.talk(`uuldana: the journal has ${parts.join(', ')}; everything else in it is read`);
}

function planRung(rung: Rung, { found, program, workspace, grant, capture, request }: Way): RunPlan {
  const common = { program, workspace, grant, capture, extra: request.extra };
  switch (rung.via) {
    case 'native-id':
      return planRun({ ...common, via: rung.via, nativeId: rung.nativeId, prompt: request.prompt });
    case 'continue-latest':
      return planRun({ ...common, via: rung.via, nativeId: null, prompt: request.prompt });
    case 'new':
      return planRun({ ...common, via: rung.via, nativeId: freshId(program), prompt: request.prompt });
    case 'visible-text':
      return planRun({
        ...common,
        via: rung.via,
        nativeId: freshId(program),
        prompt: recordAsPrompt(rung.lines, program, request),
      });
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

function recordAsPrompt(lines: readonly string[], program: Program, request: ResumeRequest): string {
  const instruction = request.prompt === null ? {} : { instruction: request.prompt };
  const nonce = randomBytes(12).toString('hex');
  return renderRecord({ lines, title: program.adapter.title, nonce, maxBytes: MAX_RECORD_BYTES, ...instruction }).text;
}
