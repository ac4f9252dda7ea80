/** `uuldana verify`: checks journals line by line and says what is damaged. Changes nothing. */

import { type History, isContent } from '../journal/fold.ts';
import { locateSession } from './locate.ts';
import type { Ports } from './ports.ts';

/** DESIGN 12, `verify`. */
export interface JournalVerdict {
  readonly session: string;
  readonly events: number;
  readonly damaged: number;
  readonly chain_breaks: number;
  readonly missing_seq: number;
  readonly seals: number;
  readonly header: 'good' | 'damaged' | 'newer';
}

export interface Verdict {
  readonly ok: boolean;
  readonly journals: readonly JournalVerdict[];
  /** Files that were not read at all. */
  readonly refused: readonly { readonly file: string; readonly reason: string }[];
}

export function verifyJournals(ports: Ports, reference: string | null): Verdict {
  const { files, refused } = ports.journalFile.listJournalFiles(ports.data.journals);
  const wanted = reference === null ? null : locateSession(ports, reference).found.session;
  const chosen = files.filter(({ session }) => wanted === null || session === wanted);
  const read = chosen.map(({ session, path }) => ({ session, path, result: ports.journalFile.readHistory(path) }));
  const histories = read.flatMap(({ session, result }) => (result.ok ? [{ session, history: result.history }] : []));
  const unread = read.flatMap(({ path, result }) => (result.ok ? [] : [{ file: path, reason: result.reason }]));
  const all = wanted === null ? [...refused, ...unread] : unread;
  return {
    ok: all.length === 0 && histories.every(({ history }) => isContent(history)),
    journals: histories.map(({ session, history }) => verdictOn(session, history)),
    refused: all,
  };
}

function verdictOn(session: string, history: History): JournalVerdict {
  const { events, damaged, chainBreaks, missingSeq, seals, newerVersion } = history;
  const header = newerVersion !== null ? 'newer' : history.header === null ? 'damaged' : 'good';
  return { session, events, damaged, chain_breaks: chainBreaks, missing_seq: missingSeq, seals, header };
}
