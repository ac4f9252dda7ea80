/** What a test reads of uuldana's own record: the journal's lines as they stand in the file, and the JSON of its commands. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { JournalEvent, Recorded } from '../../src/journal/event.ts';
import type { Sandbox } from '../support/sandbox.ts';

export interface Listed {
  readonly session: string;
  readonly name: string | null;
  readonly status: string;
  readonly live_pid: number | null;
}

export interface Shown extends Omit<Listed, 'runs'> {
  readonly journal: string;
  readonly damaged_lines: number;
  readonly runs: readonly {
    readonly via: string;
    readonly native_ids: readonly string[];
    readonly permission: { readonly effective: string; readonly strength: string };
    readonly status: string;
    readonly signal: string | null;
    readonly reason: string | null;
    readonly spoken: boolean;
    readonly screen: readonly string[];
  }[];
}

/** The session of that name. */
export async function listed(sandbox: Sandbox, name: string): Promise<Listed> {
  const all = await sandbox.json<Listed[]>(['list']);
  const found = all.find((session) => session.name === name);
  if (found === undefined) throw new Error(`no session "${name}" in ${JSON.stringify(all)}`);
  return found;
}

export function shown(sandbox: Sandbox, name: string): Promise<Shown> {
  return sandbox.json<Shown>(['show', name]);
}

/** All events of the kind, oldest first. */
export function eventsOf<K extends JournalEvent['kind']>(
  sandbox: Sandbox,
  session: string,
  kind: K,
): Recorded<Extract<JournalEvent, { kind: K }>>[] {
  const lines = readFileSync(join(sandbox.data, 'journals', `${session}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => JSON.parse(line)).filter((event) => event.kind === kind);
}

export interface Verified {
  readonly ok: boolean;
  readonly journals: readonly { readonly session: string; readonly damaged: number }[];
}

/** `uuldana verify` finds nothing wrong with any session. */
export async function expectContent(sandbox: Sandbox): Promise<void> {
  expect(await sandbox.json<Verified>(['verify'])).toMatchObject({ ok: true });
}

/** What the journal, or a live run's checkpoint, has of a run's screen. */
export async function screenOf(sandbox: Sandbox, name: string, run: number): Promise<string> {
  return (await shown(sandbox, name)).runs[run - 1]?.screen.join('\n') ?? '';
}
