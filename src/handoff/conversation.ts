/**
 * The visible conversation of a session over all its runs: what its journal keeps, each line once, with whom it is from. Pure; what
 * it says is old text of agents and may be anything.
 */

import type { RunText, VisibleText } from '../journal/visible-text.ts';
import type { Adapter } from '../provider/adapter.ts';
import { repeatedLines } from './repeats.ts';
import { type Marked, markSpeakers, type Speaker } from './speakers.ts';

export type { Speaker } from './speakers.ts';

export interface ConversationLine {
  readonly run: number;
  /** Id of the provider of the run; null when it is not known. */
  readonly provider: string | null;
  /** As it was shown, sign and indentation included. */
  readonly text: string;
  readonly speaker: Speaker;
  /** So many characters at the beginning of `text` are the speaker's sign, or the indentation below one. */
  readonly mark: number;
  /** Lines may be missing before it. */
  readonly gap: boolean;
  /** It stood in an earlier run already, and the agent showed it again when it was resumed. */
  readonly repeated: boolean;
}

type Describing = Pick<Adapter, 'id' | 'chrome' | 'speakers'>;

/**
 * @param text      of `createTextFold`; redacted again by today's rules where it leaves this machine's journals
 * @param adapters  the signs by which speakers are told apart; a run of another provider has unknown ones only
 * @param earlier   the conversation of runs before these, when it is known already
 * @returns it, with the lines of these runs behind it
 */
export function conversationOf(
  text: VisibleText,
  adapters: readonly Describing[],
  earlier: readonly ConversationLine[] = [],
): readonly ConversationLine[] {
  const lines = [...earlier];
  for (const run of text.runs) for (const line of linesOf(run, lines, adapters, text.omitted)) lines.push(line);
  return lines;
}

function linesOf(
  run: RunText,
  before: readonly ConversationLine[],
  adapters: readonly Describing[],
  omitted: number,
): readonly ConversationLine[] {
  const texts = run.lines.map((line) => line.text);
  const marks = markSpeakers(texts, adapters.find(({ id }) => id === run.provider) ?? {}, run.isCut);
  const said = texts.flatMap((_, index) => (marks[index]?.speaker === 'chrome' ? [] : [index]));
  const old = isResumed(run) ? linesOfProvider(before, run.provider) : [];
  const again = repeatedLines(
    old,
    said.map((index) => texts[index] ?? ''),
  );
  const repeated = new Set(said.filter((_, index) => again[index]));
  return run.lines.map(({ text, gap }, index) => ({
    run: run.run,
    provider: run.provider,
    text,
    ...(marks[index] as Marked),
    gap: gap || (index === 0 && before.length === 0 && omitted > 0),
    repeated: repeated.has(index),
  }));
}

/** The agent was given its own old conversation, and not a record of it. */
function isResumed({ via }: RunText): boolean {
  return via === 'native-id' || via === 'continue-latest';
}

function linesOfProvider(before: readonly ConversationLine[], provider: string | null): readonly string[] {
  const isSaid = (line: ConversationLine) => line.provider === provider && line.speaker !== 'chrome' && !line.repeated;
  return before.filter(isSaid).map(({ text }) => text);
}
