/** Two agents of a user's own, and what a test reads of a session that goes from one to the other. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSandbox, type Sandbox } from '../support/sandbox.ts';

/** Says its arguments one a line, then whatever it is told. */
export const ECHO = '#!/bin/sh\nfor argument; do printf "[%s]\\n" "$argument"; done\ncat\n';

function agent(bin: string, changes: object = {}): object {
  return {
    title: `Agent ${bin}`,
    bin,
    args: {
      new: [
        ['--session-id', '{native_id}'],
        ['--', '{prompt}'],
      ],
      resume: [['--resume', '{native_id}']],
    },
    permissions: { 'read-only': ['--look'], ask: [], edits: ['--edits'], auto: ['--auto'], bypass: ['--yolo'] },
    limit_patterns: ['^usage limit, back at (?<resets_at>\\S+)'],
    ...changes,
  };
}

export function twoAgents(changes: { readonly two?: object; readonly config?: object } = {}): Sandbox {
  const box = createSandbox();
  box.program('one', ECHO);
  box.program('two', ECHO);
  box.writeConfig({ providers: { one: agent('one'), two: agent('two', changes.two) }, ...changes.config });
  return box;
}

export interface Run {
  readonly provider: string;
  readonly via: string;
  readonly native_ids: readonly string[];
  readonly permission: { readonly effective: string };
}

export async function runsOf(box: Sandbox, name: string): Promise<readonly Run[]> {
  return (await box.json<{ runs: Run[] }>(['show', name])).runs;
}

export async function linesOf(box: Sandbox, name: string): Promise<readonly Record<string, unknown>[]> {
  const { journal } = await box.json<{ journal: string }>(['show', name]);
  return readLines(journal);
}

export function auditOf(box: Sandbox): readonly Record<string, unknown>[] {
  return readLines(join(box.data, 'audit.jsonl'));
}

function readLines(path: string): readonly Record<string, unknown>[] {
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
