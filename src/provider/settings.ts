/**
 * Reads from the user's own settings of a provider which permission level it would start with. Those files are the provider's:
 * what they hold besides is not looked at, and nothing in them configures uuldana.
 */

import { resolve } from 'node:path';
import type { Level } from '../core/permission.ts';
import type { Adapter, SettingsDefault } from './adapter.ts';
import { readJsonFile, valueAt } from './json-file.ts';
import { tomlStrings } from './toml-strings.ts';

const MAX_SETTINGS_BYTES = 1_048_576;

/**
 * The level that the last of the adapter's settings files with a known word names, and that file's absolute path; null when
 * none does. A file that cannot be read counts as not there: the provider itself says what is wrong with it.
 *
 * @param root  the provider's folder (native.ts), or null when it has none; may be relative to the workspace
 */
export function settingsLevel(
  adapter: Pick<Adapter, 'settingsDefaults'>,
  root: string | null,
  workspace: string,
): { level: Level; file: string } | null {
  const found = adapter.settingsDefaults.flatMap((place) => levelIn(place, root, workspace) ?? []);
  return found.at(-1) ?? null;
}

function levelIn(
  place: SettingsDefault,
  root: string | null,
  workspace: string,
): { level: Level; file: string } | null {
  const base = place.base === 'workspace' ? '' : root;
  if (base === null) return null;
  const file = resolve(workspace, base, place.file);
  const read = readJsonFile(file, MAX_SETTINGS_BYTES, place.format === 'toml' ? tomlStrings : undefined);
  const word = read.ok ? valueAt(read.value, place.key) : undefined;
  const level = typeof word === 'string' && Object.hasOwn(place.levels, word) ? place.levels[word] : undefined;
  return level === undefined ? null : { level, file };
}
