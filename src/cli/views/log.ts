/** `log` for people: an event a line. */

import { printableLine } from '../../redact/gate.ts';
import type { LogEntry } from '../../session/log.ts';

const ENVELOPE = new Set(['seq', 'at', 'run', 'kind']);

export function logText(entries: readonly LogEntry[]): string {
  return entries.map((entry) => `${printableLine(lineOf(entry))}\n`).join('');
}

function lineOf(entry: LogEntry): string {
  const { seq, at, run, kind } = entry;
  const details = Object.entries(entry)
    .filter(([key]) => !ENVELOPE.has(key))
    .map(([key, value]) => `${key}=${short(value)}`);
  return [seq ?? '-', at ?? '', run === undefined ? '' : `run ${run}`, kind, ...details]
    .filter((part) => part !== '')
    .join('  ');
}

function short(value: unknown): string {
  if (Array.isArray(value) && value.length > 8) return `[${value.length} entries]`;
  return JSON.stringify(value);
}
