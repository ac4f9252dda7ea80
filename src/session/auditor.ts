/** Adds records to the audit log for the use cases. What cannot be recorded is said once a command, and never ends a run. */

import { join } from 'node:path';
import { messageOf, UuldanaError } from '../core/errors.ts';
import { isSessionId } from '../core/ids.ts';
import { formatAt } from '../core/time.ts';
import type { AuditFact } from '../journal/audit.ts';
import { type DataDir, ensureAuditDir } from './data-dir.ts';
import type { Ports } from './ports.ts';

/** Appends records that belong together. Never throws. */
export type Audit = (...facts: readonly AuditFact[]) => Promise<void>;

type AuditorPorts = Pick<Ports, 'auditFile' | 'clock' | 'createdBy' | 'data' | 'env' | 'lock' | 'talk' | 'uid'>;

/** Each holder needs it for a write and a sync; only one that was stopped just then keeps others waiting. */
const LOCK_WAIT_MS = 5000;

export function createAuditor(ports: AuditorPorts): Audit {
  let said = false;
  return async (...facts) => {
    const problem = await append(ports, facts);
    if (problem === null || said) return;
    said = true;
    ports.talk(`uuldana: not recorded in the audit log: ${problem}`);
  };
}

/** @returns why it could not be recorded, or null */
async function append(ports: AuditorPorts, facts: readonly AuditFact[]): Promise<string | null> {
  try {
    const outcome = await withAuditLock(ports, async () => {
      const { appendAudit } = await ports.auditFile();
      return appendAudit(ports.data.audit, facts, stampOf(ports));
    });
    return outcome === 'full' ? 'it is full; "uuldana audit --rotate" begins a new one' : null;
  } catch (error) {
    return messageOf(error);
  }
}

/** @throws UuldanaError `data-dir` when the data directory is not to be used or the lock is not to be had */
export async function withAuditLock<T>(
  { data, lock, uid }: Pick<Ports, 'data' | 'lock' | 'uid'>,
  act: () => Promise<T>,
): Promise<T> {
  ensureAuditDir(data, uid);
  const held = await lock(auditLock(data), LOCK_WAIT_MS);
  if (held === null) {
    throw new UuldanaError('data-dir', 'The audit log is in use by another process', { hint: 'Try again.' });
  }
  try {
    return await act();
  } finally {
    held.release();
  }
}

export function stampOf({ clock, createdBy, env }: Pick<Ports, 'clock' | 'createdBy' | 'env'>) {
  // set by us for every agent, so a program below one says with it where it was started
  const inside = env['UULDANA_SESSION'];
  return {
    at: formatAt(clock.now()),
    createdBy,
    ...(inside !== undefined && isSessionId(inside) ? { inside } : {}),
  };
}

function auditLock({ locks }: DataDir): string {
  return join(locks, 'audit.lock');
}
