/**
 * What a journal holds: one header, then events. This file is the vocabulary; FORMAT.md is the contract, line.ts the bytes.
 * Keys are snake_case because they are persisted.
 */

import type { Enforcement, Level, Strength } from '../core/permission.ts';

export const JOURNAL_FORMAT = 'uuldana-journal';
export const JOURNAL_VERSION = 1;

/** Line 1. `ceiling` and `strict` are fixed when the session is created. */
export interface JournalHeader {
  readonly format: typeof JOURNAL_FORMAT;
  readonly version: number;
  readonly session: string;
  readonly workspace: string;
  readonly provider: string;
  readonly ceiling: Level;
  readonly strict: boolean;
  readonly created_at: string;
  readonly created_by: string;
}

export interface Size {
  readonly cols: number;
  readonly rows: number;
}

/** How a run came to its conversation. */
export type Via = 'new' | 'native-id' | 'continue-latest' | 'visible-text';

/** How much of the visible conversation a run keeps, and whether an option said so or the config. */
export interface CaptureChoice {
  readonly what: 'screen' | 'conversation';
  readonly from: 'option' | 'config';
}

export interface RunStarted {
  readonly kind: 'run.started';
  readonly provider: string;
  readonly provider_version: string | null;
  readonly workspace: string;
  readonly ceiling: Level;
  readonly transport: 'pty';
  /** The prompt is replaced by its length: `<prompt: 42 bytes>`. */
  readonly argv: readonly string[];
  readonly pid: number;
  /** Opaque, only compared: the kernel's start time of the process (clock ticks since boot on Linux). */
  readonly pid_started_at: string | null;
  readonly boot_id: string | null;
  readonly size: Size;
  readonly via: Via;
  /** What of the conversation is kept; missing: the screen, as nobody asked for anything else. */
  readonly capture?: CaptureChoice;
  /** Absolute path of the folder below which the provider kept its conversations; missing where it has none. */
  readonly native_root?: string;
}

export interface PermissionGranted {
  readonly kind: 'permission';
  readonly requested: Level | null;
  readonly effective: Level;
  readonly ceiling: Level;
  readonly strength: Strength;
  readonly enforced_by: readonly Enforcement[];
}

export interface Identity {
  readonly kind: 'identity';
  readonly native_id: string;
  readonly how: 'chosen' | 'discovered' | 'resumed';
  readonly evidence: string;
}

/** Someone spoke. Once a run, and once more after each change of the native id; never the text. */
export interface Input {
  readonly kind: 'input';
  readonly how: 'prompt' | 'typed';
}

export interface Limit {
  readonly kind: 'limit';
  readonly text: string;
  readonly resets_at: string | null;
}

/** Counts by kind of what was redacted. */
export type Redacted = Readonly<Record<string, number>>;

export interface ScreenText {
  readonly kind: 'screen';
  /** Logical lines with text, oldest first, at most 120. */
  readonly lines: readonly string[];
  readonly size: Size;
  readonly redacted: Redacted;
  readonly from: 'end' | 'checkpoint';
}

/** Lines that left the screen for good while the run lived; only where the whole conversation is kept. */
export interface Transcript {
  readonly kind: 'transcript';
  /** Logical lines with text, oldest first. */
  readonly lines: readonly string[];
  /** The number of the first among all such lines of its run, from 0. */
  readonly first: number;
  /** Lines may be missing before the first. */
  readonly gap: boolean;
  readonly redacted: Redacted;
}

export interface RunSuspended {
  readonly kind: 'run.suspended';
}

export interface RunContinued {
  readonly kind: 'run.continued';
}

export type RunEndStatus = 'exited' | 'signaled' | 'failed';

export interface RunEnded {
  readonly kind: 'run.ended';
  readonly status: RunEndStatus;
  readonly exit_code: number | null;
  readonly signal: string | null;
  readonly reason: string | null;
  readonly duration_ms: number;
  /** What a list needs of the whole session, so that it reads no more than the first and the last lines. */
  readonly sums: { readonly runs: number; readonly title: string | null; readonly ceiling: Level };
  /** Whether the provider's files held the run's last conversation at its end; left out where that cannot be told. */
  readonly conversation?: 'present' | 'absent';
}

/** The run was given what was visible of the session at another provider. Never a text of it. */
export interface Handoff {
  readonly kind: 'handoff';
  readonly from_provider: string | null;
  readonly to_provider: string;
  /** Lines of the conversation in it, its bytes with the frame, and older lines that were left out. */
  readonly lines: number;
  readonly bytes: number;
  readonly omitted_lines: number;
  readonly redacted: Redacted;
}

export interface SessionTitled {
  readonly kind: 'session.titled';
  readonly title: string;
}

/** The file ended without a newline here; `damaged_bytes` of an unreadable last line precede (0: the last line was whole). */
export interface Seal {
  readonly kind: 'seal';
  readonly damaged_bytes: number;
}

export interface Gap {
  readonly kind: 'gap';
  /** Events that could not be written. */
  readonly lost: number;
  readonly error: string;
}

export type JournalEvent =
  | RunStarted
  | PermissionGranted
  | Identity
  | Input
  | Limit
  | ScreenText
  | Transcript
  | RunSuspended
  | RunContinued
  | RunEnded
  | Handoff
  | SessionTitled
  | Seal
  | Gap;

export type EventKind = JournalEvent['kind'];

/** What every event carries besides its own fields; `run` is absent on events of the session as a whole. */
export interface Envelope {
  readonly seq: number;
  readonly at: string;
  readonly run?: number;
}

export type Recorded<E extends JournalEvent = JournalEvent> = Envelope & E;
