/** The real agents of the suite, found by the list of adapters: an adapter without a cast or a pinned version is a failure. */

import { adapters } from '../../../adapters/index.ts';
import pinned from '../pinned.json' with { type: 'json' };
import type { Cast } from './cast.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';

const known: Readonly<Record<string, Cast>> = { claude, codex, gemini, opencode };

/** `[id, cast]`, for `describe.each`. What ships with uuldana itself has its tests elsewhere. */
export const casts: readonly (readonly [string, Cast])[] = adapters
  .filter(({ builtIn }) => builtIn === undefined)
  .map(({ id }) => [id, castOf(id)]);

function castOf(id: string): Cast {
  const cast = known[id];
  if (cast === undefined)
    throw new Error(`adapter "${id}" has no cast: test/agents/cast/${id}.ts and a line in index.ts`);
  return cast;
}

const installs: Readonly<Record<string, { readonly version: string; readonly command: string }>> = pinned;

export function pinnedOf(id: string): { readonly version: string; readonly command: string } {
  const install = installs[id];
  if (install === undefined) throw new Error(`adapter "${id}" has no version in test/agents/pinned.json`);
  return install;
}
