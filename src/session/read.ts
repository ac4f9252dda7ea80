/** `uuldana read`: a session page by page, in the shape of DESIGN 12; streamed from its journal, redacted again before it leaves. */

import { UuldanaError } from '../core/errors.ts';
import { shortId } from '../core/ids.ts';
import { type Block, type BlockKind, readLine } from '../recall/blocks.ts';
import { cutToJsonBytes, type Piece, piecesOf } from '../recall/entries.ts';
import { literalMatcher, type Matcher, wordMatcher, worth } from '../recall/matcher.ts';
import { parseQuery } from '../recall/query.ts';
import { parseRevision, type Revision, revisionText } from '../recall/revision.ts';
import type { Redactor } from '../redact/secrets.ts';
import { readCheckpoint } from './live.ts';
import type { Ports } from './ports.ts';
import type { SessionSummary } from './summaries.ts';

export interface ReadRequest {
  /** Entries before the page; null: where the query is found best, else 0. */
  readonly offset: number | null;
  readonly limit: number;
  readonly query: string | null;
  readonly literal: boolean;
  /** The most bytes of an entry's text in JSON. */
  readonly entryBytes: number;
  /** Of an earlier page: what came later is left out. */
  readonly revision: string | null;
}

export interface Entry {
  /** Null: what a run that lives or crashed shows and has not written yet. */
  readonly seq: number | null;
  readonly run: number | null;
  readonly at: string | null;
  readonly kind: BlockKind;
  readonly text: string;
  readonly content_truncated: boolean;
}

export interface Page {
  readonly session: string;
  readonly revision: string;
  readonly total_entries: number;
  readonly offset: number;
  /** Null: this is the last page. */
  readonly next_offset: number | null;
  readonly entries: readonly Entry[];
  /** Lines of the journal that are damaged, and hold what nobody can read. */
  readonly damaged_lines: number;
  readonly matcher: Matcher | null;
}

/** @throws UuldanaError `damaged` when the journal is not to be read; `usage` for a revision that is no longer good */
export async function readPage(ports: Ports, { session }: SessionSummary, request: ReadRequest): Promise<Page> {
  const redactor = await ports.redactor();
  const matcher = matcherOf(request);
  const until = request.revision === null ? null : wantedRevision(session, request.revision, redactor.rules);
  const offset = request.offset ?? (matcher === null ? 0 : bestEntry(ports, session, until, matcher, redactor));
  const entries: Entry[] = [];
  const walked = walk(ports, session, until, (block, first) => {
    const pieces = piecesOf(block.lines);
    const chosen = pieces.filter((_, index) => first + index >= offset && first + index < offset + request.limit);
    if (chosen.length > 0) entries.push(...entriesOf(block, chosen, redactor, request.entryBytes));
    return pieces.length;
  });
  const next = offset + entries.length;
  return {
    session,
    revision: revisionText({ ...walked.last, rules: redactor.rules }),
    total_entries: walked.total,
    offset,
    next_offset: next < walked.total ? next : null,
    entries,
    damaged_lines: walked.damaged,
    matcher,
  };
}

function matcherOf({ query, literal }: ReadRequest): Matcher | null {
  if (query === null) return null;
  return literal ? literalMatcher(query) : wordMatcher(parseQuery(query));
}

function wantedRevision(session: string, typed: string, rules: string): Revision {
  const revision = parseRevision(typed);
  if (revision === undefined) {
    throw new UuldanaError('usage', 'That is no revision of a page', { hint: 'Take it as an earlier page gave it.' });
  }
  if (revision.rules !== rules) throw stale(session, 'secrets are blanked out by other rules now');
  return revision;
}

function stale(session: string, why: string): UuldanaError {
  return new UuldanaError('usage', `The pages of session ${shortId(session)} have changed: ${why}`, {
    hint: 'Begin again at the first page.',
  });
}

/** The entry in which most of the query is found; of several that are alike the first. */
function bestEntry(
  ports: Ports,
  session: string,
  until: Revision | null,
  matcher: Matcher,
  redactor: Redactor,
): number {
  const best = { entry: 0, value: 0 };
  walk(ports, session, until, (block, first) => {
    const pieces = piecesOf(block.lines);
    if (!block.lines.some((line) => matcher.marks(line).length > 0)) return pieces.length;
    const { lines } = redactor.lines(block.lines);
    for (const [index, { from, to }] of pieces.entries()) {
      const value = valueIn(matcher, lines.slice(from, to));
      if (value > best.value) Object.assign(best, { entry: first + index, value });
    }
    return pieces.length;
  });
  return best.entry;
}

/** Different words first, and then how many. */
function valueIn(matcher: Matcher, lines: readonly string[]): number {
  const marks = lines.flatMap((line) => matcher.marks(line));
  return worth(marks) + Math.min(marks.length, 99) / 1000;
}

interface Walked {
  readonly total: number;
  readonly last: Pick<Revision, 'seq' | 'sum'>;
  readonly damaged: number;
}

const NOTHING = { seq: 0, sum: '0'.repeat(16) };

/** @param take  gets a block and the number of entries before it; returns how many entries the block has */
function walk(
  ports: Ports,
  session: string,
  until: Revision | null,
  take: (block: Shown, first: number) => number,
): Walked {
  const path = ports.journalFile.journalPath(ports.data.journals, session);
  let total = 0;
  let damaged = 0;
  let last = NOTHING;
  let isPast = until?.seq === 0;
  const read = ports.journalFile.visitLines(path, (bytes) => {
    if (isPast) return;
    const line = readLine(bytes);
    if (line === null) damaged += 1;
    if (line?.seq == null) return;
    last = { seq: line.seq, sum: line.sum };
    if (line.block !== null && line.block.kind !== 'session.titled') total += take(line.block, total);
    isPast = until?.seq === last.seq && until.sum === last.sum;
  });
  if (!read.ok) throw notRead(path, read.reason);
  if (until !== null && !isPast) throw stale(session, 'the event that they ended with is gone');
  const beside = besideOf(ports, session);
  if (beside !== null) total += take(beside, total);
  return { total, last, damaged };
}

type Shown = Omit<Block, 'seq' | 'bytes'> & { readonly seq: number | null };

/** What a run that lives or crashed shows and has not written yet. */
function besideOf(ports: Ports, session: string): Shown | null {
  const checkpoint = readCheckpoint(ports.data, session);
  if (checkpoint === null) return null;
  return {
    seq: null,
    run: checkpoint.run,
    at: checkpoint.at,
    kind: 'screen',
    lines: [...checkpoint.above, ...checkpoint.lines],
  };
}

function notRead(path: string, reason: string): UuldanaError {
  return new UuldanaError('damaged', `The journal ${path} is not read: ${reason}`, {
    hint: 'Mend that, then try again.',
  });
}

function entriesOf(block: Shown, pieces: readonly Piece[], redactor: Redactor, maxBytes: number): readonly Entry[] {
  const { seq, run, at, kind } = block;
  // all of it, since a secret may stand across the end of a piece
  const { lines } = redactor.lines(block.lines);
  return pieces.map(({ from, to }) => {
    const { text, truncated } = cutToJsonBytes(lines.slice(from, to).join('\n'), maxBytes);
    return { seq, run, at, kind, text, content_truncated: truncated };
  });
}
