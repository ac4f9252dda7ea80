/** Reads a small file of data that some other program keeps. It may be absent, half-written, huge or no file at all. */

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { errnoOf } from '../core/errors.ts';

export type JsonFile =
  | { readonly ok: true; readonly value: unknown }
  /** `absent`: there is no such file; else it is there and holds nothing that can be used now. */
  | { readonly ok: false; readonly absent: boolean };

/**
 * Never throws, and never waits: what is no regular file of at most `maxBytes` is not read.
 *
 * @param parse  may throw, for a text that it does not understand
 */
export function readJsonFile(path: string, maxBytes: number, parse: (text: string) => unknown = JSON.parse): JsonFile {
  try {
    return { ok: true, value: parse(readText(path, maxBytes)) };
  } catch (error) {
    return { ok: false, absent: ['ENOENT', 'ENOTDIR'].includes(errnoOf(error) ?? '') };
  }
}

function readText(path: string, maxBytes: number): string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > maxBytes) throw new RangeError(`${path} is no small file`);
    const buffer = Buffer.alloc(stats.size);
    return buffer.toString('utf8', 0, readSync(file, buffer, 0, stats.size, 0));
  } finally {
    closeSync(file);
  }
}

/** The value at a path of own keys, or undefined. */
export function valueAt(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((inner, key) => {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, key)) return undefined;
    return Reflect.get(inner, key);
  }, value);
}
