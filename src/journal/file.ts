/** Reading journals from disk: safely opened, streamed, never locked. Decoding is reader.ts, meaning is fold.ts. */

import { closeSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf, messageOf, UuldanaError } from '../core/errors.ts';
import { isSessionId } from '../core/ids.ts';
import { createHistoryFold, type History } from './fold.ts';
import { MAX_LINE_BYTES } from './line.ts';
import { openOwnFile } from './own-file.ts';
import { createJournalReader, type JournalItem } from './reader.ts';
import { createLineSplitter } from './split-lines.ts';
import { type JournalSummary, summaryFromEnds, summaryOf } from './summary.ts';

export type { JournalSummary } from './summary.ts';

const SUFFIX = '.jsonl';
/** Small enough that a chunk of nothing but newlines makes few items, large enough that reading costs little. */
const CHUNK_BYTES = 65_536;
const NEWLINE = 0x0a;

export interface OpenJournal {
  readonly fd: number;
  /** Bytes at the time of opening; a live writer may have added since. */
  readonly size: number;
}

export function journalPath(folder: string, session: string): string {
  return join(folder, `${session}${SUFFIX}`);
}

/**
 * Opens a journal for reading: a regular file of this user with one link and no access for others, not reached over a
 * symbolic link. The caller closes the descriptor. Never throws; `refused` completes "the file ...".
 */
export function openJournalFile(path: string): OpenJournal | { readonly refused: string } {
  const opened = openOwnFile(path, 'read');
  return 'refused' in opened ? opened : { fd: opened.fd, size: Number(opened.stat.size) };
}

/** Reads a whole journal in bounded memory. `reason` completes "the file ...". */
export function readHistory(path: string): { ok: true; history: History } | { ok: false; reason: string } {
  const read = withJournal(path, ({ fd }) => foldDescriptor(fd));
  return read.ok ? { ok: true, history: read.value } : read;
}

/** Gives each item of a journal in order, one in memory at a time. `reason` completes "the file ...". */
export function visitItems(
  path: string,
  visit: (item: JournalItem) => void,
): { ok: true } | { ok: false; reason: string } {
  const read = withJournal(path, ({ fd }) => visitDescriptor(fd, visit));
  return read.ok ? { ok: true } : read;
}

/**
 * Gives each line of a journal in order, undecoded, for who looks at bytes before it decodes any: the line without its newline,
 * good only until `visit` returns. Lines that are too long are left out. `reason` completes "the file ...".
 */
export function visitLines(path: string, visit: (line: Buffer) => void): { ok: true } | { ok: false; reason: string } {
  const splitter = createLineSplitter((line, bytes) => {
    if (bytes < MAX_LINE_BYTES) visit(Buffer.from(line.buffer, line.byteOffset, line.length));
  });
  const read = withJournal(path, ({ fd }) => {
    readChunks(fd, splitter.push);
    splitter.end();
  });
  return read.ok ? { ok: true } : read;
}

/**
 * Gives the lines within the last bytes of a journal, undecoded, the last one first, until `visit` returns true. What comes last
 * may be a piece of a line.
 */
export function visitLastLines(path: string, bytes: number, visit: (line: Buffer) => boolean): void {
  const tail = withJournal(path, ({ fd, size }) => readAt(fd, Math.max(0, size - bytes), Math.min(size, bytes)));
  if (!tail.ok) return;
  for (let end = tail.value.length; end > 0; ) {
    const start = tail.value.lastIndexOf(NEWLINE, end - 1);
    const line = tail.value.subarray(start + 1, end);
    if (line.length > 0 && visit(line)) return;
    end = start;
  }
}

/** All items of a journal at once, for a session that fits in memory. `reason` completes "the file ...". */
export function readItems(path: string): { ok: true; items: JournalItem[] } | { ok: false; reason: string } {
  const items: JournalItem[] = [];
  const read = visitItems(path, (item) => items.push(item));
  return read.ok ? { ok: true, items } : read;
}

/**
 * Reads what a list needs, as a rule from the first line and the last ones alone: where the last run ended well, its
 * run.ended holds the sums of the session. Otherwise the whole file is read.
 */
export function readSummary(path: string): { ok: true; summary: JournalSummary } | { ok: false; reason: string } {
  const read = withJournal(path, ({ fd, size }) => {
    const first = readAt(fd, 0, Math.min(size, CHUNK_BYTES));
    const last = size <= CHUNK_BYTES ? first : readAt(fd, size - CHUNK_BYTES, CHUNK_BYTES);
    return summaryFromEnds(first, last) ?? summaryOf(foldDescriptor(fd));
  });
  return read.ok ? { ok: true, summary: read.value } : read;
}

/** The journals of a folder, oldest session first, and what else lies there. A folder that does not exist is empty. */
export function listJournalFiles(folder: string): {
  files: { session: string; path: string }[];
  refused: { file: string; reason: string }[];
} {
  const names = namesIn(folder).sort();
  const sessionOf = (name: string) => (name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : '');
  const isJournal = (name: string) => isSessionId(sessionOf(name));
  return {
    files: names.filter(isJournal).map((name) => ({ session: sessionOf(name), path: join(folder, name) })),
    refused: names
      .filter((name) => !isJournal(name))
      .map((name) => ({ file: join(folder, name), reason: 'is not named like a journal' })),
  };
}

/** Folds everything that a descriptor holds, from its first byte. @throws the system error of a read that failed */
export function foldDescriptor(fd: number): History {
  const fold = createHistoryFold();
  visitDescriptor(fd, fold.add);
  return fold.history();
}

function visitDescriptor(fd: number, visit: (item: JournalItem) => void): void {
  const reader = createJournalReader();
  readChunks(fd, (chunk) => {
    for (const item of reader.push(chunk)) visit(item);
  });
  for (const item of reader.end()) visit(item);
}

/** Each chunk is good until `take` returns. */
function readChunks(fd: number, take: (chunk: Buffer) => void): void {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let position = 0;
  for (let count = readSync(fd, chunk, 0, CHUNK_BYTES, position); count > 0; ) {
    take(chunk.subarray(0, count));
    position += count;
    count = readSync(fd, chunk, 0, CHUNK_BYTES, position);
  }
}

function withJournal<T>(
  path: string,
  read: (open: OpenJournal) => T,
): { ok: true; value: T } | { ok: false; reason: string } {
  const opened = openJournalFile(path);
  if ('refused' in opened) return { ok: false, reason: opened.refused };
  try {
    return { ok: true, value: read(opened) };
  } catch (error) {
    return { ok: false, reason: `cannot be read: ${messageOf(error)}` };
  } finally {
    closeSync(opened.fd);
  }
}

export function readAt(fd: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const count = readSync(fd, bytes, done, length - done, position + done);
    if (count === 0) break;
    done += count;
  }
  return bytes.subarray(0, done);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw new UuldanaError('data-dir', `The journals cannot be listed: ${messageOf(error)}`, {
      hint: `Check the permissions of ${folder}`,
      cause: error,
    });
  }
}
