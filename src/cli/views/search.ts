/** `search` for people and for programs. */

import { shortId } from '../../core/ids.ts';
import type { Hit, SearchAnswer } from '../../session/search.ts';
import { jsonText } from './json.ts';
import { age } from './list.ts';
import type { Paint } from './marked.ts';

export function searchJson({ query, matched, hits, scanned, skipped }: SearchAnswer, limit: number): string {
  return jsonText({ query, matched, hits: hits.slice(0, limit).map(hitJson), scanned, skipped });
}

/** DESIGN 12. */
function hitJson({ session: { session, name, title, workspace }, score, matches, excerpts }: Hit) {
  return { session, name, title, workspace, score, matches, excerpts };
}

export function searchText(answer: SearchAnswer, limit: number, nowMs: number, paint: Paint): string {
  const shown = answer.hits.slice(0, limit);
  return shown.map((hit) => hitText(hit, answer, nowMs, paint)).join('\n');
}

function hitText({ session, excerpts }: Hit, { matcher }: SearchAnswer, nowMs: number, paint: Paint): string {
  const { name, title, provider, status, workspace, last_active_at } = session;
  const label = name ?? title;
  const facts = [`${age(last_active_at, nowMs)} ago`, provider ?? '?', status, workspace ?? '?'];
  const head = `${paint.heading(shortId(session.session))}  ${label === null ? '' : `${paint.line(label, matcher)}  `}${paint.faint(facts.join('  '))}`;
  const lines = excerpts.flatMap(({ text }, index) => [
    ...(index > 0 ? [`  ${paint.faint('...')}`] : []),
    ...text.split('\n').map((line) => `  | ${paint.line(line, matcher)}`),
  ]);
  return `${[head, ...lines, `  ${resumeCommand(session)}`].join('\n')}\n`;
}

/** What to type to go on with a session. */
function resumeCommand({ session, name }: Hit['session']): string {
  return `uuldana resume ${name !== null && /^[\w][\w-]*$/.test(name) ? name : shortId(session)}`;
}

/** What a reader has to know besides the hits. */
export function searchNotes(answer: SearchAnswer, limit: number, place: string | null): readonly string[] {
  const { hits, matched, newest, scanned } = answer;
  const where = place === null ? '' : ` of ${place}`;
  const more = hits.length - limit;
  return [
    ...(newest ? ['these words name no topic, so these are the newest sessions'] : []),
    ...(hits.length === 0
      ? [`nothing found in ${sessions(scanned)}${where}${place === null ? '' : '; --all searches all folders'}`]
      : []),
    ...(matched === 'any' && hits.length > 0 ? ['no session holds all of these words; these hold some'] : []),
    ...(more > 0 ? [`and ${more} more: --limit ${hits.length} shows all`] : []),
  ];
}

function sessions(count: number): string {
  return count === 1 ? '1 session' : `${count} sessions`;
}
