/** `--pick` of list and resume: the picker where there is a terminal, and a plain table where there is none. */

import type { Ports } from '../session/ports.ts';
import type { SessionSummary } from '../session/summaries.ts';
import { paints } from './commands/options.ts';
import type { CommandContext } from './context.ts';

export type Picked =
  | { readonly type: 'picked'; readonly session: SessionSummary }
  | { readonly type: 'none' }
  /** There is nobody to ask, or nothing to ask about; the table was printed. */
  | { readonly type: 'printed' };

/** @param sessions  newest first */
export async function pickOrPrint(
  context: CommandContext,
  ports: Ports,
  sessions: readonly SessionSummary[],
): Promise<Picked> {
  if (!context.hasTerminal || sessions.length === 0) {
    const { listText } = await import('./views/list.ts');
    context.out(await listText(sessions, ports.clock.now()));
    return { type: 'printed' };
  }
  const [{ pickSession }, { previewer }, { COLOURS, NO_PAINT }] = await Promise.all([
    import('./pick.ts'),
    import('../session/preview.ts'),
    import('./views/marked.ts'),
  ]);
  const session = await pickSession(sessions, {
    previewOf: await previewer(ports),
    paint: paints(context) ? COLOURS : NO_PAINT,
    nowMs: ports.clock.now(),
  });
  return session === null ? { type: 'none' } : { type: 'picked', session };
}
