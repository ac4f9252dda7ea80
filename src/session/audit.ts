/** `uuldana audit`: what was granted, refused and removed, from the audit log; and the log's rotation. Reading never locks. */

import { basename } from 'node:path';
import { messageOf, UuldanaError } from '../core/errors.ts';
import { parseSince, SINCE_FORMS } from '../core/since.ts';
import { parseAt } from '../core/time.ts';
import type { StoredRecord } from '../journal/audit.ts';
import { findAdapter } from '../provider/registry.ts';
import { type AuditFileState, readAuditFile } from './audit-state.ts';
import { stampOf, withAuditLock } from './auditor.ts';
import { findSession } from './find.ts';
import type { Ports } from './ports.ts';
import { readSummaries } from './summaries.ts';

export interface AuditQuestion {
  /** An id, a name, or any unique part of an id; also of a session that was deleted. */
  readonly session: string | null;
  readonly provider: string | null;
  /** As it was typed. */
  readonly since: string | null;
  readonly refusalsOnly: boolean;
  /** Also the logs that were rotated away. */
  readonly all: boolean;
}

export interface AuditAnswer {
  /** Oldest first. */
  readonly records: readonly StoredRecord[];
  /** The logs that were read, oldest first. */
  readonly files: readonly AuditFileState[];
  /** Rotated logs that were not read and may hold what was asked for. */
  readonly older: number;
  readonly refused: readonly { readonly file: string; readonly reason: string }[];
}

/** @throws UuldanaError `usage`, `session-not-found`, `session-ambiguous`, `provider-unknown`; `damaged` for a log that is not to be read */
export async function readAudit(ports: Ports, question: AuditQuestion): Promise<AuditAnswer> {
  const since = sinceMs(question.since, ports.clock.now());
  const { listAuditFiles } = await ports.auditFile();
  const paths = listAuditFiles(ports.data.audit);
  const wanted = question.all ? paths : paths.filter((path) => path === ports.data.audit);
  const read = wanted.map((path) => ({ path, result: readAuditFile(ports, path) }));
  const files = read.flatMap(({ result }) => (result.ok ? [result.state] : []));
  const refused = read.flatMap(({ path, result }) => (result.ok ? [] : [{ file: path, reason: result.reason }]));
  for (const { file, reason } of refused) if (file === ports.data.audit) throw notRead(file, reason);
  const records = read.flatMap(({ result }) => (result.ok ? result.records : []));
  const unread = paths.length - wanted.length;
  const { session, provider } = orInOlderLogs(unread, () => known(ports, records, question));
  const fits = (record: StoredRecord) =>
    (session === null || record.session === session) &&
    (provider === null || record.provider === provider) &&
    (since === null || (timeOf(record) ?? 0) >= since) &&
    (!question.refusalsOnly || record.kind === 'refusal');
  const begins = records[0] === undefined ? undefined : timeOf(records[0]);
  const reachesBack = since !== null && begins !== undefined && begins <= since;
  return { records: records.filter(fits), files, older: reachesBack ? 0 : unread, refused };
}

function notRead(file: string, reason: string): UuldanaError {
  return new UuldanaError('damaged', `The audit log ${file} is not read: ${reason}`, {
    hint: 'Mend that, then try again.',
  });
}

/** @returns the name of the old log; null when there was nothing to rotate. @throws UuldanaError `data-dir` */
export async function rotateAuditLog(ports: Ports): Promise<string | null> {
  const { listAuditFiles, rotateAudit } = await ports.auditFile();
  if (!listAuditFiles(ports.data.audit).includes(ports.data.audit)) return null;
  try {
    const aside = await withAuditLock(ports, async () => rotateAudit(ports.data.audit, stampOf(ports)));
    return aside === null ? null : basename(aside);
  } catch (cause) {
    if (cause instanceof UuldanaError) throw cause;
    throw new UuldanaError('data-dir', `The audit log was not rotated: ${messageOf(cause)}`, {
      hint: 'Mend that, then try again. Nothing was deleted.',
      cause,
    });
  }
}

function sinceMs(typed: string | null, nowMs: number): number | null {
  if (typed === null) return null;
  const ms = parseSince(typed, nowMs);
  if (ms !== undefined) return ms;
  throw new UuldanaError('usage', `--since takes ${SINCE_FORMS}, not "${typed}"`, {
    hint: 'As in: uuldana audit --since 2h',
  });
}

/** What the question names, found. A provider that the records name needs not be one that is known today. */
function known(ports: Ports, records: readonly StoredRecord[], question: AuditQuestion) {
  const session = question.session === null ? null : knownSession(ports, records, question.session);
  const { provider } = question;
  const isNamed = provider === null || records.some((record) => record.provider === provider);
  return { session, provider: isNamed ? provider : findAdapter(ports.adapters, provider).id };
}

/** The id of a session that is stored, or of one that only the log still knows. */
function knownSession(ports: Ports, records: readonly StoredRecord[], reference: string): string {
  const { sessions } = readSummaries(ports);
  const stored = new Set(sessions.map(({ session }) => session));
  const logged = new Set(records.flatMap(({ session }) => (session === null || stored.has(session) ? [] : [session])));
  const gone = [...logged].map((session) => ({ session, name: null, title: null, workspace: 'no longer stored' }));
  return findSession([...sessions, ...gone], reference).session;
}

function orInOlderLogs<T>(unread: number, find: () => T): T {
  try {
    return find();
  } catch (error) {
    if (!(error instanceof UuldanaError) || unread === 0) throw error;
    const hint = `${error.hint ?? ''}\nOlder logs were not searched: add --all.`.trim();
    throw new UuldanaError(error.code, error.message, { hint, cause: error });
  }
}

function timeOf({ at }: StoredRecord): number | undefined {
  return at === null ? undefined : parseAt(at);
}
