/**
 * Looks for what raises permissions in the files of a provider that its adapter names: settings, rules, definitions. Bounded, and
 * nothing in them configures uuldana. Wraps nothing but the reading of these files.
 */

import { readdirSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import type { Adapter, Raise, RaisePlace } from './adapter.ts';
import { readJsonFile } from './json-file.ts';
import { countIn, type Found } from './raise.ts';

/** Absolute paths; `root` is null for a provider without a folder of its own. */
export interface RaiseBases {
  readonly root: string | null;
  readonly workspace: string;
  readonly home: string;
}

const MAX_BYTES = 1_048_576;
/** Of one place with a `*`; there are a few dozen at most, and a folder of thousands is not worth a slow start. */
const MAX_FILES = 200;

/** What is there, in the adapter's order. A file that is there and cannot be read counts as found. Never throws. */
export function findRaises(adapter: Pick<Adapter, 'raises'>, bases: RaiseBases): readonly Found[] {
  const texts = new Map<string, ReturnType<TextOf>>();
  const textOf = (path: string) => {
    const text = texts.has(path) ? texts.get(path) : read(path);
    texts.set(path, text);
    return text;
  };
  const found = (adapter.raises ?? []).flatMap((raise) =>
    raise.places.flatMap((place) =>
      pathsOf(place, bases).flatMap((path) => foundIn(raise, place, path, textOf, bases)),
    ),
  );
  return found.filter((one, at) => found.findIndex(({ id, file }) => id === one.id && file === one.file) === at);
}

/** @returns undefined when there is no such file, null when it cannot be read */
type TextOf = (path: string) => string | null | undefined;

function foundIn(raise: Raise, place: RaisePlace, path: string, textOf: TextOf, bases: RaiseBases): readonly Found[] {
  const text = textOf(path);
  if (text === undefined) return [];
  const count = text === null ? null : countIn(raise.look, text);
  if (count === 0) return [];
  const { id, what, levels, reaches } = raise;
  return [{ id, what, levels, reaches, file: displayed(path, bases), shared: place.shared === true, count }];
}

function read(path: string): ReturnType<TextOf> {
  const file = readJsonFile(path, MAX_BYTES, (text) => text);
  if (file.ok) return String(file.value);
  return file.absent ? undefined : null;
}

function pathsOf({ base, file }: RaisePlace, bases: RaiseBases): readonly string[] {
  const folder = base === 'machine' ? '/' : bases[base];
  if (folder === null) return [];
  return expanded([resolve(bases.workspace, folder)], file.split('/').filter(Boolean));
}

/** The paths below the folders, one segment at a time. */
function expanded(folders: readonly string[], [segment, ...rest]: readonly string[]): readonly string[] {
  if (segment === undefined) return folders;
  const next = folders.flatMap((folder) => namesIn(folder, segment).map((name) => join(folder, name)));
  return expanded(next.slice(0, MAX_FILES), rest);
}

function namesIn(folder: string, segment: string): readonly string[] {
  if (!segment.includes('*')) return [segment];
  const [before = '', after = ''] = segment.split('*');
  try {
    return readdirSync(folder)
      .filter((name) => name.startsWith(before) && name.endsWith(after))
      .sort();
  } catch {
    return []; // no such folder, or one that is not to be listed: the agent, which runs as the same user, cannot either
  }
}

function displayed(path: string, { workspace, home }: RaiseBases): string {
  const below = relative(workspace, path);
  if (!below.startsWith('..') && !isAbsolute(below)) return below;
  const ofHome = relative(home, path);
  return ofHome.startsWith('..') || isAbsolute(ofHome) ? path : `~/${ofHome}`;
}
