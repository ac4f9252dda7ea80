/** The title of a conversation: from the one that an agent gave its terminal, else from the first prompt that was given with --prompt. Pure. */

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

const MAX_PROMPT_CHARACTERS = 80;

/** The first line of a prompt that says something, shortened at a word; null when none does. Not redacted. */
export function titleOfPrompt(prompt: string | null): string | null {
  const line = (prompt ?? '')
    .split(/[\r\n]+/)
    .map((each) =>
      printableLine(each)
        .replace(/^[\s#>*-]+/, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .find((each) => /[\p{L}\p{N}]/u.test(each));
  if (line === undefined) return null;
  const characters = [...line];
  if (characters.length <= MAX_PROMPT_CHARACTERS) return line;
  const cut = characters.slice(0, MAX_PROMPT_CHARACTERS - 1).join('');
  return `${cut.replace(/\s+\S{0,20}$/, '')}…`;
}
