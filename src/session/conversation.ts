/** The visible conversation of a stored session, redacted again by today's rules. */

import { UuldanaError } from '../core/errors.ts';
import { type ConversationLine, conversationOf } from '../handoff/conversation.ts';
import { createTextFold, type RunText, type VisibleText } from '../journal/visible-text.ts';
import type { Redactor } from '../redact/secrets.ts';
import { readCheckpoint } from './live.ts';
import type { Ports } from './ports.ts';

export interface Conversation {
  readonly lines: readonly ConversationLine[];
  /** Every run of the session, with its provider; those whose text was left out for its size are not among them. */
  readonly runs: readonly Pick<RunText, 'run' | 'provider' | 'via' | 'startedAt'>[];
  readonly omittedRuns: number;
  /** Lines of the journal that cannot be read; what they held is missing. */
  readonly damagedLines: number;
}

/** @throws UuldanaError `damaged` for a journal that is not to be read */
export async function readConversation(ports: Ports, session: string): Promise<Conversation> {
  const { text, damagedLines } = readText(ports, session);
  const redactor = await ports.redactor();
  const runs = text.runs.map((run) => redactedRun(run, redactor));
  const lines = conversationOf({ ...text, runs }, ports.adapters);
  return { lines, runs, omittedRuns: text.omitted, damagedLines };
}

function readText(ports: Ports, session: string): { text: VisibleText; damagedLines: number } {
  const path = ports.journalFile.journalPath(ports.data.journals, session);
  const fold = createTextFold();
  // before the journal: what becomes final in between stands in both then, and is told once
  const open = readCheckpoint(ports.data, session);
  let damagedLines = 0;
  const read = ports.journalFile.visitItems(path, (item) => {
    if (item.type === 'event') fold.add(item.event);
    if (item.type === 'damaged') damagedLines += 1;
  });
  if (!read.ok) {
    throw new UuldanaError('damaged', `The journal ${path} is not read: ${read.reason}`, {
      hint: 'Mend that, then try again.',
    });
  }
  return { text: fold.text(open), damagedLines };
}

function redactedRun(run: RunText, redactor: Redactor): RunText {
  const { lines } = redactor.lines(run.lines.map(({ text }) => text));
  return { ...run, lines: run.lines.map((line, index) => ({ ...line, text: lines[index] ?? '' })) };
}
