/** Refuses a start in which a real agent would wait for ever: no terminal, no first prompt and nothing on standard input. */

import { UuldanaError } from '../core/errors.ts';
import type { Adapter } from '../provider/adapter.ts';
import type { Ports } from './ports.ts';

/** @throws UuldanaError `needs-terminal` (126) */
export function requireSomeInput(ports: Ports, adapter: Adapter, prompt: string | null): void {
  if (!adapter.needsTerminal || ports.hasTerminal || ports.hasInput || prompt !== null) return;
  throw new UuldanaError(
    'needs-terminal',
    `${adapter.title} has nobody to talk to: there is no terminal, no prompt and no input`,
    {
      hint: 'Start it in a terminal, or give it something to do: --prompt "..."',
    },
  );
}
