/**
 * `uuldana search`: the sessions that a query means, best first, in the shape of DESIGN 12. What is matched and shown is text that was
 * redacted again by today's rules, so no search can feel its way to a secret. Nothing is indexed: the journals are read.
 */

import { UuldanaError } from '../core/errors.ts';
import { type Block, blockOf, mayBeBlock } from '../recall/blocks.ts';
import { type Collector, createCollector, type Excerpt, type Findings } from '../recall/collect.ts';
import { literalMatcher, type Matcher, wordMatcher } from '../recall/matcher.ts';
import { parseQuery } from '../recall/query.ts';
import { rank } from '../recall/rank.ts';
import type { Redactor } from '../redact/secrets.ts';
import { readCheckpoint } from './live.ts';
import type { Ports } from './ports.ts';
import { type Filters, inScope, type Scope } from './scope.ts';
import { readSummaries, type SessionSummary } from './summaries.ts';

export interface SearchRequest {
  readonly query: string;
  /** The text as it stands, upper and lower case told apart. */
  readonly literal: boolean;
  readonly scope: Scope;
  readonly filters: Filters;
  /** Sessions that are left out. */
  readonly without?: string;
}

export interface Hit {
  readonly session: SessionSummary;
  readonly score: number;
  /** Lines with something of the query, each once. */
  readonly matches: number;
  readonly excerpts: readonly Excerpt[];
}

export interface SearchAnswer {
  readonly query: string;
  /** `any`: no session has all of the words. */
  readonly matched: 'all' | 'any';
  /** Nothing of the query names a topic, so these are the newest sessions. */
  readonly newest: boolean;
  /** Best first, all of them. */
  readonly hits: readonly Hit[];
  readonly scanned: number;
  readonly skipped: readonly { readonly file: string; readonly reason: string }[];
  /** What was looked for, to mark it in excerpts. */
  readonly matcher: Matcher;
}

/** @throws UuldanaError `usage` for an empty query or a filter that says nothing */
export async function searchSessions(ports: Ports, request: SearchRequest): Promise<SearchAnswer> {
  const { query, literal, scope, filters, without } = request;
  if (query.trim() === '') {
    throw new UuldanaError('usage', 'There is nothing to search for', { hint: 'As in: uuldana search login bug' });
  }
  const { sessions, refused } = readSummaries(ports);
  const chosen = inScope(ports, sessions, scope, filters).filter(({ session }) => session !== without);
  const redactor = await ports.redactor();
  const parsed = literal ? null : parseQuery(query);
  const matcher = parsed === null ? literalMatcher(query) : wordMatcher(parsed);
  const skipped = [...refused];
  const base = { query, scanned: chosen.length, skipped, matcher };
  if (parsed?.terms.length === 0) return { ...base, ...newestOf(chosen, redactor) };
  let totalBlocks = 0;
  const found = chosen.flatMap((session) => {
    const scan = scanSession(ports, session, matcher, redactor);
    if (!scan.ok) skipped.push({ file: scan.file, reason: scan.reason });
    totalBlocks += scan.blocks;
    return scan.findings.matches === 0 ? [] : [{ session, findings: scan.findings }];
  });
  const { matched, hits } = rank(matcher, found, totalBlocks);
  return { ...base, newest: false, matched, hits: hits.map((hit) => titleRedacted(hit, redactor)) };
}

function newestOf(sessions: readonly SessionSummary[], redactor: Redactor) {
  const hits = sessions.map((session) => titleRedacted({ session, score: 0, matches: 0, excerpts: [] }, redactor));
  return { matched: 'all', newest: true, hits } as const;
}

/** A title was stored under the rules of its time. */
function titleRedacted(hit: Hit, redactor: Redactor): Hit {
  const { title } = hit.session;
  return title === null ? hit : { ...hit, session: { ...hit.session, title: redactor.text(title).text } };
}

type Scan = { readonly findings: Findings; readonly blocks: number } & (
  | { readonly ok: true }
  | { readonly ok: false; readonly file: string; readonly reason: string }
);

function scanSession(ports: Ports, session: SessionSummary, matcher: Matcher, redactor: Redactor): Scan {
  const collector = createCollector(matcher);
  const path = ports.journalFile.journalPath(ports.data.journals, session.session);
  let blocks = 0;
  const read = ports.journalFile.visitLines(path, (line) => {
    if (!mayBeBlock(line)) return;
    blocks += 1;
    if (!matcher.mayHold(line.toString('latin1'))) return;
    const block = blockOf(line);
    if (block !== null) addBlock(collector, matcher, block, redactor);
  });
  addBeside(ports, session, collector, redactor);
  const findings = collector.findings();
  return read.ok ? { ok: true, findings, blocks } : { ok: false, file: path, reason: read.reason, findings, blocks };
}

/** What a title says tells more than a line of a screen. */
const TITLE_BOOST = 2;

function addBlock(collector: Collector, matcher: Matcher, block: Block, redactor: Redactor): void {
  // redacting costs more than looking, and takes away but never adds a word
  if (!block.lines.some((line) => matcher.marks(line).length > 0)) return;
  const { lines } = redactor.lines(block.lines);
  const boost = block.kind === 'session.titled' ? TITLE_BOOST : 1;
  collector.add({ run: block.run, seq: block.seq, lines, bytes: block.bytes, boost });
}

/** The user's name for the session, and what a run that lives or crashed shows and has not written yet. */
function addBeside(ports: Ports, { session, name }: SessionSummary, collector: Collector, redactor: Redactor): void {
  if (name !== null) {
    const { text } = redactor.text(name);
    collector.add({ run: null, seq: null, lines: [text], bytes: text.length, boost: TITLE_BOOST });
  }
  const checkpoint = readCheckpoint(ports.data, session);
  if (checkpoint === null) return;
  const { lines } = redactor.lines([...checkpoint.above, ...checkpoint.lines]);
  const bytes = lines.reduce((sum, line) => sum + line.length, 0);
  collector.add({ run: checkpoint.run, seq: null, lines, bytes });
}
