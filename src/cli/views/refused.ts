/** Files among the journals that were not read: counted and said, on stderr. */

import type { Ports } from '../../session/ports.ts';

export function sayRefused(ports: Ports, refused: readonly { readonly file: string; readonly reason: string }[]): void {
  for (const { file, reason } of refused) ports.talk(`uuldana: skipped ${file}: ${reason}`);
}
