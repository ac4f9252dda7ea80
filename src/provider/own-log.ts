/** Reads the lines of a log that all processes of a provider share, for whose they are and what they name. Pure. */

import { NATIVE_ID } from './live-question.ts';

/** The last complete line of a text that ends where a process wrote last, or null when it ends inside of a line. */
export function lineAtEnd(text: string): string | null {
  if (!text.endsWith('\n')) return null;
  const line = text.slice(0, -1);
  const from = line.lastIndexOf('\n') + 1;
  // without a line feed before it the text may begin inside of the line, and then it is not all there
  return from === 0 ? null : line.slice(from);
}

/** What the group says of a line; null when the pattern does not fit or the group took no part. */
export function groupIn(pattern: RegExp, line: string, group: string): string | null {
  return pattern.exec(line)?.groups?.[group] ?? null;
}

/** The conversations that the lines name, in order: of each process the last one wins. */
export function conversationsIn(pattern: RegExp, lines: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of lines) {
    const { run, id } = pattern.exec(line)?.groups ?? {};
    if (run !== undefined && id !== undefined && NATIVE_ID.test(id)) found.set(run, id);
  }
  return found;
}
