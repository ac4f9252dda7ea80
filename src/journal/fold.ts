/**
 * From journal items to what they mean: the session's facts, its runs, and how whole its file is. Pure; never throws; bounded
 * by run-list.ts.
 */

import { isLevel, type Level, strictest } from '../core/permission.ts';
import { JOURNAL_VERSION, type JournalHeader, type Recorded } from './event.ts';
import type { History } from './history.ts';
import { GENESIS } from './line.ts';
import type { JournalItem } from './reader.ts';
import { createRunList } from './run-list.ts';
import type { RunRecord } from './run-record.ts';
import type { UnknownEvent } from './shape.ts';

export type { History } from './history.ts';
export type { RunRecord } from './run-record.ts';

export interface HistoryFold {
  add(item: JournalItem): void;
  history(): History;
}

/** Sizes of damaged lines in a row that are remembered to be matched with a seal; a writer leaves one, seldom two. */
const MAX_OPEN_DAMAGE = 16;

export function foldHistory(items: Iterable<JournalItem>): History {
  const fold = createHistoryFold();
  for (const item of items) fold.add(item);
  return fold.history();
}

/** Whether a history is what was written: `verify` says yes. */
export function isContent(history: History): boolean {
  const { header, unsealedDamage, chainBreaks, missingSeq } = history;
  return header !== null && unsealedDamage === 0 && chainBreaks === 0 && missingSeq === 0;
}

export function createHistoryFold(): HistoryFold {
  const state = newState();
  const runs = createRunList();
  return {
    add(item) {
      addItem(state, item);
      if (item.type !== 'event' || item.event.kind === 'unknown') return;
      const { event } = item;
      if (event.run !== undefined) runs.add(event.run, event, item.bytes);
    },
    history: () => toHistory(state, runs.records(), runs.omitted),
  };
}

function newState() {
  return {
    header: null as JournalHeader | null,
    newerVersion: null as number | null,
    ceilings: new Set<Level>(),
    started: null as { provider: string; workspace: string } | null,
    title: null as string | null,
    firstAt: null as string | null,
    lastAt: null as string | null,
    events: 0,
    unknown: 0,
    damaged: 0,
    chainBreaks: 0,
    missingSeq: 0,
    seals: 0,
    unsealedDamage: 0,
    lostEvents: 0,
    lastSeq: 0,
    lastSum: GENESIS,
    bytes: 0,
    endsWithNewline: true,
    tailBytes: 0,
    openDamage: [] as number[],
  };
}

type State = ReturnType<typeof newState>;
type ItemOf<T extends JournalItem['type']> = Extract<JournalItem, { type: T }>;

function addItem(state: State, item: JournalItem): void {
  state.bytes += item.bytes + (item.terminated ? 1 : 0);
  state.endsWithNewline = item.terminated;
  state.tailBytes = item.type === 'damaged' && !item.terminated ? item.bytes : 0;
  if (item.type === 'header') addHeader(state, item);
  else if (item.type === 'damaged') addDamaged(state, item);
  else addEvent(state, item);
}

function addHeader(state: State, { header, version, prev, sum }: ItemOf<'header'>): void {
  state.header = header;
  state.newerVersion = version !== null && version > JOURNAL_VERSION ? version : null;
  // a header that stands there but is not understood never raises
  state.ceilings.add(header?.ceiling ?? 'read-only');
  if (prev !== GENESIS) state.chainBreaks += 1;
  state.lastSum = sum;
}

function addDamaged(state: State, { bytes }: ItemOf<'damaged'>): void {
  state.damaged += 1;
  state.openDamage.push(bytes);
  if (state.openDamage.length <= MAX_OPEN_DAMAGE) return;
  state.openDamage.shift();
  state.unsealedDamage += 1;
}

function addEvent(state: State, { event, chainBreak, sum }: ItemOf<'event'>): void {
  closeDamage(state, event.kind === 'seal' ? event.damaged_bytes : 0);
  state.events += 1;
  if (chainBreak) state.chainBreaks += 1;
  state.lastSum = sum;
  followSeq(state, event.seq);
  state.firstAt ??= event.at;
  state.lastAt = event.at ?? state.lastAt;
  const ceiling = ceilingOf(event);
  if (ceiling !== null) state.ceilings.add(ceiling);
  noteFacts(state, event);
}

/** A seal accounts for the damaged lines directly before it whose sizes add up to its `damaged_bytes`. */
function closeDamage(state: State, sealedBytes: number): void {
  let left = sealedBytes;
  while (left > 0 && state.openDamage.length > 0) left -= state.openDamage.pop() ?? 0;
  state.unsealedDamage += state.openDamage.length + (left < 0 ? 1 : 0);
  state.openDamage = [];
}

function followSeq(state: State, seq: number | null): void {
  if (seq === null) return;
  state.missingSeq += Math.max(0, seq - state.lastSeq - 1);
  state.lastSeq = Math.max(state.lastSeq, seq);
}

/** A ceiling in words of a later version counts as the strictest, so that it never raises. */
function ceilingOf(event: Recorded | UnknownEvent): Level | null {
  if (event.kind === 'run.started' || event.kind === 'permission') return event.ceiling;
  if (event.kind !== 'unknown') return null;
  const { kind, ceiling } = event.value;
  if (kind !== 'run.started' && kind !== 'permission') return null;
  return isLevel(ceiling) ? ceiling : 'read-only';
}

function noteFacts(state: State, event: Recorded | UnknownEvent): void {
  if (event.kind === 'run.started') state.started = event;
  if (event.kind === 'session.titled') state.title = event.title;
  if (event.kind === 'seal') state.seals += 1;
  if (event.kind === 'gap') state.lostEvents += event.lost;
  if (event.kind === 'unknown') state.unknown += 1;
}

function toHistory(state: State, runs: readonly RunRecord[], runsOmitted: number): History {
  const { ceilings, started, firstAt, lastAt, openDamage, ...counts } = state;
  return {
    ...counts,
    ceiling: strictest([...ceilings]),
    strict: state.header?.strict ?? true,
    workspace: started?.workspace ?? state.header?.workspace ?? null,
    provider: started?.provider ?? state.header?.provider ?? null,
    createdAt: state.header?.created_at ?? firstAt,
    lastActiveAt: lastAt ?? state.header?.created_at ?? null,
    runs,
    runsOmitted,
    unsealedDamage: state.unsealedDamage + openDamage.length,
  };
}
