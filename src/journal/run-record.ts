/** What a journal tells of one run, folded event by event. Pure. */

import type { Enforcement, Level, Strength } from '../core/permission.ts';
import type { CaptureChoice, Identity, Recorded, RunEndStatus, ScreenText, Size, Via } from './event.ts';
import { foldTranscript, NO_TRANSCRIPT, type TranscriptState } from './transcript.ts';

export interface RunPermission {
  readonly requested: Level | null;
  readonly effective: Level;
  readonly ceiling: Level;
  readonly strength: Strength;
  readonly enforcedBy: readonly Enforcement[];
}

export interface RunIdentity {
  readonly nativeId: string;
  readonly how: Identity['how'];
  readonly evidence: string;
  readonly at: string;
}

/** The fields of `run.started` are null, and `argv` empty, while `started` is false. */
export interface RunRecord {
  readonly run: number;
  /** False: `run.started` is missing. Permission and a chosen identity are written before it. */
  readonly started: boolean;
  readonly provider: string | null;
  readonly providerVersion: string | null;
  readonly transport: 'pty' | null;
  readonly via: Via | null;
  readonly workspace: string | null;
  readonly argv: readonly string[];
  readonly size: Size | null;
  readonly pid: number | null;
  readonly pidStartedAt: string | null;
  readonly bootId: string | null;
  /** Absolute path of the folder below which the provider kept its conversations; null: not known. */
  readonly nativeRoot: string | null;
  readonly permission: RunPermission | null;
  /** In order, the last proven one last; at most the latest 100. */
  readonly identities: readonly RunIdentity[];
  /** Someone spoke in this run. */
  readonly spoken: boolean;
  /** It had a first prompt. */
  readonly prompted: boolean;
  /** Someone spoke after the last identity event; with no identity the same as `spoken`. */
  readonly spokenSinceIdentity: boolean;
  readonly ended: boolean;
  readonly status: RunEndStatus | null;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly reason: string | null;
  /** Of `run.started`, or of the run's first event while that is missing. */
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly durationMs: number | null;
  /** Whether the provider's files held its last conversation at its end; null: it is not known. */
  readonly conversation: 'present' | 'absent' | null;
  /** At most the latest 100. */
  readonly limits: readonly { readonly text: string; readonly resets_at: string | null }[];
  readonly screen: ScreenText | null;
  readonly capture: CaptureChoice;
  /** How much of it there is; its lines are read from the file (visible-text.ts). */
  readonly transcript: TranscriptState;
}

/** Bounds what one run can hold, whatever a file says. */
const MAX_LISTED = 100;

const NOT_ASKED: CaptureChoice = { what: 'screen', from: 'config' };

export function newRunRecord(run: number, at: string): RunRecord {
  return {
    run,
    started: false,
    provider: null,
    providerVersion: null,
    transport: null,
    via: null,
    workspace: null,
    argv: [],
    size: null,
    pid: null,
    pidStartedAt: null,
    bootId: null,
    nativeRoot: null,
    permission: null,
    identities: [],
    spoken: false,
    prompted: false,
    spokenSinceIdentity: false,
    ended: false,
    status: null,
    exitCode: null,
    signal: null,
    reason: null,
    startedAt: at,
    endedAt: null,
    durationMs: null,
    conversation: null,
    limits: [],
    screen: null,
    capture: NOT_ASKED,
    transcript: NO_TRANSCRIPT,
  };
}

/** The record after one more event of its run. */
export function foldRunEvent(record: RunRecord, event: Recorded): RunRecord {
  switch (event.kind) {
    case 'run.started':
      return { ...record, ...startOf(event) };
    case 'permission':
      return { ...record, permission: permissionOf(event) };
    case 'identity':
      return { ...record, identities: latest(record.identities, identityOf(event)), spokenSinceIdentity: false };
    case 'input':
      return {
        ...record,
        spoken: true,
        prompted: record.prompted || event.how === 'prompt',
        spokenSinceIdentity: true,
      };
    case 'limit':
      return { ...record, limits: latest(record.limits, { text: event.text, resets_at: event.resets_at }) };
    case 'screen':
      return { ...record, screen: event };
    case 'run.ended':
      return { ...record, ...endOf(event) };
    case 'transcript':
    case 'gap':
      return { ...record, transcript: foldTranscript(record.transcript, event) };
    case 'run.suspended':
    case 'run.continued':
    case 'handoff':
    case 'session.titled':
    case 'seal':
      return record;
  }
}

function startOf(event: Extract<Recorded, { kind: 'run.started' }>) {
  return {
    started: true,
    provider: event.provider,
    providerVersion: event.provider_version,
    transport: event.transport,
    via: event.via,
    workspace: event.workspace,
    argv: event.argv,
    size: event.size,
    pid: event.pid,
    pidStartedAt: event.pid_started_at,
    bootId: event.boot_id,
    nativeRoot: event.native_root ?? null,
    capture: event.capture ?? NOT_ASKED,
    startedAt: event.at,
  };
}

function permissionOf(event: Extract<Recorded, { kind: 'permission' }>): RunPermission {
  const { requested, effective, ceiling, strength, enforced_by } = event;
  return { requested, effective, ceiling, strength, enforcedBy: enforced_by };
}

function identityOf({ native_id, how, evidence, at }: Extract<Recorded, { kind: 'identity' }>): RunIdentity {
  return { nativeId: native_id, how, evidence, at };
}

function endOf(event: Extract<Recorded, { kind: 'run.ended' }>) {
  return {
    ended: true,
    status: event.status,
    exitCode: event.exit_code,
    signal: event.signal,
    reason: event.reason,
    endedAt: event.at,
    durationMs: event.duration_ms,
    conversation: event.conversation ?? null,
  };
}

function latest<T>(list: readonly T[], item: T): readonly T[] {
  return [...list.slice(1 - MAX_LISTED), item];
}
