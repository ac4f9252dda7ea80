/** Puts a subject's files, decoys and sessions where a cell wants them, and takes them away again. */

import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LEVELS, type Level, strictest } from '../../../src/core/permission.ts';
import type { JournalEvent } from '../../../src/journal/event.ts';
import { createJournal } from '../../../src/journal/writer.ts';
import type { SessionKind } from './routes.ts';
import type { HostileFile } from './subject.ts';

export interface Place {
  readonly home: string;
  readonly workspace: string;
}

/** A path that ends in `^` goes in front of what is there, one that ends in `+` is merged into the JSON that is there. */
export function put({ home, workspace }: Place, files: readonly HostileFile[]): () => void {
  const undo = files.map(({ path, text }) => {
    const [, base, rest = '', how] = /^([~.])\/(.*?)([\^+]?)$/.exec(path) ?? [];
    const file = join(base === '~' ? home : workspace, rest);
    const before = existsSync(file) ? readFileSync(file, 'utf8') : null;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, how === '^' ? text + (before ?? '') : how === '+' ? merged(before ?? '{}', text) : text);
    return () => (before === null ? rmSync(file) : writeFileSync(file, before));
  });
  return () => {
    for (const back of undo.reverse()) back();
  };
}

function merged(before: string, text: string): string {
  const [old, added] = [JSON.parse(before), JSON.parse(text)];
  const both = Object.keys(added).filter((key) => typeof old[key] === 'object');
  return JSON.stringify({
    ...old,
    ...added,
    ...Object.fromEntries(both.map((key) => [key, { ...old[key], ...added[key] }])),
  });
}

/** A program that would be taken for the agent. */
export function putDecoy(folder: string, command: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, command), '#!/bin/sh\necho decoy 1.0.0\n');
  chmodSync(join(folder, command), 0o755);
}

export interface SessionRequest {
  readonly journals: string;
  readonly workspace: string;
  readonly provider: string;
  readonly ceiling: Level;
  readonly strict: boolean;
  readonly kind: SessionKind;
  readonly session: string;
}

const CLOCK = { now: Date.now, elapsed: () => performance.now() };

/** A session with one run that has ended, as uuldana writes it; then changed by hand, where its kind says so. */
export function putSession(request: SessionRequest): void {
  const { journals, workspace, provider, ceiling, strict, kind, session } = request;
  mkdirSync(journals, { recursive: true, mode: 0o700 });
  const path = join(journals, `${session}.jsonl`);
  const header = {
    format: 'uuldana-journal',
    version: 1,
    session,
    workspace,
    provider,
    ceiling,
    strict,
    created_at: '2026-01-02T03:04:05.678Z',
    created_by: 'uuldana 0.1.0',
  } as const;
  const writer = createJournal(path, header, CLOCK);
  for (const event of eventsOf(request)) writer.append(event, 1);
  writer.close();
  if (kind === 'raised-header') edit(path, 0, ceiling);
  if (kind === 'raised-event') edit(path, 1, ceiling);
}

/** As somebody does with an editor who does not know of the sums. */
function edit(path: string, line: number, ceiling: Level): void {
  const lines = readFileSync(path, 'utf8').split('\n');
  lines[line] = (lines[line] ?? '')
    .replace(`"ceiling":"${ceiling}"`, '"ceiling":"bypass"')
    .replace(/"effective":"[a-z-]+"/, '"effective":"bypass"')
    .replace('"strict":true', '"strict":false');
  writeFileSync(path, lines.join('\n'));
}

function eventsOf({ ceiling, workspace, provider, kind }: SessionRequest): readonly JournalEvent[] {
  const level = kind === 'bypass-recorded' ? 'bypass' : strictest([ceiling, 'ask']);
  const id = kind === 'flag-as-id' ? '--yolo' : '01934b2c-7d1e-4f00-8000-0123456789ab';
  return [
    {
      kind: 'permission',
      requested: null,
      effective: level,
      ceiling: LEVELS.includes(ceiling) ? ceiling : 'ask',
      strength: 'at-launch',
      enforced_by: [],
    },
    { kind: 'identity', native_id: id, how: 'discovered', evidence: 'test' },
    {
      kind: 'run.started',
      provider,
      provider_version: null,
      workspace,
      ceiling,
      transport: 'pty',
      argv: ['agent'],
      pid: 1,
      pid_started_at: null,
      boot_id: null,
      size: { cols: 80, rows: 24 },
      via: 'new',
    },
    { kind: 'input', how: 'typed' },
    { kind: 'screen', lines: ['hello'], size: { cols: 80, rows: 24 }, redacted: {}, from: 'end' },
    {
      kind: 'run.ended',
      status: 'exited',
      exit_code: 0,
      signal: null,
      reason: null,
      duration_ms: 1,
      sums: { runs: 1, title: null, ceiling },
    },
  ];
}
