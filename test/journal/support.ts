/** What the journal's tests share: a clock, a folder, events of each kind, and a session as the writer leaves it. */

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../src/core/time.ts';
import type { JournalEvent, JournalHeader } from '../../src/journal/event.ts';
import { foldHistory, type History } from '../../src/journal/fold.ts';
import { encodeLine, GENESIS } from '../../src/journal/line.ts';
import { createJournalReader, type JournalItem } from '../../src/journal/reader.ts';
import { createJournal, type JournalWriter } from '../../src/journal/writer.ts';

export const SESSION = '01934b2c-7d1e-7f00-8000-0123456789ab';

export const HEADER: JournalHeader = {
  format: 'uuldana-journal',
  version: 1,
  session: SESSION,
  workspace: '/home/ada/engine',
  provider: 'demo',
  ceiling: 'edits',
  strict: false,
  created_at: '2026-01-02T03:04:05.678Z',
  created_by: 'uuldana 0.1.0',
};

/** A clock that moves one second at each look. */
export function tickingClock(startMs = Date.parse(HEADER.created_at)): Clock {
  let ms = startMs;
  const tick = () => {
    ms += 1000;
    return ms;
  };
  return { now: tick, elapsed: tick };
}

export function tempFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'uuldana-journal-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** One event of each kind. */
export const EVENTS = {
  permission: {
    kind: 'permission',
    requested: null,
    effective: 'edits',
    ceiling: 'edits',
    strength: 'at-launch',
    enforced_by: [{ how: 'flag', what: '--permission-mode acceptEdits' }],
  },
  identity: {
    kind: 'identity',
    native_id: 'aaaaaaaa-0000-4000-8000-000000000001',
    how: 'chosen',
    evidence: 'given at launch',
  },
  started: {
    kind: 'run.started',
    provider: 'demo',
    provider_version: '1.2.3',
    workspace: '/home/ada/engine',
    ceiling: 'edits',
    transport: 'pty',
    argv: ['/usr/bin/demo', '--', '<prompt: 42 bytes>'],
    pid: 4242,
    pid_started_at: '123456',
    boot_id: '11111111-2222-4333-8444-555555555555',
    capture: { what: 'conversation', from: 'option' },
    native_root: '/home/ada/.demo',
    size: { cols: 80, rows: 24 },
    via: 'new',
  },
  input: { kind: 'input', how: 'typed' },
  limit: { kind: 'limit', text: 'limit reached, resets at 5pm', resets_at: '5pm' },
  screen: {
    kind: 'screen',
    lines: ['> hello', '● Hi, Ada — 你好 🙂'],
    size: { cols: 80, rows: 24 },
    redacted: { 'api-key': 1 },
    from: 'end',
  },
  transcript: {
    kind: 'transcript',
    lines: ['> and before', '● That was long ago'],
    first: 40,
    gap: false,
    redacted: { 'api-key': 1 },
  },
  suspended: { kind: 'run.suspended' },
  continued: { kind: 'run.continued' },
  titled: { kind: 'session.titled', title: 'The engine' },
  ended: {
    kind: 'run.ended',
    status: 'exited',
    exit_code: 0,
    signal: null,
    reason: null,
    duration_ms: 90_000,
    sums: { runs: 1, title: 'The engine', ceiling: 'edits' },
  },
  seal: { kind: 'seal', damaged_bytes: 0 },
  gap: { kind: 'gap', lost: 2, error: 'ENOSPC: no space left on device' },
} as const satisfies Record<string, JournalEvent>;

/** The events of one whole run, in the order that a run writes them. */
export const RUN: readonly JournalEvent[] = [
  EVENTS.permission,
  EVENTS.identity,
  EVENTS.started,
  EVENTS.input,
  EVENTS.suspended,
  EVENTS.continued,

  EVENTS.limit,
  EVENTS.screen,
  EVENTS.titled,
  EVENTS.ended,
];

export function appendAll(writer: JournalWriter, events: readonly JournalEvent[], run: number): void {
  for (const event of events) {
    if (!writer.append(event, run)) throw new Error(`${event.kind} was not written: ${writer.trouble}`);
  }
}

/** A journal of whole runs, made by the writer. */
export function writeJournal(path: string, runs = 2): void {
  const writer = createJournal(path, HEADER, tickingClock());
  for (let run = 1; run <= runs; run += 1) appendAll(writer, RUN, run);
  writer.close();
}

/** The bytes of a journal from its lines' bodies, each following the one before. */
export function chained(bodies: readonly object[]): Buffer {
  let prev = GENESIS;
  const lines = bodies.map((body) => {
    const { line, sum } = encodeLine(body, prev);
    prev = sum;
    return line;
  });
  return Buffer.concat(lines);
}

/** An event as it stands in a line, without `prev` and `sum`. */
export function recorded(seq: number, event: object, run: number | null = 1): object {
  const at = new Date(Date.parse(HEADER.created_at) + seq * 1000).toISOString();
  return { seq, at, ...(run === null ? {} : { run }), ...event };
}

export function itemsOf(bytes: Uint8Array, chunkBytes = 65_536): JournalItem[] {
  const reader = createJournalReader();
  const items: JournalItem[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    // the reader may not keep what it is given: the chunk is overwritten after each push
    const chunk = Buffer.from(bytes.subarray(at, at + chunkBytes));
    items.push(...reader.push(chunk));
    chunk.fill(0x7e);
  }
  return [...items, ...reader.end()];
}

export function historyOf(bytes: Uint8Array): History {
  return foldHistory(itemsOf(bytes));
}

/** The numbers of the events of children/append.mjs that a journal holds. */
export function numbersIn(bytes: Uint8Array): number[] {
  return itemsOf(bytes).flatMap((item) => {
    if (item.type !== 'event') return [];
    const { event } = item;
    const text = event.kind === 'screen' ? event.lines[0] : event.kind === 'session.titled' ? event.title : undefined;
    const number = /^line (\d+)/.exec(text ?? '')?.[1];
    return number === undefined ? [] : [Number(number)];
  });
}
