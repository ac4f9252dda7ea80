/**
 * The one writer of a session's journal. Appending never throws and never waits: what cannot be written now stands in a
 * bounded queue and is tried again, in order, with the next event or `flush`. The caller holds the session's lock.
 */

import { closeSync } from 'node:fs';
import { messageOf, UuldanaError } from '../core/errors.ts';
import { type Clock, formatAt } from '../core/time.ts';
import { createAppendFile } from './append-file.ts';
import type { JournalEvent, JournalHeader } from './event.ts';
import { foldDescriptor } from './file.ts';
import type { History } from './fold.ts';
import { encodeLine, GENESIS } from './line.ts';
import { LineWriter } from './line-writer.ts';
import { openOwnFile } from './own-file.ts';
import { afterWrite, EMPTY_FILE, positionAtEnd } from './position.ts';
import { createWriteQueue } from './write-queue.ts';

export interface JournalWriter {
  /**
   * Records an event that happens now.
   *
   * @returns whether it is in the file (and durable, for the kinds that FORMAT.md lists); false: it waits, or is lost
   */
  append(event: JournalEvent, run: number | null): boolean;
  /** Tries again what waits, and looks whether the file is still there. True when nothing waits and all is well. */
  flush(): boolean;
  /** Events that wait. */
  readonly pending: number;
  /** Events that are in no journal, and will be in none. */
  readonly lost: number;
  /** Why writing fails now, or null. */
  readonly trouble: string | null;
  /** Tries a last time and closes. `error` is the trouble that remains, or the last one if anything was lost. */
  close(): { pending: number; lost: number; error: string | null };
}

export interface WriterOptions {
  /** Called with the reason when writing starts to fail, and with null when it works again. Must not throw. */
  readonly onTrouble?: (message: string | null) => void;
}

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
    throw unwritable(path, messageOf(error), error);
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
    throw error instanceof UuldanaError ? error : unwritable(path, messageOf(error), error);
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

type Start = Omit<ConstructorParameters<typeof LineWriter>[0], 'onSurprise'>;

class QueueingWriter implements JournalWriter {
  readonly #clock: Clock;
  readonly #onTrouble: (message: string | null) => void;
  readonly #lines: LineWriter;
  readonly #queue = createWriteQueue();
  #trouble: string | null = null;
  #lastTrouble: string | null = null;
  /** Events that came after the end. */
  #tooLate = 0;
  #closed = false;

  constructor(start: Start, clock: Clock, { onTrouble = () => undefined }: WriterOptions) {
    this.#clock = clock;
    this.#onTrouble = onTrouble;
    this.#lines = new LineWriter({ ...start, onSurprise: (message) => this.#setTrouble(message) });
  }

  get pending(): number {
    return this.#queue.pending;
  }

  get lost(): number {
    return this.#queue.lost + this.#lines.lost + this.#tooLate;
  }

  get trouble(): string | null {
    return this.#trouble;
  }

  append(event: JournalEvent, run: number | null): boolean {
    if (this.#closed) {
      this.#tooLate += 1;
      return false;
    }
    const lostBefore = this.#queue.lost;
    const at = formatAt(this.#clock.now());
    this.#queue.add({ event, run, at }, this.#trouble ?? 'too much was waiting');
    return this.#drain(at) && this.#queue.lost === lostBefore;
  }

  flush(): boolean {
    return this.#drain(formatAt(this.#clock.now()));
  }

  close(): { pending: number; lost: number; error: string | null } {
    if (!this.#closed) {
      this.flush();
      this.#closeFile();
    }
    const error = this.#trouble ?? (this.lost > 0 ? this.#lastTrouble : null);
    return { pending: this.pending, lost: this.lost, error };
  }

  #drain(at: string): boolean {
    if (this.#closed) return false;
    try {
      this.#setTrouble(this.#writeAll(at));
    } catch (error) {
      this.#setTrouble(messageOf(error));
    }
    return this.#trouble === null;
  }

  /** Everything that waits; what can never be written makes way. Returns why the last sync failed, or null. */
  #writeAll(at: string): string | null {
    if (this.#queue.first() === undefined) return this.#lines.settle(at);
    let syncFailure: string | null = null;
    for (let entry = this.#queue.first(); entry !== undefined; entry = this.#queue.first()) {
      try {
        syncFailure = this.#lines.write(entry);
        this.#queue.removeFirst();
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        this.#setTrouble(messageOf(error));
        this.#queue.loseFirst(messageOf(error));
      }
    }
    return syncFailure;
  }

  #setTrouble(message: string | null): void {
    const changes = (message === null) !== (this.#trouble === null);
    this.#trouble = message;
    this.#lastTrouble = message ?? this.#lastTrouble;
    if (changes) this.#onTrouble(message);
  }

  #closeFile(): void {
    this.#closed = true;
    try {
      this.#lines.close();
    } catch (error) {
      // some file systems tell only now that they could not keep what they took
      this.#setTrouble(messageOf(error));
    }
  }
}
