/** What the tests of the audit log share: a record of each kind, and a file of them read back. */

import { readFileSync } from 'node:fs';
import type { AuditFact, StoredRecord } from '../../src/journal/audit.ts';
import { recordOf } from '../../src/journal/audit.ts';
import { foldHistory, type History } from '../../src/journal/fold.ts';
import { itemsOf, SESSION } from './support.ts';

export const STAMP = { at: '2026-11-30T10:00:00.000Z', createdBy: 'uuldana 0.1.0' };

const OF_RUN = { session: SESSION, run: 1, provider: 'demo' } as const;

/** One record of each kind. */
export const FACTS: readonly AuditFact[] = [
  { kind: 'launch', ...OF_RUN, workspace: '/home/ada/engine', via: 'new', named: true },
  {
    kind: 'grant',
    ...OF_RUN,
    requested: null,
    effective: 'ask',
    ceiling: 'auto',
    strict: false,
    strength: 'held',
    reaches: 'ask',
  },
  { kind: 'end', ...OF_RUN, status: 'exited', exit_status: 0 },
  { kind: 'recovery', ...OF_RUN, started: true, agent_ended: false },
  { kind: 'resume', ...OF_RUN, run: 2, workspace: '/home/ada/engine', via: 'native-id', named: false },
  {
    kind: 'refusal',
    command: 'resume',
    session: SESSION,
    provider: 'demo',
    workspace: '/home/ada/engine',
    reason: 'above-ceiling',
    requested: 'bypass',
    ceiling: 'auto',
    strict: false,
    flags: ['--yolo'],
    exit_status: 126,
  },
  { kind: 'rename', session: SESSION, named: true },
  { kind: 'deletion', session: SESSION, provider: 'demo', by: 'user' },
  { kind: 'recall', tool: 'session_list', session: null, workspace: '/home/ada/engine', all: false, returned: 2 },
];

export const RENAME: AuditFact = { kind: 'rename', session: SESSION, named: true };

export function recordsIn(path: string): readonly StoredRecord[] {
  return itemsOf(readFileSync(path)).flatMap((item) => recordOf(item) ?? []);
}

export function kindsIn(path: string): readonly string[] {
  return recordsIn(path).map(({ kind }) => kind);
}

/** How whole a file is. */
export function stateOf(path: string): Pick<History, 'damaged' | 'unsealedDamage' | 'chainBreaks' | 'missingSeq'> {
  const { damaged, unsealedDamage, chainBreaks, missingSeq } = foldHistory(itemsOf(readFileSync(path)));
  return { damaged, unsealedDamage, chainBreaks, missingSeq };
}

export const WHOLE = { damaged: 0, unsealedDamage: 0, chainBreaks: 0, missingSeq: 0 };
