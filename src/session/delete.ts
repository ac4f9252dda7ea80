/** `uuldana delete`: removes a session's journal and with it all text of its history. */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { UuldanaError } from '../core/errors.ts';
import { shortId } from '../core/ids.ts';
import { syncFolder } from '../journal/atomic-file.ts';
import { providerId } from './audit-facts.ts';
import { removeLive } from './live.ts';
import { locateSession } from './locate.ts';
import { setLabel } from './names.ts';
import type { Ports } from './ports.ts';
import { recordingRefusals } from './refusal.ts';
import type { SessionSummary } from './summaries.ts';

/** Asks; true to go on. */
export type Confirm = (question: string) => Promise<boolean>;

/** @returns the deleted session, or null when the user said no */
export async function deleteSession(ports: Ports, reference: string, confirm: Confirm): Promise<SessionSummary | null> {
  const { found } = locateSession(ports, reference);
  const { session, workspace } = found;
  const attempt = { command: 'delete', session, provider: providerId(found.provider), workspace } as const;
  return await recordingRefusals(ports, attempt, () => deleteFound(ports, found, confirm));
}

async function deleteFound(ports: Ports, session: SessionSummary, confirm: Confirm): Promise<SessionSummary | null> {
  const lock = await ports.lock(join(ports.data.locks, `${session.session}.lock`));
  if (lock === null || session.live_pid !== null) {
    lock?.release();
    throw new UuldanaError(
      'session-live',
      `Session ${shortId(session.session)} is live (pid ${session.live_pid ?? 'unknown'})`,
      {
        hint: 'End its agent first.',
      },
    );
  }
  try {
    const label = session.name ?? session.title;
    const what = `${shortId(session.session)}${label === null ? '' : ` "${label}"`} (${session.runs} ${session.runs === 1 ? 'run' : 'runs'}, ${session.workspace ?? 'unknown folder'})`;
    if (!(await confirm(`Delete session ${what} for good?`))) return null;
    deleteStored(ports, session.session);
    const provider = providerId(session.provider);
    await ports.audit({ kind: 'deletion', session: session.session, provider, by: 'user' });
  } finally {
    lock.release();
  }
  await setLabel(ports, session.session, () => null);
  return session;
}

/** Removes what is stored of a session, its name aside. The caller holds its lock; the lock file stays (it is never unlinked). */
export function deleteStored(ports: Ports, session: string): void {
  rmSync(ports.journalFile.journalPath(ports.data.journals, session), { force: true });
  syncFolder(ports.data.journals);
  removeLive(ports.data, session);
}
