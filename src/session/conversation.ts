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
}

/** @throws UuldanaError `damaged` for a journal that is not to be read */
export async function readConversation(ports: Ports, session: string): Promise<Conversation> {
  const text = await readText(ports, session);
  return { lines: conversationOf(text, ports.adapters), runs: text.runs, omittedRuns: text.omitted };
}

async function readText(ports: Ports, session: string): Promise<VisibleText> {
  const path = ports.journalFile.journalPath(ports.data.journals, session);
  const fold = createTextFold();
  // before the journal: what becomes final in between stands in both then, and is told once
  const open = readCheckpoint(ports.data, session);
  const read = ports.journalFile.visitItems(path, (item) => item.type === 'event' && fold.add(item.event));
  if (!read.ok) {
    throw new UuldanaError('damaged', `The journal ${path} is not read: ${read.reason}`, {
      hint: 'Mend that, then try again.',
    });
  }
  const { runs, omitted } = fold.text(open);
  const redactor = await ports.redactor();
  return { runs: runs.map((run) => redactedRun(run, redactor)), omitted };
}

function redactedRun(run: RunText, redactor: Redactor): RunText {
  const { lines } = redactor.lines(run.lines.map(({ text }) => text));
  return { ...run, lines: run.lines.map((line, index) => ({ ...line, text: lines[index] ?? '' })) };
}
