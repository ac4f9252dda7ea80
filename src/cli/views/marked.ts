/** Text with what was found in it marked, for a terminal. The text passes the gate first, so offsets are those of what is shown. */

import type { Matcher } from '../../recall/matcher.ts';
import { printableLine } from '../../redact/gate.ts';

/** Bold red, as grep marks. */
const MARK = ['\x1b[1;31m', '\x1b[0m'] as const;
const HEADING = ['\x1b[1m', '\x1b[0m'] as const;
const FAINT = ['\x1b[2m', '\x1b[0m'] as const;

export interface Paint {
  /** A line with what is looked for marked. */
  readonly line: (text: string, matcher: Matcher | null) => string;
  readonly heading: (text: string) => string;
  readonly faint: (text: string) => string;
}

/** Text as it is, for a pipe. */
export const NO_PAINT: Paint = { line: (text) => printableLine(text), heading: printableLine, faint: printableLine };

export const COLOURS: Paint = {
  line(text, matcher) {
    const shown = printableLine(text);
    return matcher === null ? shown : withMarks(shown, matcher);
  },
  heading: (text) => `${HEADING[0]}${printableLine(text)}${HEADING[1]}`,
  faint: (text) => `${FAINT[0]}${printableLine(text)}${FAINT[1]}`,
};

function withMarks(text: string, matcher: Matcher): string {
  const marks = [...matcher.marks(text)].sort((a, b) => a.start - b.start);
  let done = 0;
  let marked = '';
  for (const { start, end } of marks) {
    if (end <= done) continue;
    const from = Math.max(start, done);
    marked += `${text.slice(done, from)}${MARK[0]}${text.slice(from, end)}${MARK[1]}`;
    done = end;
  }
  return marked + text.slice(done);
}
