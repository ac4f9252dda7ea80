/**
 * From the visible conversation of a session to the lines of a record: interface and what was shown twice go, whom a line is from
 * stays. Pure.
 */

import type { RunText } from '../journal/visible-text.ts';
import type { ConversationLine, Speaker } from './conversation.ts';
import type { RecordLine } from './render.ts';

export interface ComposeRequest {
  readonly lines: readonly ConversationLine[];
  readonly runs: readonly Pick<RunText, 'run' | 'provider' | 'via'>[];
  /** Provider -> its title. */
  readonly titleOf: (provider: string | null) => string;
}

const SPEAKERS: Readonly<Record<Exclude<Speaker, 'chrome'>, string>> = {
  user: 'the user',
  agent: 'the agent',
  tool: 'a tool of the agent',
  unknown: 'not known whose',
};

export function recordLines({ lines, runs, titleOf }: ComposeRequest): readonly RecordLine[] {
  const byRun = new Map(runs.map((run) => [run.run, run]));
  const isRecord = recordsShown(lines, new Set(runs.flatMap(({ run, via }) => (via === 'visible-text' ? [run] : []))));
  return lines.flatMap(({ run, text, speaker, gap, repeated }, at): RecordLine[] => {
    if (speaker === 'chrome' || repeated || isRecord.has(at)) return [];
    const label = `run ${run}, ${titleOf(byRun.get(run)?.provider ?? null)}: ${SPEAKERS[speaker]}`;
    return [{ text, label, gap }];
  });
}

/** `Claude Code`, `Claude Code and Codex`, `A, B and C`. */
export function titlesOf({ lines, runs, titleOf }: ComposeRequest): string {
  const spoken = new Set(lines.map(({ run }) => run));
  const titles = [...new Set(runs.filter(({ run }) => spoken.has(run)).map(({ provider }) => titleOf(provider)))];
  const last = titles.pop() ?? 'an agent';
  return titles.length === 0 ? last : `${titles.join(', ')} and ${last}`;
}

/** Counts of what was taken out of a text, by the marks that stand for it. */
export function redactedIn(text: string): Record<string, number> {
  const counts = new Map<string, number>();
  for (const [, kind = ''] of text.matchAll(/\[redacted:([a-z0-9-]{1,40})\]/g))
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return Object.fromEntries(counts);
}

const BEGINS = /=== record [0-9a-f]{24} begins\b/;
const ENDS = /=== record [0-9a-f]{24} ends ===/;
const OURS = /^\W*This is a record of what earlier runs of .* showed on the screen;/;

/**
 * Where a run that was given a record shows it: its text stands in the earlier runs. What comes before its end in that run is the
 * record; where it shows no end, nothing is taken for it.
 */
function recordsShown(lines: readonly ConversationLine[], given: ReadonlySet<number>): ReadonlySet<number> {
  const found = new Set<number>();
  for (const run of given) {
    const own = lines.flatMap((line, at) => (line.run === run ? [at] : []));
    const end = own.find((at) => ENDS.test(lines[at]?.text ?? ''));
    if (end === undefined) continue;
    const upToEnd = own.filter((at) => at <= end);
    const begin = upToEnd.find((at) => OURS.test(lines[at]?.text ?? '') || BEGINS.test(lines[at]?.text ?? ''));
    for (const at of upToEnd) if (begin === undefined || at >= begin) found.add(at);
  }
  return found;
}
