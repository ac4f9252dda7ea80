/** What the first run ever says: what is recorded, where, and how to keep less or nothing. */

import { existsSync } from 'node:fs';
import type { Ports } from './ports.ts';

export function sayFirstRun(ports: Ports): void {
  if (existsSync(ports.data.journals)) return;
  ports.talk(
    'uuldana: each run is recorded: times, ids, permissions and the last 120 lines on its screen, secrets blanked out.',
  );
  ports.talk(`uuldana: it stays on this machine, in ${ports.data.root}, readable by you alone.`);
  ports.talk(
    'uuldana: to keep less, set "keep_journals" in the config; delete one with "uuldana delete", or all by removing that folder.',
  );
}
