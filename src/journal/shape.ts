/**
 * From a decoded line's fields to a header or an event, leniently: extra fields are kept out of the way, and what has the
 * kind of an event but not its fields is unknown, never a crash. Pure.
 */

import { isLevel } from '../core/permission.ts';
import { parseAt } from '../core/time.ts';
import { type EventKind, JOURNAL_FORMAT, type JournalEvent, type JournalHeader, type Recorded } from './event.ts';

/** A good line that is not an event we know: a later kind, or a known one with other fields. `value` holds all of it. */
export interface UnknownEvent {
  readonly kind: 'unknown';
  readonly seq: number | null;
  readonly at: string | null;
  readonly run: number | null;
  readonly value: Readonly<Record<string, unknown>>;
}

type Fields = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;
type FieldsOf<K extends EventKind> = Exclude<keyof Extract<JournalEvent, { kind: K }>, 'kind'>;

const isText: Check = (value) => typeof value === 'string';
const isBoolean: Check = (value) => typeof value === 'boolean';
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isInteger: Check = (value) => Number.isSafeInteger(value);
const isTime: Check = (value) => typeof value === 'string' && parseAt(value) !== undefined;
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const orMissing =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const oneOf =
  (...words: string[]): Check =>
  (value) =>
    (words as unknown[]).includes(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const record =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isFields(value) && fits(value, fields);

const isSize = record({ cols: isCount, rows: isCount });
const isRedacted: Check = (value) => isFields(value) && Object.values(value).every(isCount);

const HEADER: Readonly<Record<Exclude<keyof JournalHeader, 'format' | 'version'>, Check>> = {
  session: isText,
  workspace: isText,
  provider: isText,
  ceiling: isLevel,
  strict: isBoolean,
  created_at: isTime,
  created_by: isText,
};

const EVENTS: { readonly [K in EventKind]: Readonly<Record<FieldsOf<K>, Check>> } = {
  'run.started': {
    provider: isText,
    provider_version: orNull(isText),
    workspace: isText,
    ceiling: isLevel,
    transport: isText,
    argv: listOf(isText),
    pid: isCount,
    pid_started_at: orNull(isText),
    boot_id: orNull(isText),
    size: isSize,
    via: oneOf('new', 'native-id', 'continue-latest', 'visible-text'),
    capture: orMissing(record({ what: oneOf('screen', 'conversation'), from: oneOf('option', 'config') })),
    native_root: orMissing(isText),
  },
  permission: {
    requested: orNull(isLevel),
    effective: isLevel,
    ceiling: isLevel,
    strength: oneOf('held', 'at-launch'),
    enforced_by: listOf(record({ how: oneOf('flag', 'env', 'settings', 'declared'), what: isText })),
  },
  identity: { native_id: isText, how: oneOf('chosen', 'discovered', 'resumed'), evidence: isText },
  input: { how: oneOf('prompt', 'typed') },
  limit: { text: isText, resets_at: orNull(isText) },
  screen: { lines: listOf(isText), size: isSize, redacted: isRedacted, from: oneOf('end', 'checkpoint') },
  transcript: { lines: listOf(isText), first: isCount, gap: isBoolean, redacted: isRedacted },
  'run.suspended': {},
  'run.continued': {},
  'run.ended': {
    status: oneOf('exited', 'signaled', 'failed'),
    exit_code: orNull(isInteger),
    signal: orNull(isText),
    reason: orNull(isText),
    duration_ms: isCount,
    sums: record({ runs: isCount, title: orNull(isText), ceiling: isLevel }),
    conversation: orMissing(oneOf('present', 'absent')),
  },
  handoff: {
    from_provider: orNull(isText),
    to_provider: isText,
    lines: isCount,
    bytes: isCount,
    omitted_lines: isCount,
    redacted: isRedacted,
  },
  'session.titled': { title: isText },
  seal: { damaged_bytes: isCount },
  gap: { lost: isCount, error: isText },
};

/** Whether a first line claims to be a header, and the version it claims; null when it does not. */
export function headerVersion(value: Fields): number | null {
  const { format, version } = value;
  return format === JOURNAL_FORMAT && isCount(version) && version !== 0 ? Number(version) : null;
}

/** The header, or null when a field that this version needs is missing or of another type. */
export function toHeader(value: Fields): JournalHeader | null {
  return headerVersion(value) !== null && fits(value, HEADER) ? (value as unknown as JournalHeader) : null;
}

export function toEvent(value: Fields): Recorded | UnknownEvent {
  return isRecorded(value) ? value : unknownEvent(value);
}

function isRecorded(value: Fields): value is Fields & Recorded {
  const { kind, seq, at, run } = value;
  const isEnvelope = isNumbered(seq) && isTime(at) && (run === undefined || isNumbered(run));
  if (!isEnvelope || typeof kind !== 'string' || !Object.hasOwn(EVENTS, kind)) return false;
  return fits(value, EVENTS[kind as EventKind]);
}

function unknownEvent(value: Fields): UnknownEvent {
  const { seq, at, run } = value;
  return {
    kind: 'unknown',
    seq: isNumbered(seq) ? Number(seq) : null,
    at: isTime(at) ? String(at) : null,
    run: isNumbered(run) ? Number(run) : null,
    value,
  };
}

/** `seq` and `run` count from 1. */
function isNumbered(value: unknown): boolean {
  return isCount(value) && value !== 0;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fits(value: Fields, checks: Readonly<Record<string, Check>>): boolean {
  // not what a prototype has: a field that is missing is undefined
  return Object.entries(checks).every(([name, check]) => check(Object.hasOwn(value, name) ? value[name] : undefined));
}
