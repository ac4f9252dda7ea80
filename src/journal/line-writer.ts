/**
 * Appends lines to one journal and keeps its form whatever happens: seals broken lines, goes on in a new file when the old
 * one is taken away, distrusts a descriptor whose sync failed. It writes or throws; waiting and retrying is writer.ts.
 */

import { closeSync, fdatasyncSync, writeSync } from 'node:fs';
import { createAppendFile, failureOf, moveAside, type Surprise, shortWrite, surpriseAt } from './append-file.ts';
import type { EventKind, JournalHeader } from './event.ts';
import { foldDescriptor } from './file.ts';
import { encodeLine, GENESIS } from './line.ts';
import { openOwnFile } from './own-file.ts';
import { afterWrite, bytesToWrite, EMPTY_FILE, type NextLine, type Position, positionAtEnd } from './position.ts';
import { createStanding } from './standing.ts';
import type { Entry } from './write-queue.ts';

/** These are durable before anything goes on. */
const SYNCED: ReadonlySet<EventKind> = new Set(['permission', 'identity', 'input', 'screen', 'run.ended']);

const SURPRISES: Readonly<Record<Surprise, string>> = {
  gone: 'the journal was removed while it was in use',
  replaced: 'the journal was replaced while it was in use',
  resized: 'the journal was changed by something else while it was in use',
};

export interface LineWriterStart {
  readonly path: string;
  /** Written again when the journal has to start anew; null when the journal's own was not readable. */
  readonly header: JournalHeader | null;
  readonly fd: number;
  readonly position: Position;
  /** Told at once when the file is not what it was. */
  readonly onSurprise: (message: string) => void;
}

export class LineWriter {
  readonly #path: string;
  readonly #header: JournalHeader | null;
  readonly #onSurprise: (message: string) => void;
  readonly #standing = createStanding();
  #fd: number;
  #position: Position;
  /** What has to be written before anything new. */
  #owed: Entry[] = [];
  #syncFailure: string | null = null;
  #mustReopen = false;
  #lost = 0;

  constructor({ path, header, fd, position, onSurprise }: LineWriterStart) {
    this.#path = path;
    this.#header = header;
    this.#fd = fd;
    this.#position = position;
    this.#onSurprise = onSurprise;
  }

  /** Events that stood in a file which others removed or cut, and that are not in this one. */
  get lost(): number {
    return this.#lost;
  }

  /**
   * Appends the entry, after whatever has to come before it.
   *
   * @returns null when it is on disk; why the sync failed when it is written but may not be durable
   * @throws the system error when it is not in the file; RangeError when it never will be, being too long
   */
  write(entry: Entry): string | null {
    this.settle(entry.at);
    this.#put(entry);
    return this.#syncFailure;
  }

  /** Looks whether the file is still the one it was, and writes what is owed. Returns and throws as `write` does. */
  settle(at: string): string | null {
    const surprise = surpriseAt(this.#fd, this.#path, this.#position.size);
    if (surprise !== null) this.#goOnAfter(surprise, at);
    if (this.#mustReopen) this.#reopen();
    for (let owed = this.#owed[0]; owed !== undefined; owed = this.#owed[0]) {
      this.#put(owed);
      this.#owed.shift();
    }
    return this.#syncFailure;
  }

  close(): void {
    closeSync(this.#fd);
  }

  #put(entry: Entry): void {
    if (this.#position.broken !== null) this.#seal(entry.at);
    this.#append(entry);
    this.#standing.note(entry, this.#position.seq);
    if (SYNCED.has(entry.event.kind) || this.#syncFailure !== null) this.#sync(entry.at);
  }

  #seal(at: string): void {
    const damaged_bytes = this.#position.broken?.damagedBytes ?? 0;
    this.#append({ event: { kind: 'seal', damaged_bytes }, run: null, at });
    if (this.#position.broken !== null) throw new Error('the newline of a seal could not be written');
  }

  #append({ event, run, at }: Entry): void {
    const seq = this.#position.seq + 1;
    const body = { seq, at, ...(run === null ? {} : { run }), ...event };
    this.#writeLine({ seq, ...encodeLine(body, this.#position.sum) });
  }

  #writeLine(next: NextLine): void {
    const bytes = bytesToWrite(this.#position, next);
    const written = writeSync(this.#fd, bytes);
    this.#position = afterWrite(this.#position, next, written);
    if (this.#position.sum !== next.sum) throw new Error(shortWrite(written, bytes.length));
  }

  /**
   * After a failed sync the kernel may have dropped the data and forgotten the error, so a second try on the same descriptor
   * would prove nothing: the file is opened anew, and a gap tells that what stands before may not have reached the disk.
   */
  #sync(at: string): void {
    try {
      fdatasyncSync(this.#fd);
      this.#syncFailure = null;
    } catch (error) {
      const reason = failureOf(error);
      if (this.#syncFailure === null)
        this.#owed.push({ event: { kind: 'gap', lost: 0, error: reason }, run: null, at });
      this.#syncFailure = reason;
      this.#mustReopen = true;
    }
  }

  #reopen(): void {
    const opened = openOwnFile(this.#path, 'append');
    if ('refused' in opened) throw new Error(`the journal ${opened.refused}`);
    this.#exchange(opened.fd);
  }

  #exchange(fd: number): void {
    const old = this.#fd;
    this.#fd = fd;
    this.#mustReopen = false;
    try {
      closeSync(old);
    } catch {
      // nothing more is asked of the old descriptor; what it could not do is already known
    }
  }

  #goOnAfter(surprise: Surprise, at: string): void {
    this.#onSurprise(SURPRISES[surprise]);
    const seqBefore = this.#position.seq;
    if (surprise === 'resized') this.#reread();
    else this.#startAnew(surprise);
    const again = this.#standing.takeAfter(this.#position.seq);
    const lost = Math.max(0, seqBefore - this.#position.seq - again.length);
    this.#lost += lost;
    const gaps = this.#owed.map(({ event }) => (event.kind === 'gap' ? event.lost : 0));
    const lostInAll = gaps.reduce((sum, count) => sum + count, lost);
    const gap: Entry = { event: { kind: 'gap', lost: lostInAll, error: SURPRISES[surprise] }, run: null, at };
    this.#owed = [gap, ...again, ...this.#owed.filter(({ event }) => event.kind !== 'gap')];
  }

  /** A file of the same name with the same header; a stranger at that name is moved aside, never removed. */
  #startAnew(surprise: Surprise): void {
    if (surprise === 'replaced') moveAside(this.#path);
    const first = this.#headerLine();
    this.#exchange(createAppendFile(this.#path, first?.line ?? Buffer.alloc(0)));
    this.#position = first === null ? EMPTY_FILE : afterWrite(EMPTY_FILE, first, first.line.length);
  }

  /** The same file with another size: whatever stands there now is where it goes on. */
  #reread(): void {
    this.#position = positionAtEnd(foldDescriptor(this.#fd));
    const first = this.#headerLine();
    if (this.#position.size === 0 && first !== null) this.#writeLine(first);
  }

  #headerLine(): NextLine | null {
    return this.#header === null ? null : { seq: 0, ...encodeLine(this.#header, GENESIS) };
  }
}
