/**
 * An adapter made of what a user declared in the config file. Nothing is known of such a program but what its user says, and
 * the promises say so. Pure.
 */

import { LEVELS, type Level } from '../core/permission.ts';
import type { Adapter, ArgGroup, LevelPromise } from './adapter.ts';

/** One entry of `providers` in the config file, checked (src/session/config-provider.ts). */
export interface ProviderConfig {
  readonly title: string | null;
  /** Command to look up, an absolute path, or one that begins with `~/`. */
  readonly bin: string;
  readonly args: {
    readonly new: readonly ArgGroup[];
    readonly resume: readonly ArgGroup[] | null;
    readonly continue: readonly ArgGroup[] | null;
  };
  readonly permissions: Readonly<Partial<Record<Level, readonly string[]>>>;
  readonly env: { readonly set: Readonly<Record<string, string>>; readonly unset: readonly string[] };
  readonly limitPatterns: readonly string[];
}

export function customAdapter(id: string, config: ProviderConfig): Adapter {
  return {
    id,
    title: config.title ?? id,
    homepage: null,
    bin: config.bin,
    install: null,
    testedWith: null,
    probe: false,
    needsTerminal: false,
    args: config.args,
    levels: declaredLevels(config.permissions),
    defaultLevel: null,
    settingsDefaults: [],
    allowedFlags: 'any',
    env: config.env,
    native: null,
    limitPatterns: config.limitPatterns,
    sources: {},
  };
}

function declaredLevels(permissions: ProviderConfig['permissions']): Partial<Record<Level, LevelPromise>> {
  const levels: Partial<Record<Level, LevelPromise>> = {};
  for (const level of LEVELS) {
    const args = permissions[level];
    if (args !== undefined) levels[level] = declaredPromise(args);
  }
  return levels;
}

function declaredPromise(args: readonly string[]): LevelPromise {
  return {
    args,
    strength: 'at-launch',
    // what its user can do inside is not known, so everything is assumed
    reaches: 'bypass',
    enforcedBy: [{ how: 'declared', what: args.length === 0 ? 'no flag' : args.join(' ') }],
  };
}
