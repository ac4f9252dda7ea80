/** `uuldana rename`: gives a session a name, or takes it away. Works on a live session too. */

import { ensureDataDir } from './data-dir.ts';
import { locateSession } from './locate.ts';
import { checkedName, setLabel } from './names.ts';
import type { Ports } from './ports.ts';
import type { SessionSummary } from './summaries.ts';

/** @param name  null: the session loses its name */
export async function renameSession(ports: Ports, reference: string, name: string | null): Promise<SessionSummary> {
  const { found: session } = locateSession(ports, reference);
  const checked = name === null ? null : checkedName(name);
  ensureDataDir(ports.data, ports.uid);
  await setLabel(ports, session.session, (label) => ({ ...label, name: checked }));
  await ports.audit({ kind: 'rename', session: session.session, named: checked !== null });
  return { ...session, name: checked };
}
