/**
 * What the audit log holds: who was granted what, when, and what was refused. The lines are a journal's, the words are its own;
 * AUDIT.md is the contract. No record holds a text of a conversation, a prompt, a title or a name. Pure.
 */

import type { Level, Strength } from '../core/permission.ts';
import type { RunEndStatus, Seal, Via } from './event.ts';
import type { JournalItem } from './reader.ts';

export const AUDIT_FORMAT = 'uuldana-audit';
export const AUDIT_VERSION = 1;

/** Where a log that was rotated away ends: the next file goes on from there. */
export interface AuditEnd {
  readonly file: string;
  readonly seq: number;
  readonly sum: string;
}

/** The first record of each file. */
interface Opened {
  readonly kind: 'opened';
  readonly format: typeof AUDIT_FORMAT;
  readonly version: number;
  readonly created_by: string;
  /** Null for the first file of all. */
  readonly follows: AuditEnd | null;
}

interface OfRun {
  readonly session: string;
  readonly run: number;
  readonly provider: string;
}

/** A run is about to start: of a new session, of one that goes on, or of one that goes on at another provider. */
interface Started extends OfRun {
  readonly kind: 'launch' | 'resume' | 'handoff';
  readonly workspace: string;
  readonly via: Via;
  readonly named: boolean;
  /** Of a handoff: where it came from, and how much of what was visible was handed over. */
  readonly from_provider?: string | null;
  readonly lines?: number;
  readonly bytes?: number;
  readonly omitted_lines?: number;
}

interface Granted extends OfRun {
  readonly kind: 'grant';
  readonly requested: Level | null;
  readonly effective: Level;
  readonly ceiling: Level;
  readonly strict: boolean;
  readonly strength: Strength;
  /** The highest level that can be reached inside the agent. */
  readonly reaches: Level;
}

/** What was granted is over. `exit_status` is the one that uuldana ends with. */
interface Ended extends OfRun {
  readonly kind: 'end';
  readonly status: RunEndStatus;
  readonly exit_status: number;
}

export interface Refused {
  readonly kind: 'refusal';
  readonly command: string;
  readonly session: string | null;
  readonly provider: string | null;
  readonly workspace: string | null;
  /** A code of AUDIT.md. */
  readonly reason: string;
  readonly requested: Level | null;
  readonly ceiling: Level | null;
  readonly strict: boolean | null;
  /** Names of refused flags; whatever is not plainly the name of one stands as `OTHER_ARGUMENT`. */
  readonly flags: readonly string[];
  readonly exit_status: number;
}

interface Recovered {
  readonly kind: 'recovery';
  readonly session: string;
  readonly run: number;
  readonly provider: string | null;
  readonly started: boolean;
  /** Whether its agent still lived and was ended. */
  readonly agent_ended: boolean;
}

interface Renamed {
  readonly kind: 'rename';
  readonly session: string;
  /** Whether it has a name now. */
  readonly named: boolean;
}

interface Deleted {
  readonly kind: 'deletion';
  readonly session: string;
  readonly provider: string | null;
  /** `never-started`: its agent could not be started, and nothing of it is left to be listed. */
  readonly by: 'user' | 'retention' | 'never-started';
}

/** A program read past sessions over MCP. */
interface Recalled {
  readonly kind: 'recall';
  readonly tool: 'session_list' | 'session_search' | 'session_read';
  /** The one that was read; null for a list or a search. */
  readonly session: string | null;
  /** The folder whose sessions the server may read; null: all. */
  readonly workspace: string | null;
  readonly all: boolean;
  /** Sessions or entries in the answer. */
  readonly returned: number;
}

/** Nothing after this is recorded in the file. */
interface Full {
  readonly kind: 'full';
  readonly max_bytes: number;
}

/** What the rest of uuldana has recorded. */
export type AuditFact = Started | Granted | Ended | Refused | Recovered | Renamed | Deleted | Recalled;

/** What the log says of itself. */
export type AuditNote = Opened | Full | Seal;

/** `inside`: the session whose agent, or a program below it, asked for this. */
export interface AuditEnvelope {
  readonly at: string;
  readonly inside?: string;
}

/** A record as it stands in a file, also one of a later version. */
export interface StoredRecord {
  readonly at: string | null;
  readonly kind: string;
  readonly session: string | null;
  readonly provider: string | null;
  /** All of it, without `prev` and `sum`; the object has no prototype. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The record that a line holds; null for a damaged one. Whatever the fields are, nothing throws. */
export function recordOf(item: JournalItem): StoredRecord | null {
  if (item.type !== 'event') return null;
  const { event } = item;
  const fields: Record<string, unknown> = Object.assign(
    Object.create(null),
    event.kind === 'unknown' ? event.value : event,
  );
  return {
    at: event.at,
    kind: textIn(fields, 'kind') ?? 'unknown',
    session: textIn(fields, 'session'),
    provider: textIn(fields, 'provider'),
    fields,
  };
}

/** The version of a log whose first record says that a later uuldana began it; null for any other. */
export function newerAuditVersion({ fields }: StoredRecord): number | null {
  const { kind, format, version } = fields;
  if (kind !== 'opened' || format !== AUDIT_FORMAT || !Number.isSafeInteger(version)) return null;
  return Number(version) > AUDIT_VERSION ? Number(version) : null;
}

/** Stands for a refused argument that may hold a text or a secret of the user's. */
export const OTHER_ARGUMENT = '<argument>';

const MAX_FLAGS = 20;
const FLAG_NAME = /^--[a-z][a-z-]{0,62}$/;

/** The names of refused flags as a record takes them. */
export function flagNames(refused: readonly string[]): readonly string[] {
  return refused.slice(0, MAX_FLAGS).map((argument) => (FLAG_NAME.test(argument) ? argument : OTHER_ARGUMENT));
}

function textIn(fields: Readonly<Record<string, unknown>>, key: string): string | null {
  const value = fields[key];
  return typeof value === 'string' ? value : null;
}
