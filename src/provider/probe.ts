/**
 * Asks an installed agent for its version and its help, and remembers the answer: the help decides which flags exist, and some
 * agents take three seconds to print it. Custom providers are never asked.
 */

import { createHash } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Clock } from '../core/time.ts';
import { type CommandOutput, commandOutput } from './command-output.ts';
import { type CachedProbe, decodeProbe, encodeProbe, isFresh } from './probe-entry.ts';

/** Where answers are kept. Neither function throws: a cache that cannot be used costs time and nothing else. */
export interface ProbeCache {
  /** @param key  32 hex digits */
  read(key: string): string | null;
  write(key: string, text: string): void;
}

export interface Probe {
  /** `2.1.332`; null when it did not say. */
  readonly version: string | null;
  /** What `--help` printed, without control sequences; empty exactly when `failure` is set. */
  readonly help: string;
  /** Why there is no help, to stand behind "--help": `ended with status 1`. */
  readonly failure: string | null;
  readonly fromCache: boolean;
}

export interface ProbeOptions {
  readonly cache: ProbeCache;
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** For each of the two questions, which are asked at the same time. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 5000;
const MAX_OUTPUT_BYTES = 262_144;

/** Never rejects. An answer is kept until the program's file changes, a failure for an hour, one behind a shim for a day. */
export async function probeProvider(binary: { path: string; realPath: string }, options: ProbeOptions): Promise<Probe> {
  const { cache, clock } = options;
  const key = keyOf(binary);
  const file = await sizeAndTime(binary.realPath);
  const kept = decodeProbe(cache.read(key));
  if (kept !== null && file !== null && isFresh(kept, { ...file, now: clock.now(), shim: isShim(binary) })) {
    return { version: kept.version, help: kept.help, failure: kept.failure, fromCache: true };
  }
  const answer = await ask(binary.path, options);
  if (file !== null) cache.write(key, encodeProbe({ ...answer, ...file, at: clock.now() }));
  return { ...answer, fromCache: false };
}

/** The name counts too: one shim answers for many commands. */
function keyOf({ path, realPath }: { path: string; realPath: string }): string {
  return createHash('sha256')
    .update(`${realPath}\0${basename(path)}`)
    .digest('hex')
    .slice(0, 32);
}

async function sizeAndTime(path: string): Promise<Pick<CachedProbe, 'size' | 'mtimeMs'> | null> {
  try {
    const { size, mtimeMs } = await stat(path);
    return { size, mtimeMs };
  } catch {
    // gone since it was found: the probe says so, and nothing is kept
    return null;
  }
}

/** Folders that version managers keep their shims or their switched versions in. */
const SHIM_FOLDERS = ['shims', '.asdf', '.volta', '.nvm', '.fnm', '.nodenv', '.proto', 'mise', 'fnm_multishells'];

/** Whether what runs may change while this file does not. Too many is harmless: they are asked again each day. */
function isShim({ path, realPath }: { path: string; realPath: string }): boolean {
  const parts = [...path.split('/'), ...realPath.split('/')];
  return basename(realPath) !== basename(path) || parts.some((part) => SHIM_FOLDERS.includes(part));
}

async function ask(path: string, options: ProbeOptions): Promise<Omit<Probe, 'fromCache'>> {
  const { env, timeoutMs = TIMEOUT_MS } = options;
  const cwd = await emptyFolder();
  if (cwd === null) return { version: null, help: '', failure: 'had no temporary folder to run in' };
  const limits = { cwd, env: { ...env, NO_COLOR: '1' }, timeoutMs, maxBytes: MAX_OUTPUT_BYTES };
  const [version, help] = await Promise.all(['--version', '--help'].map((flag) => commandOutput(path, [flag], limits)));
  await rm(cwd, { recursive: true, force: true }).catch(() => undefined); // an empty folder in the way of nobody
  return { version: version ? versionOf(version) : null, ...helpOf(help) };
}

/** Outside any workspace, so that no file of a repository has a say in the answer. */
async function emptyFolder(): Promise<string | null> {
  try {
    return await mkdtemp(join(tmpdir(), 'uuldana-probe-'));
  } catch {
    // a full or read-only disk: the launch goes on without the help
    return null;
  }
}

function versionOf({ stdout, stderr, failure }: CommandOutput): string | null {
  return failure === null ? (versionIn(plain(stdout)) ?? versionIn(plain(stderr))) : null;
}

/** Some agents print their help to stderr. */
function helpOf(output: CommandOutput | undefined): { help: string; failure: string | null } {
  const { stdout, stderr, failure } = output ?? { stdout: '', stderr: '', failure: null };
  const help = plain(stdout.trim() === '' ? stderr : stdout);
  if (failure !== null) return { help: '', failure };
  return help === '' ? { help, failure: 'printed nothing' } : { help, failure: null };
}

/** Without colours: in `ESC[1m--resume` the flag would not stand as a word of its own. */
function plain(text: string): string {
  return stripVTControlCharacters(text).trim();
}

/** The first thing in the text that looks like a version with three numbers (semver.org), or null. */
export function versionIn(text: string): string | null {
  const version =
    /(?<![\w.])v?(\d+\.\d+\.\d+(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?)(?!\w|\.\d)/;
  return version.exec(text)?.[1] ?? null;
}
