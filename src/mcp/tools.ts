/** The three tools over the use cases: read-only, within the scope that was fixed when the server started, each call in the audit log. */

import type { AuditFact } from '../journal/audit.ts';
import { findSession } from '../session/find.ts';
import type { Ports } from '../session/ports.ts';
import { type Page, readPage } from '../session/read.ts';
import { type Filters, inScope, type Scope } from '../session/scope.ts';
import { type Hit, searchSessions } from '../session/search.ts';
import { readSummaries, type SessionSummary } from '../session/summaries.ts';
import { createFrame, type Frame, fitting, NOTICE } from './frame.ts';
import type { ListArguments, ReadArguments, SearchArguments } from './schemas.ts';

const USUAL_LIMIT = 10;
const USUAL_ENTRY_BYTES = 2048;

export interface Tools {
  list(given: ListArguments): Promise<object>;
  search(given: SearchArguments): Promise<object>;
  read(given: ReadArguments): Promise<object>;
}

/** Each answer is an object for JSON. @throws UuldanaError for arguments that name nothing, or a revision that is stale */
export function createTools(ports: Ports, scope: Scope): Tools {
  const audit = (tool: RecallTool, session: string | null, returned: number) =>
    ports.audit({ kind: 'recall', tool, session, workspace: scope.workspace, all: scope.workspace === null, returned });
  return {
    async list(given) {
      const { shown, rest } = await listPage(ports, scope, given);
      await audit('session_list', null, shown.length);
      return { ...rest, sessions: shown };
    },
    async search(given) {
      const { shown, rest } = await searchPage(ports, scope, given);
      await audit('session_search', null, shown.length);
      return { ...rest, hits: shown };
    },
    async read(given) {
      const page = await entryPage(ports, scope, given);
      await audit('session_read', page.session, page.entries.length);
      return page;
    },
  };
}

async function listPage(ports: Ports, scope: Scope, given: ListArguments) {
  const { sessions, refused } = readSummaries(ports);
  const chosen = inScope(ports, sessions, scope, filtersOf(given));
  return pageOf(given, chosen, await frameOf(ports), listed, { skipped: refused.length });
}

async function searchPage(ports: Ports, scope: Scope, given: SearchArguments) {
  const own = ports.env['UULDANA_SESSION'];
  const { matched, newest, scanned, skipped, hits } = await searchSessions(ports, {
    query: given.query,
    literal: given.literal === true,
    scope,
    filters: filtersOf(given),
    // what the asking agent shows itself is no recall
    ...(own === undefined ? {} : { without: own }),
  });
  return pageOf(given, hits, await frameOf(ports), hit, { matched, newest, scanned, skipped: skipped.length });
}

async function entryPage(ports: Ports, scope: Scope, given: ReadArguments) {
  const { sessions, refused } = readSummaries(ports);
  const inside = sessions.filter(({ workspace }) => scope.workspace === null || workspace === scope.workspace);
  const found = findSession(inside, given.session);
  const page = await readPage(ports, found, {
    offset: given.offset ?? (given.query === undefined ? 0 : null),
    limit: given.limit ?? USUAL_LIMIT,
    query: given.query ?? null,
    literal: false,
    entryBytes: given.entry_bytes ?? USUAL_ENTRY_BYTES,
    revision: given.revision ?? null,
  });
  return readAnswer(page, found, await frameOf(ports), refused.length);
}

/** With a number of its own for each answer. */
async function frameOf({ random, redactor }: Ports): Promise<Frame> {
  const { text: redacted } = await redactor();
  return createFrame(Buffer.from(random(4)).toString('hex'), (label) => redacted(label).text);
}

type RecallTool = Extract<AuditFact, { kind: 'recall' }>['tool'];

function filtersOf({ provider, since, until, status }: ListArguments): Filters {
  return { provider: provider ?? null, since: since ?? null, until: until ?? null, status: status ?? null };
}

/** The items of a page that fit into its bytes, and what stands beside them. */
function pageOf<T>(
  { offset = 0, limit = USUAL_LIMIT }: ListArguments,
  all: readonly T[],
  frame: Frame,
  view: (item: T, frame: Frame) => object,
  facts: object,
) {
  const items = all.slice(offset, offset + limit).map((item) => view(item, frame));
  const base = { notice: NOTICE, ...facts, total: all.length, next_offset: 0 };
  const shown = items.slice(0, fitting(base, items));
  const next = offset + shown.length;
  return { shown, rest: { ...base, next_offset: next < all.length ? next : null } };
}

function listed({ session, name, title, ...facts }: SessionSummary, frame: Frame): object {
  const { workspace, provider, status, runs, created_at, last_active_at } = facts;
  return {
    session,
    name: frame.label(name),
    title: frame.label(title),
    workspace,
    provider,
    status,
    runs,
    created_at,
    last_active_at,
  };
}

function hit({ session, score, matches, excerpts }: Hit, frame: Frame): object {
  return {
    ...listed(session, frame),
    score,
    matches,
    excerpts: excerpts.map(({ run, seq, text }) => ({
      run,
      seq,
      text: frame.text(text, { session: session.session, run, seq }),
    })),
  };
}

function readAnswer(page: Page, { session, provider }: SessionSummary, frame: Frame, refused: number) {
  const entries = page.entries.map((entry) => {
    const { seq, run, at, kind } = entry;
    return { ...entry, text: frame.text(entry.text, { session, provider, run, seq, at, kind }) };
  });
  const { revision, total_entries, offset } = page;
  const skipped = { damaged_lines: page.damaged_lines, files: refused };
  const rest = { notice: NOTICE, session, revision, total_entries, offset, skipped, next_offset: 0 };
  const shown = entries.slice(0, fitting(rest, entries));
  const next = offset + shown.length;
  return { ...rest, next_offset: next < total_entries ? next : null, entries: shown };
}
