/** The real agents of the suite, found by the list of adapters: an adapter without a cast or a pinned version is a failure. */

import { adapters } from '../../adapters/index.ts';
import type { Cast } from './cast/cast.ts';
import pinned from './pinned.json' with { type: 'json' };

// what ships with uuldana itself has its tests elsewhere
const real = adapters.filter(({ builtIn }) => builtIn === undefined);

/** `[id, cast]`, for `describe.each`. */
export const casts: readonly (readonly [string, Cast])[] = await Promise.all(
  real.map(async ({ id }) => [id, await castOf(id)] as const),
);

async function castOf(id: string): Promise<Cast> {
  const module: Readonly<Record<string, Cast>> = await import(`./cast/${id}.ts`);
  const cast = module[id];
  if (cast === undefined) throw new Error(`test/agents/cast/${id}.ts exports no "${id}"`);
  return cast;
}

const installs: Readonly<Record<string, { readonly version: string; readonly command: string }>> = pinned;

export function pinnedOf(id: string): { readonly version: string; readonly command: string } {
  const install = installs[id];
  if (install === undefined) throw new Error(`adapter "${id}" has no version in test/agents/pinned.json`);
  return install;
}
