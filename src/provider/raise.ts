/**
 * Places of a provider whose content lets its agent do things unasked, whatever level it was started at: rules, hooks, settings.
 * What is found in a text, and how it is said. Pure: raises.ts reads the files.
 */

import type { Raise, RaiseLook } from './adapter.ts';
import { valueAt } from './json-file.ts';

/** A raise that is there. */
export interface Found extends Pick<Raise, 'id' | 'what' | 'levels' | 'reaches'> {
  /** The file as people write it: below the workspace, `~/...`, or absolute. */
  readonly file: string;
  readonly shared: boolean;
  /** How many there are; null when the file is there and cannot be read, which is taken for the worst. */
  readonly count: number | null;
}

/** How many of what is looked for a file's text holds; null when it is not understood. */
export function countIn(look: RaiseLook, text: string): number | null {
  if ('text' in look) return [...text.matchAll(new RegExp(look.text, 'gm'))].length;
  const parsed = parsedJson(text);
  return parsed === undefined ? null : countOf(valueAt(parsed, look.key), look.matching);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // half-written, or with comments: the agent may understand more of it than we do
  }
}

function countOf(value: unknown, matching = ''): number {
  const fits = (text: string) => new RegExp(matching).test(text);
  if (Array.isArray(value)) return value.filter((item) => fits(typeof item === 'string' ? item : '')).length;
  if (typeof value === 'object' && value !== null) return Object.keys(value).filter(fits).length;
  return value !== undefined && value !== null && value !== false && value !== '' && fits(String(value)) ? 1 : 0;
}

/** `permissions.allow in .claude/settings.json (3), PermissionRequest hooks in ~/.claude/settings.json` */
export function foundText(found: readonly Found[]): string {
  const parts = found.map(({ what, file, count }) => {
    if (count === null) return `${file}, which cannot be read`;
    return `${what} in ${file}${count > 1 ? ` (${count})` : ''}`;
  });
  return [...new Set(parts)].join(', ');
}
