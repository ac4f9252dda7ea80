/**
 * Whom the lines of a run are from, as far as the signs tell that its agent puts before them (adapter data). What has no sign
 * that is known stays unknown. Pure.
 */

import type { Adapter } from '../provider/adapter.ts';

export type Speaker = 'user' | 'agent' | 'tool' | 'chrome' | 'unknown';

export interface Marked {
  readonly speaker: Speaker;
  /** So many characters at its beginning are the speaker's sign, or the indentation below one. */
  readonly mark: number;
}

/** The order in which the lists are asked. */
const SPEAKERS = ['chrome', 'user', 'tool', 'agent'] as const;
const MAX_LINE_CHARACTERS = 1000;
const UNKNOWN: Marked = { speaker: 'unknown', mark: 0 };

/** @returns as many as there are lines */
export function markSpeakers(
  lines: readonly string[],
  { chrome = [], speakers = {} }: Pick<Adapter, 'chrome' | 'speakers'>,
): readonly Marked[] {
  const lists = { ...speakers, chrome: [...chrome, ...(speakers.chrome ?? [])] };
  const rules = SPEAKERS.flatMap((speaker) =>
    (lists[speaker] ?? []).map((pattern) => ({ speaker, pattern: new RegExp(pattern, 'u') })),
  );
  /** The block that lines below may belong to. */
  let block: Marked | null = null;
  return lines.map((line) => {
    const signed = signOf(line, rules);
    // interface between the lines of a block does not end it
    if (signed?.speaker === 'chrome') return { speaker: 'chrome', mark: 0 };
    if (signed !== null) block = { ...signed, mark: Math.max(signed.mark, indentOf(line) + 1) };
    else if (block !== null && indentOf(line) < block.mark) block = null;
    return signed ?? block ?? UNKNOWN;
  });
}

function signOf(line: string, rules: readonly { speaker: Marked['speaker']; pattern: RegExp }[]): Marked | null {
  const start = line.slice(0, MAX_LINE_CHARACTERS);
  for (const { speaker, pattern } of rules) {
    const match = pattern.exec(start);
    if (match !== null) return { speaker, mark: match.index + (match.groups?.['mark']?.length ?? 0) };
  }
  return null;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
