/** How a session's one writer comes to its journal: a new one, or one that goes on. The caller holds the session's lock. */

import { closeSync } from 'node:fs';
import { UuldanaError } from '../core/errors.ts';
import type { Clock } from '../core/time.ts';
import { createAppendFile, failureOf } from './append-file.ts';
import type { JournalHeader } from './event.ts';
import { foldDescriptor } from './file.ts';
import type { History } from './fold.ts';
import { encodeLine, GENESIS } from './line.ts';
import { openOwnFile } from './own-file.ts';
import { afterWrite, EMPTY_FILE, positionAtEnd } from './position.ts';
import { type JournalWriter, QueueingWriter, type WriterOptions } from './queueing-writer.ts';

export type { JournalWriter } from './queueing-writer.ts';

/**
 * Makes a journal with its header, durable before this returns.
 *
 * @throws UuldanaError `journal-unwritable`; nothing half-written is left behind
 */
export function createJournal(
  path: string,
  header: JournalHeader,
  clock: Clock,
  options: WriterOptions = {},
): JournalWriter {
  const first = { seq: 0, ...encodeLine(header, GENESIS) };
  try {
    const fd = createAppendFile(path, first.line);
    return new QueueingWriter(
      { path, header, fd, position: afterWrite(EMPTY_FILE, first, first.line.length) },
      clock,
      options,
    );
  } catch (error) {
    throw unwritable(path, failureOf(error), error);
  }
}

/**
 * Reads a journal and opens it to go on. Nothing is written before the first append.
 *
 * @throws UuldanaError `journal-newer` when a later version of uuldana wrote it; `journal-unwritable` when it is not a private
 * file of the user's own or cannot be read or written
 */
export function openJournal(
  path: string,
  clock: Clock,
  options: WriterOptions = {},
): { history: History; writer: JournalWriter } {
  const opened = openOwnFile(path, 'append');
  if ('refused' in opened) throw unwritable(path, `it ${opened.refused}`);
  const { fd } = opened;
  try {
    const history = foldDescriptor(fd);
    if (history.newerVersion !== null) throw newer(path, history.newerVersion);
    const start = { path, header: history.header, fd, position: positionAtEnd(history) };
    return { history, writer: new QueueingWriter(start, clock, options) };
  } catch (error) {
    closeSync(fd);
    throw error instanceof UuldanaError ? error : unwritable(path, failureOf(error), error);
  }
}

function newer(path: string, version: number): UuldanaError {
  return new UuldanaError(
    'journal-newer',
    `${path} was written by a newer uuldana (format ${version}) and is not changed by this one`,
    {
      hint: 'Update uuldana, then try again.',
    },
  );
}

function unwritable(path: string, reason: string, cause?: unknown): UuldanaError {
  return new UuldanaError('journal-unwritable', `The journal ${path} cannot be written: ${reason}`, {
    hint: 'Check the data directory and the free space, or set UULDANA_DATA_DIR to another folder.',
    cause,
  });
}
