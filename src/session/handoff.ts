/**
 * `uuldana handoff` and `uuldana resume --provider`: the session goes on with its next run at another provider, which gets the record of
 * what was visible as its first prompt. It never loads the conversation of the provider before, and it never raises a permission.
 */

import { UuldanaError } from '../core/errors.ts';
import { shortId } from '../core/ids.ts';
import { isAbove, type Level, strictest } from '../core/permission.ts';
import type { Handoff } from '../journal/event.ts';
import type { History } from '../journal/fold.ts';
import { findAdapter } from '../provider/registry.ts';
import { type Capture, chooseCapture } from './capture.ts';
import { locateSession } from './locate.ts';
import { findProgram, freshId, grantLevel, type Program, planRun, type RunPlan } from './plan.ts';
import type { Ports } from './ports.ts';
import type { Recovering } from './recover.ts';
import { Refusal } from './refusal.ts';
import { goingOn, lastGranted, type Reopened, refuseBypassAboveCeiling, reopen } from './reopen.ts';
import { requireSomeInput } from './require-input.ts';
import { executeRun } from './run.ts';
import { recordOf, type SessionRecord } from './session-record.ts';
import { resumeWorkspace } from './workspace.ts';

/** Lets the user change what is sent; why nothing is to be sent, or the text. */
export type Edit = (text: string) => Promise<{ readonly text: string } | { readonly refused: string }>;

export interface HandoffRequest {
  readonly provider: string;
  /** Null: the latest session of this folder. */
  readonly session: string | null;
  readonly permission: Level | null;
  readonly capture: Capture | null;
  readonly here: boolean;
  /** The user's own instruction, put after the record. */
  readonly instruction: string | null;
  readonly edit: Edit | null;
  /** Pasted into the agent instead of given as an argument, which others on the machine can see. */
  readonly paste: boolean;
  readonly extra: readonly string[];
  readonly dryRun: boolean;
}

export type HandoffResult =
  | { readonly type: 'ran'; readonly exitCode: number }
  | { readonly type: 'planned'; readonly plan: RunPlan; readonly notes: readonly string[]; readonly sent: string }
  | { readonly type: 'cancelled'; readonly reason: string };

export async function handOff(ports: Ports, request: HandoffRequest): Promise<HandoffResult> {
  const adapter = findAdapter(ports.adapters, request.provider);
  const { session, dryRun } = request;
  return await reopen(ports, { session, command: 'handoff', provider: () => adapter.id, dryRun }, (reopened) =>
    handOffReopened(ports, reopened, request),
  );
}

/** Whether that provider had the session's last run. */
export function isWith(ports: Ports, session: string | null, provider: string): boolean {
  return locateSession(ports, session).found.provider === findAdapter(ports.adapters, provider).id;
}

async function handOffReopened(ports: Ports, reopened: Reopened, request: HandoffRequest): Promise<HandoffResult> {
  const { found, history } = reopened;
  const adapter = findAdapter(ports.adapters, request.provider);
  if (history.provider === adapter.id) throw thereAlready(found.session, adapter.title);
  refuseSilence(history, found.session, adapter.id);
  const workspace = resumeWorkspace(ports, history.workspace, request.here, found);
  refuseBypassAboveCeiling(history, request.permission);
  const program = await findProgram(ports, adapter, workspace);
  const carried = carriedLevel(history);
  const grant = await grantLevel(ports, program, workspace, {
    asked: request.permission,
    ceiling: history.ceiling,
    strict: history.strict,
    since: history.createdAt ?? 'at a time that is not known',
    lastGranted: carried,
  });
  requireSomeInput(ports, adapter, 'the record');
  const capture = chooseCapture(request.capture, ports.config.capture, history.runs.at(-1) ?? null);
  const plan = (prompt: string) =>
    planRun({
      program,
      workspace,
      grant,
      capture,
      via: 'visible-text',
      nativeId: freshId(program),
      prompt,
      paste: request.paste,
      extra: request.extra,
    });
  const notes = levelNotes(history, request.permission, grant.level, program);
  const way = { ...reopened, workspace, request, plan, notes, program };
  return request.dryRun ? await dryRun(ports, way) : await goOver(ports, way);
}

interface Way extends Reopened {
  readonly workspace: string;
  readonly request: HandoffRequest;
  readonly program: Program;
  readonly plan: (prompt: string) => RunPlan;
  readonly notes: readonly string[];
}

async function dryRun(ports: Ports, way: Way): Promise<HandoffResult> {
  const record = await spokenRecord(ports, way);
  return {
    type: 'planned',
    plan: way.plan(record.text),
    notes: [...way.notes, sizeNote(way, ports, record)],
    sent: record.text,
  };
}

async function goOver(ports: Ports, way: Way): Promise<HandoffResult> {
  const { found, request, program } = way;
  const recovering = await recoveringOf(ports, way, program);
  return await goingOn(ports, way, recovering, async ({ writer, history, run, trouble }) => {
    const record = await spokenRecord(ports, way);
    const edited = request.edit === null ? record : await request.edit(record.text);
    if ('refused' in edited) return { type: 'cancelled', reason: edited.refused };
    const plan = way.plan(edited.text);
    for (const note of [...way.notes, sizeNote(way, ports, record)]) ports.talk(`uuldana: ${note}`);
    const handoff: Handoff = {
      kind: 'handoff',
      from_provider: history.provider,
      to_provider: program.adapter.id,
      lines: record.lines,
      bytes: Buffer.byteLength(edited.text),
      omitted_lines: record.omitted,
      redacted: record.redacted,
    };
    const { session, name } = found;
    const { title } = history;
    const next = { kind: 'handoff', plan, session, run, writer, title, name, handoff } as const;
    return { type: 'ran', exitCode: await executeRun(ports, next, trouble) };
  });
}

/** @throws Refusal when nothing of what was said is left */
async function spokenRecord(ports: Ports, { found, workspace, request, program }: Way): Promise<SessionRecord> {
  const record = await recordOf(ports, { session: found.session, workspace, instruction: request.instruction });
  if (record.lines > 0 || record.omitted > 0) return record;
  throw nothingToHandOver(`no text of session ${shortId(found.session)} was saved`, program.adapter.id);
}

/** @throws Refusal when nobody spoke: there is no conversation to hand over */
function refuseSilence(history: History, session: string, provider: string): void {
  if (history.runs.some(({ spoken }) => spoken)) return;
  throw nothingToHandOver(`nobody has spoken in session ${shortId(session)} yet`, provider);
}

function nothingToHandOver(why: string, provider: string): Refusal {
  return new Refusal('not-resumable', `There is nothing to hand over: ${why}`, {
    reason: 'nothing-to-hand-over',
    hint: `Start a session of its own: uuldana ${provider}`,
  });
}

function thereAlready(session: string, title: string): UuldanaError {
  return new UuldanaError('usage', `Session ${shortId(session)} is with ${title} already`, {
    hint: `Go on with it: uuldana resume ${shortId(session)}`,
  });
}

/** What a handoff starts from: the level granted last, but bypass only where it is asked for again. Missing knowledge never raises. */
export function carriedLevel(history: History): Level {
  return strictest([lastGranted(history) ?? 'read-only', 'auto']);
}

function levelNotes(history: History, asked: Level | null, level: Level, { adapter }: Program): readonly string[] {
  const last = lastGranted(history);
  if (asked !== null || last === null || last === level) return [];
  if (isAbove(last, 'auto')) return [`${last} is not carried over to another provider; this run has ${level}`];
  return [`${last} was granted last; ${adapter.title} cannot promise it here, so this run has ${level}`];
}

function sizeNote({ history }: Way, { adapters }: Ports, { lines, omitted, bytes }: SessionRecord): string {
  const from = adapters.find(({ id }) => id === history.provider)?.title ?? history.provider ?? 'the agent before';
  const left = omitted === 0 ? '' : `, ${omitted} older ${omitted === 1 ? 'one is' : 'ones are'} left out`;
  return `handed over from ${from}: ${lines} ${lines === 1 ? 'line' : 'lines'} in ${bytes} bytes${left}`;
}

/** The provider whose run may have to be repaired; one that is not there any more can still be marked as failed. */
async function recoveringOf(
  ports: Ports,
  { history, workspace }: Way,
  { adapter: next }: Program,
): Promise<Recovering> {
  const adapter = ports.adapters.find(({ id }) => id === history.provider);
  if (adapter === undefined) return { adapter: { ...next, native: null }, file: '' };
  try {
    return await findProgram(ports, adapter, workspace);
  } catch (error) {
    // it was uninstalled: what only its program could tell is not known then
    if (error instanceof UuldanaError) return { adapter, file: '' };
    throw error;
  }
}
