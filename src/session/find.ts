/**
 * Which session a user means: a full id, else a name, else a unique fragment of an id; nothing means the latest of exactly
 * this workspace. Pure over the summaries; a session of another folder is suggested, never taken.
 */

import { UuldanaError } from '../core/errors.ts';
import { isSessionId, shortId } from '../core/ids.ts';
import type { SessionSummary } from './summaries.ts';

const MAX_CANDIDATES = 8;

type Findable = Pick<SessionSummary, 'session' | 'name' | 'title' | 'workspace'>;

/** @throws UuldanaError `session-not-found` or `session-ambiguous`, with candidates */
export function findSession<S extends Findable>(sessions: readonly S[], reference: string): S {
  const wanted = reference.normalize('NFC').trim();
  const exact =
    sessions.find(({ session }) => session === wanted.toLowerCase()) ?? sessions.find(({ name }) => name === wanted);
  if (exact) return exact;
  const fragment = wanted.toLowerCase();
  const matches = /^[0-9a-f-]+$/.test(fragment) ? sessions.filter(({ session }) => session.includes(fragment)) : [];
  const [only] = matches;
  if (only && matches.length === 1) return only;
  if (only) {
    throw new UuldanaError(
      'session-ambiguous',
      `"${reference}" fits ${matches.length} sessions:\n${candidates(matches)}`,
      {
        hint: 'Type more digits of the id, or its name.',
      },
    );
  }
  const near = sessions.filter(({ name, title }) =>
    [name, title].some((text) => text?.toLowerCase().includes(fragment)),
  );
  const missing = isSessionId(fragment) ? 'no session has that id' : 'no session has that name or a fitting id';
  throw new UuldanaError(
    'session-not-found',
    `${quoted(reference)}: ${missing}${near.length ? `. Perhaps:\n${candidates(near)}` : ''}`,
    {
      hint: 'uuldana list shows all sessions.',
    },
  );
}

/** @throws UuldanaError `session-not-found`, suggesting a parent folder's session where there is one */
export function findLatestHere(sessions: readonly SessionSummary[], workspace: string): SessionSummary {
  const here = sessions.find((session) => session.workspace === workspace);
  if (here) return here;
  const above = sessions.find(
    ({ workspace: other }) => other !== null && workspace.startsWith(other === '/' ? '/' : `${other}/`),
  );
  const below = sessions.filter(({ workspace: other }) => other?.startsWith(`${workspace}/`));
  const near = above ?? below[0];
  throw new UuldanaError('session-not-found', `There is no session in ${workspace}`, {
    hint: near
      ? `There is one in ${near.workspace}: uuldana resume ${shortId(near.session)}. Or start one here: uuldana`
      : 'Start one: uuldana',
  });
}

function candidates(sessions: readonly Findable[]): string {
  const shown = sessions.slice(0, MAX_CANDIDATES).map((session) => {
    const label = session.name ?? session.title;
    return `  ${shortId(session.session)}  ${label ? `${label}  ` : ''}${session.workspace ?? 'unknown folder'}`;
  });
  const more = sessions.length - shown.length;
  return [...shown, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n');
}

function quoted(text: string): string {
  return text === '' ? 'An empty SESSION' : `"${text}"`;
}
