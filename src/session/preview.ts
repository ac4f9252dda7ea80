/** What a person sees of a session before it is picked: the end of its last screen, and its last level. From the end of its journal alone. */

import type { Level } from '../core/permission.ts';
import { isLevel } from '../core/permission.ts';
import { decodeLine } from '../journal/line.ts';
import { blockOf } from '../recall/blocks.ts';
import { readCheckpoint } from './live.ts';
import type { Ports } from './ports.ts';
import type { SessionSummary } from './summaries.ts';

export interface Preview {
  /** Of the last run; null where the end of the journal does not tell. */
  readonly level: Level | null;
  /** The last lines with text that it showed, redacted again. */
  readonly lines: readonly string[];
}

/** More than the longest line of a journal, so that the last screen is whole in it. */
const TAIL_BYTES = 1_310_720;
const MAX_LINES = 40;

export async function previewer(ports: Ports): Promise<(session: SessionSummary) => Preview> {
  const redactor = await ports.redactor();
  const known = new Map<string, Preview>();
  return ({ session }) => {
    const before = known.get(session);
    if (before !== undefined) return before;
    const { level, lines } = lastOf(ports, session);
    const preview = {
      level,
      lines: redactor
        .lines(lines)
        .lines.filter((line) => line.trim() !== '')
        .slice(-MAX_LINES),
    };
    known.set(session, preview);
    return preview;
  };
}

/** A file that cannot be read has nothing to show; `list` says why. */
function lastOf(ports: Ports, session: string): Preview {
  let lines: readonly string[] = readCheckpoint(ports.data, session)?.lines ?? [];
  let level: Level | null = null;
  const path = ports.journalFile.journalPath(ports.data.journals, session);
  ports.journalFile.visitLastLines(path, TAIL_BYTES, (line) => {
    const block = lines.length === 0 ? blockOf(line) : null;
    if (block !== null && block.kind !== 'session.titled') lines = block.lines;
    level ??= levelIn(line);
    return lines.length > 0 && level !== null;
  });
  return { level, lines };
}

function levelIn(line: Buffer): Level | null {
  if (!line.includes('"kind":"permission"')) return null;
  const decoded = decodeLine(line);
  const level = decoded.ok && decoded.value['kind'] === 'permission' ? decoded.value['effective'] : null;
  return isLevel(level) ? level : null;
}
