/** The lines of the audit log: where one stands, and what the first one says. Pure. */

import {
  AUDIT_FORMAT,
  AUDIT_VERSION,
  type AuditEnd,
  type AuditEnvelope,
  type AuditFact,
  type AuditNote,
} from './audit.ts';
import { encodeLine } from './line.ts';
import type { NextLine, Position } from './position.ts';

/** What all records of one moment have in common. */
export interface AuditStamp extends AuditEnvelope {
  /** `uuldana X.Y.Z`, for a file that is begun. */
  readonly createdBy: string;
}

export function lineAfter(before: Position, record: AuditFact | AuditNote, { at, inside }: AuditStamp): NextLine {
  const seq = before.seq + 1;
  const body = { seq, at, ...record, ...(inside === undefined ? {} : { inside }) };
  return { seq, ...encodeLine(body, before.sum) };
}

export function openedNote({ createdBy }: AuditStamp, follows: AuditEnd | null): AuditNote {
  return { kind: 'opened', format: AUDIT_FORMAT, version: AUDIT_VERSION, created_by: createdBy, follows };
}
