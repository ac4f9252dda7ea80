/** The visible conversation of a stored session, redacted again by today's rules; once, or again and again while it grows. */

import { statSync } from 'node:fs';
import { UuldanaError } from '../core/errors.ts';
import { type ConversationLine, conversationOf } from '../handoff/conversation.ts';
import { createTextFold, type RunText, type TextFold } from '../journal/visible-text.ts';
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
export function readConversation(ports: Ports, session: string): Promise<Conversation> {
  return createConversationReader(ports, session)();
}

/** As `readConversation`, and each further call costs only what was added to the last run. */
export function createConversationReader(ports: Ports, session: string): () => Promise<Conversation> {
  const path = ports.journalFile.journalPath(ports.data.journals, session);
  const redacted = new Map<number, Redacted>();
  let journal: ReadJournal | null = null;
  /** Of the runs up to this one: another one follows, so they are over. */
  let earlier: { readonly upTo: number; readonly lines: readonly ConversationLine[] } = { upTo: 0, lines: [] };
  return async () => {
    // before the journal: what becomes final in between stands in both then, and is told once
    const open = readCheckpoint(ports.data, session);
    const size = statSync(path, { throwIfNoEntry: false })?.size;
    if (journal === null || journal.size !== size) journal = readJournal(ports, path);
    const { runs: raw, omitted } = journal.fold.text(open);
    const redactor = await ports.redactor();
    const runs = raw.map((run) => redactedRun(run, redactor, redacted));
    const ended = runs.slice(0, -1).filter(({ run }) => run > earlier.upTo);
    const known = conversationOf({ runs: ended, omitted }, ports.adapters, earlier.lines);
    earlier = { upTo: ended.at(-1)?.run ?? earlier.upTo, lines: known };
    const lines = conversationOf({ runs: runs.slice(-1), omitted }, ports.adapters, known);
    return { lines, runs, omittedRuns: omitted, damagedLines: journal.damagedLines };
  };
}

interface ReadJournal {
  readonly size: number;
  readonly fold: TextFold;
  readonly damagedLines: number;
}

function readJournal(ports: Ports, path: string): ReadJournal {
  const fold = createTextFold();
  let [size, damagedLines] = [0, 0];
  const read = ports.journalFile.visitItems(path, (item) => {
    size += item.bytes + (item.terminated ? 1 : 0);
    if (item.type === 'event') fold.add(item.event);
    if (item.type === 'damaged') damagedLines += 1;
  });
  if (read.ok) return { size, fold, damagedLines };
  throw new UuldanaError('damaged', `The journal ${path} is not read: ${read.reason}`, {
    hint: 'Mend that, then try again.',
  });
}

interface Redacted {
  readonly raw: readonly string[];
  readonly lines: readonly string[];
}

/** Before the first line that is new so many are looked at again: a secret may span them. */
const LOOKED_AT_AGAIN = 80;

function redactedRun(run: RunText, redactor: Redactor, known: Map<number, Redacted>): RunText {
  const raw = run.lines.map(({ text }) => text);
  const before = known.get(run.run) ?? { raw: [], lines: [] };
  const differs = raw.findIndex((line, index) => line !== before.raw[index]);
  const from = Math.max(0, (differs === -1 ? raw.length : differs) - LOOKED_AT_AGAIN);
  const start = Math.max(0, from - LOOKED_AT_AGAIN);
  const part = { from: from - start, to: raw.length - start };
  const lines = [...before.lines.slice(0, from), ...redactor.lines(raw.slice(start), part).lines];
  known.set(run.run, { raw, lines });
  return { ...run, lines: run.lines.map((line, index) => ({ ...line, text: lines[index] ?? '' })) };
}
