/** The record of a session as the next agent gets it: what was visible in all its runs, and what git says of the folder now. */

import { randomBytes } from 'node:crypto';
import { type ComposeRequest, recordLines, redactedIn, titlesOf } from '../handoff/compose.ts';
import { type RenderedRecord, renderRecord } from '../handoff/render.ts';
import type { Redacted } from '../journal/event.ts';
import { readConversation } from './conversation.ts';
import type { Ports } from './ports.ts';

export interface RecordQuestion {
  readonly session: string;
  /** The folder that the next run takes place in. */
  readonly workspace: string;
  /** The user's own words, put after it. */
  readonly instruction: string | null;
}

export interface SessionRecord extends RenderedRecord {
  /** What was taken out of it, as far as marks tell. */
  readonly redacted: Redacted;
}

/** A Linux argument holds 131,071 bytes, its flag among them; what is left is room for the user's changes. */
const MAX_RECORD_BYTES = 120_000;

/** @throws UuldanaError `damaged` for a journal that is not to be read */
export async function recordOf(
  ports: Ports,
  { session, workspace, instruction }: RecordQuestion,
): Promise<SessionRecord> {
  const { lines, runs } = await readConversation(ports, session);
  const titleOf = (provider: string | null) =>
    ports.adapters.find(({ id }) => id === provider)?.title ?? provider ?? 'an agent';
  const composed: ComposeRequest = { lines, runs, titleOf };
  const rendered = renderRecord({
    lines: recordLines(composed),
    title: titlesOf(composed),
    facts: await factsOf(ports, workspace),
    nonce: randomBytes(12).toString('hex'),
    maxBytes: MAX_RECORD_BYTES,
    ...(instruction === null ? {} : { instruction }),
  });
  return { ...rendered, redacted: redactedIn(rendered.text) };
}

async function factsOf(ports: Ports, workspace: string): Promise<readonly string[]> {
  const { gitState } = await ports.provider();
  const state = await gitState({ workspace, home: ports.home, env: ports.env });
  if (state === null) return [`folder ${workspace}, no git repository`];
  const { branch, commit, changed, more } = state;
  const facts = [
    `folder ${workspace}`,
    `git: ${branch === null ? 'no branch' : `branch ${branch}`}${commit === null ? ', no commit yet' : ` at ${commit}`}`,
    changed.length === 0 ? 'no changed files' : 'changed or touched files:',
    ...changed.map((file) => `  ${file}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
  return (await ports.redactor()).lines(facts).lines;
}
