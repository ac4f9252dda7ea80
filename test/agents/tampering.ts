/** Makes the world worse than the pinned agents are: a help that lacks a flag, a run whose id was never seen. */

import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeLine, GENESIS } from '../../src/journal/line.ts';
import { wayFlags } from '../../src/provider/argv.ts';
import type { Stage } from './stage.ts';

/**
 * Puts in the agent's place a program that is the same but for its help: what the way needs and a new start does not is not in it.
 *
 * @returns these flags
 */
export function withHelpWithout(stage: Stage, way: 'resume' | 'continue'): readonly string[] {
  const { adapter } = stage.cast;
  const started = wayFlags(adapter, 'new');
  const flags = wayFlags(adapter, way).filter((flag) => !started.includes(flag));
  const program = realpathSync(stage.agent);
  rmSync(stage.agent);
  const edits = flags.map((flag) => `-e 's/${flag}\\b/--gone/g'`).join(' ');
  stage.program(
    adapter.bin,
    `#!/bin/sh\ncase " $* " in\n  *" --help "*) '${program}' "$@" 2>&1 | sed ${edits} ;;\n  *) exec '${program}' "$@" ;;\nesac\n`,
  );
  return flags;
}

/** Rewrites a journal as it would be had no id been seen, as on a system where nothing tells which files a process holds. */
export function withoutIdentity(stage: Stage, session: string): void {
  const path = join(stage.data, 'journals', `${session}.jsonl`);
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  let last = GENESIS;
  let seq = 0;
  const kept = lines.flatMap((line) => {
    const { prev: _prev, sum: _sum, ...body } = JSON.parse(line);
    if (body.kind === 'identity') return [];
    if (body.seq !== undefined) body.seq = ++seq;
    const encoded = encodeLine(body, last);
    last = encoded.sum;
    return [encoded.line];
  });
  writeFileSync(path, Buffer.concat(kept));
}
