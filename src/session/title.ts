/** The title of a conversation, from the one that an agent gave its terminal. Pure. */

import type { Adapter } from '../provider/adapter.ts';
import { printableLine } from '../redact/gate.ts';

const MAX_CHARACTERS = 120;

/** Null when the terminal's title tells of the agent, its state or its folder only. Not redacted. */
export function titleOf(raw: string | null, { title, titlePattern }: Pick<Adapter, 'title' | 'titlePattern'>) {
  if (raw === null || titlePattern === null) return null;
  // a spinner's glyph stands in front
  const clean = printableLine(raw)
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .trim();
  const own = titlePattern === undefined ? clean : new RegExp(titlePattern, 'u').exec(clean)?.groups?.['title'];
  const short = [...(own ?? '')].slice(0, MAX_CHARACTERS).join('').trim();
  return short === '' || short === title ? null : short;
}
