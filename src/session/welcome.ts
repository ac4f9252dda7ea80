/** What the first run ever says: what is recorded, where, and how to keep less or nothing. */

import { existsSync } from 'node:fs';
import type { Capture } from './capture.ts';
import type { Ports } from './ports.ts';

export function isFirstRun(ports: Ports): boolean {
  return !existsSync(ports.data.journals);
}

export function sayFirstRun(ports: Ports, capture: Capture): void {
  const text = capture === 'conversation' ? 'all lines shown' : 'the last 120 lines shown';
  ports.talk(`uuldana: runs are recorded: ids, times, and ${text}, secrets out.`);
  ports.talk(`uuldana: it all stays here, for your eyes only: ${ports.data.root}`);
  ports.talk('uuldana: less: "keep_journals" in the config, or uuldana delete; nothing: rm that folder.');
}
