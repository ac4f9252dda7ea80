/**
 * Appends that never throw and never wait: what cannot be written now stands in a bounded queue and is tried again, in order,
 * with the next event or `flush`.
 */

import { type Clock, formatAt } from '../core/time.ts';
import { failureOf } from './append-file.ts';
import type { JournalEvent } from './event.ts';
import { LineWriter, type LineWriterStart } from './line-writer.ts';
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

export class QueueingWriter implements JournalWriter {
  readonly #clock: Clock;
  readonly #onTrouble: (message: string | null) => void;
  readonly #lines: LineWriter;
  readonly #queue = createWriteQueue();
  #trouble: string | null = null;
  #lastTrouble: string | null = null;
  /** Events that came after the end. */
  #tooLate = 0;
  #closed = false;

  constructor(
    start: Omit<LineWriterStart, 'onSurprise'>,
    clock: Clock,
    { onTrouble = () => undefined }: WriterOptions,
  ) {
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
      this.#setTrouble(failureOf(error));
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
        this.#setTrouble(failureOf(error));
        this.#queue.loseFirst(failureOf(error));
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
      this.#setTrouble(failureOf(error));
    }
  }
}
