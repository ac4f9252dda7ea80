/** `uuldana log`: the events of one session in their order, redacted again before they leave. */

import { UuldanaError } from '../core/errors.ts';
import type { JournalItem } from '../journal/reader.ts';
import type { Redactor } from '../redact/secrets.ts';
import { locateSession } from './locate.ts';
import type { Ports } from './ports.ts';

/** One line of the log: an event as it is stored, without `prev` and `sum`, or a damaged line. */
export type LogEntry = Readonly<Record<string, unknown>>;

export async function readLog(ports: Ports, reference: string | null): Promise<readonly LogEntry[]> {
  const { found } = locateSession(ports, reference);
  const path = ports.journalFile.journalPath(ports.data.journals, found.session);
  const redactor = await ports.redactor();
  const read = ports.journalFile.readItems(path);
  if (!read.ok)
    throw new UuldanaError('damaged', `The journal ${path} is not read: ${read.reason}`, {
      hint: 'Mend that, then try again.',
    });
  return read.items.flatMap((item) => entryOf(item, redactor));
}

function entryOf(item: JournalItem, redactor: Redactor): LogEntry[] {
  if (item.type === 'header') return [];
  if (item.type === 'damaged') return [{ kind: 'damaged', bytes: item.bytes, reason: item.reason }];
  return [redactedValue(item.event, redactor) as LogEntry];
}

function redactedValue(value: unknown, redactor: Redactor): unknown {
  if (typeof value === 'string') return redactor.text(value).text;
  if (Array.isArray(value)) {
    return value.every((entry) => typeof entry === 'string')
      ? redactor.lines(value).lines
      : value.map((entry) => redactedValue(entry, redactor));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, redactedValue(entry, redactor)]));
}
