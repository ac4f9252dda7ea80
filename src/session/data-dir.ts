/**
 * Where uuldana keeps what it stores, and the folders below it. Resolving is pure; `ensureFolder` is the one function
 * here that touches the disk.
 */

import { lstatSync, mkdirSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { messageOf, UuldanaError } from '../core/errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface DataDir {
  readonly root: string;
  readonly journals: string;
  readonly locks: string;
  readonly live: string;
  readonly probes: string;
  /** Files that agents are given to hold a level. */
  readonly levels: string;
  readonly names: string;
  readonly audit: string;
}

/** Set, not empty and absolute: a relative XDG path is to be ignored (XDG Base Directory Specification 0.8). */
function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}

function ownVariable(env: Environment, name: string): string | undefined {
  const value = env[name];
  if (value === undefined || value === '') return undefined;
  if (isAbsolute(value)) return value;
  throw new UuldanaError('data-dir', `${name} is "${value}", which is not an absolute path`, {
    hint: `Set it to a path that begins with "/", or unset it.`,
  });
}

export function resolveDataDir(env: Environment, platform: string, home: string): DataDir {
  const platformDefault =
    platform === 'darwin'
      ? join(home, 'Library', 'Application Support', 'uuldana')
      : join(absolute(env['XDG_DATA_HOME']) ?? join(home, '.local', 'share'), 'uuldana');
  const root = ownVariable(env, 'UULDANA_DATA_DIR') ?? platformDefault;
  return {
    root,
    journals: join(root, 'journals'),
    locks: join(root, 'locks'),
    live: join(root, 'live'),
    probes: join(root, 'probes'),
    levels: join(root, 'levels'),
    names: join(root, 'names.json'),
    audit: join(root, 'audit.jsonl'),
  };
}

export function resolveConfigFile(env: Environment, platform: string, home: string): string {
  const platformDefault =
    platform === 'darwin'
      ? join(home, 'Library', 'Preferences', 'uuldana')
      : join(absolute(env['XDG_CONFIG_HOME']) ?? join(home, '.config'), 'uuldana');
  return join(ownVariable(env, 'UULDANA_CONFIG_DIR') ?? platformDefault, 'config.json');
}

/**
 * Makes the folders for writing, 0700, and checks those that exist: each must be a folder of this user that nobody else
 * can write to; the root may be a link to one.
 *
 * @throws UuldanaError `data-dir` when one cannot be made or is not safe
 */
export function ensureDataDir(data: DataDir, uid: number): void {
  ensureFolder(data.root, uid, statSync);
  for (const folder of [data.journals, data.locks, data.live, data.probes, data.levels])
    ensureFolder(folder, uid, lstatSync);
}

/** As much of it as the audit log needs, with the same checks. */
export function ensureAuditDir(data: DataDir, uid: number): void {
  ensureFolder(data.root, uid, statSync);
  ensureFolder(data.locks, uid, lstatSync);
}

function ensureFolder(path: string, uid: number, stat: typeof statSync): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new UuldanaError('data-dir', `The data directory ${path} cannot be made: ${messageOf(cause)}`, {
      hint: 'Make it writable, or set UULDANA_DATA_DIR to a folder of your own.',
      cause,
    });
  }
  const found = stat(path);
  const problem = !found?.isDirectory()
    ? 'is not a folder'
    : found.uid !== uid
      ? 'belongs to another user'
      : (found.mode & 0o022) !== 0
        ? 'can be written by other users'
        : null;
  if (problem === null) return;
  throw new UuldanaError('data-dir', `The data directory is not safe: ${path} ${problem}`, {
    hint: 'Give it to yourself alone (chmod 700), or set UULDANA_DATA_DIR to another folder.',
  });
}
