/** What an agent says of its conversation when it exits. Pure. */

import { NATIVE_ID } from './live-question.ts';

/** A farewell ends the screen; further up the text is conversation, which can say anything. */
const LAST_LINES = 8;

/**
 * The native id that the agent names in its last lines, or null.
 *
 * @param pattern  regular expression over those lines, joined by line feeds; its group `id`
 * @param lines    the text that the run showed last, not redacted
 */
export function farewellId(pattern: string | undefined, lines: readonly string[]): string | null {
  if (pattern === undefined) return null;
  const text = lines.slice(-LAST_LINES).join('\n');
  const last = [...text.matchAll(new RegExp(pattern, 'gmu'))].at(-1);
  const id = last?.groups?.['id'];
  return id !== undefined && NATIVE_ID.test(id) ? id : null;
}
