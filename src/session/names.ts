/**
 * Names and pins of sessions, in `<data>/names.json`: beside the journals, so that a live session can be renamed. Written
 * atomically under a lock of its own.
 */

import { join } from 'node:path';
import { UuldanaError } from '../core/errors.ts';
import { isSessionId } from '../core/ids.ts';
import { readSmallFile, replaceFile } from '../journal/atomic-file.ts';
import { printableLine } from '../redact/gate.ts';
import type { Ports } from './ports.ts';

export interface Label {
  readonly name: string | null;
  readonly pinned: boolean;
}

export type Labels = ReadonlyMap<string, Label>;

export const NO_LABEL: Label = { name: null, pinned: false };

const MAX_BYTES = 4 * 1024 * 1024;
const MAX_NAME_CHARACTERS = 100;

/** @throws UuldanaError `damaged` when the file is not what uuldana writes; nothing is ever written over it then */
export function readLabels(data: Ports['data']): Labels {
  const bytes = readSmallFile(data.names, MAX_BYTES);
  if (bytes === null) return new Map();
  const labels = parseLabels(bytes.toString('utf8'));
  if (labels !== null) return labels;
  throw new UuldanaError('damaged', `The names of sessions cannot be read: ${data.names} is damaged`, {
    hint: `Mend or move that file away; sessions are still found by their ids.`,
  });
}

function parseLabels(text: string): Labels | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null; // the caller says so
  }
  const sessions = (value as { sessions?: unknown } | null)?.sessions;
  if (typeof sessions !== 'object' || sessions === null) return null;
  return new Map(
    Object.entries(sessions).flatMap(([session, label]): [string, Label][] => {
      if (!isSessionId(session) || typeof label !== 'object' || label === null) return [];
      const { name, pinned } = label as { name?: unknown; pinned?: unknown };
      return [[session, { name: typeof name === 'string' ? name : null, pinned: pinned === true }]];
    }),
  );
}

const NAME_RULES: readonly (readonly [(name: string) => boolean, string])[] = [
  [(name) => name === '', 'it is empty'],
  [(name) => [...name].length > MAX_NAME_CHARACTERS, `it is longer than ${MAX_NAME_CHARACTERS} characters`],
  [(name) => name.startsWith('-'), 'it begins with "-", as an option does'],
  [(name) => printableLine(name) !== name, 'it holds control, invisible or repeated white-space characters'],
  [isSessionId, 'it looks like the id of a session'],
];

/** A name as it will be stored, or an error that says what is wrong with it. */
export function checkedName(given: string): string {
  const name = given.normalize('NFC').trim();
  const broken = NAME_RULES.find(([breaks]) => breaks(name));
  if (broken === undefined) return name;
  const shown = printableLine(given).slice(0, MAX_NAME_CHARACTERS);
  throw new UuldanaError('usage', `"${shown}" cannot be a name: ${broken[1]}`, {
    hint: 'Use a word or two, such as: uuldana rename SESSION "login bug"',
  });
}

/** The session that has the name, or null. */
export function findHolder(labels: Labels, name: string): string | null {
  return [...labels].find(([, label]) => label.name === name)?.[0] ?? null;
}

/**
 * Changes the label of a session; null removes it.
 *
 * @throws UuldanaError `name-taken` when another session has the name: names never overwrite
 */
export async function setLabel(ports: Ports, session: string, change: (label: Label) => Label | null): Promise<void> {
  const lock = await ports.lock(join(ports.data.locks, 'names.lock'), 5000);
  if (lock === null)
    throw new UuldanaError('data-dir', 'The names of sessions are being changed by another process', {
      hint: 'Try again.',
    });
  try {
    const labels = new Map(readLabels(ports.data));
    const label = change(labels.get(session) ?? NO_LABEL);
    const holder = label?.name == null ? null : findHolder(labels, label.name);
    if (holder !== null && holder !== session) {
      throw new UuldanaError('name-taken', `The name "${label?.name}" belongs to session ${holder}`, {
        hint: `Take another name, or rename that one first: uuldana rename ${holder} OTHER`,
      });
    }
    if (label === null || (label.name === null && !label.pinned)) labels.delete(session);
    else labels.set(session, label);
    const sorted = [...labels].sort(([a], [b]) => (a < b ? -1 : 1));
    replaceFile(ports.data.names, `${JSON.stringify({ version: 1, sessions: Object.fromEntries(sorted) })}\n`);
  } finally {
    lock.release();
  }
}
