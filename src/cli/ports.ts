/** Binds the ports of the use cases to the real world. What is slow to load is imported when it is first asked for. */

import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { adapters } from '../../adapters/index.ts';
import { errnoOf, messageOf, UuldanaError } from '../core/errors.ts';
import { readSmallFile, replaceFile } from '../journal/atomic-file.ts';
import * as journalFile from '../journal/file.ts';
import type { Adapter } from '../provider/adapter.ts';
import { customAdapter } from '../provider/custom.ts';
import type { ProbeCache } from '../provider/probe.ts';
import * as osProcess from '../provider/process.ts';
import { printable } from '../redact/gate.ts';
import { createAuditor } from '../session/auditor.ts';
import { type Config, DEFAULT_CONFIG } from '../session/config.ts';
import { type DataDir, resolveConfigFile, resolveDataDir } from '../session/data-dir.ts';
import type { Ports } from '../session/ports.ts';
import type { ProcessContext } from './context.ts';
import { hasInput } from './terminal-check.ts';
import { version } from './version.ts';

const MAX_CONFIG_BYTES = 1024 * 1024;
const MAX_PROBE_BYTES = 1024 * 1024;

export async function createPorts({ env, hasTerminal, err }: ProcessContext): Promise<Ports> {
  const home = env['HOME'] || homedir();
  const data = resolveDataDir(env, process.platform, home);
  const config = await readConfig(resolveConfigFile(env, process.platform, home));
  const world = {
    clock: { now: () => Date.now(), elapsed: () => performance.now() },
    zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    random: (bytes: number) => randomBytes(bytes),
    env,
    home,
    uid: process.getuid?.() ?? -1,
    pid: process.pid,
    createdBy: `uuldana ${version()}`,
    data,
    config,
    adapters: allAdapters(config),
    hasTerminal,
    hasInput: hasInput(),
    currentFolder,
    talk: (line: string) => err(`${printable(line)}\n`),
    probeCache: probeCache(data),
    auditFile: () => import('../journal/audit-file.ts'),
    journalFile,
    osProcess,
    writer: () => import('../journal/writer.ts'),
    lock: async (path: string, waitMs?: number) =>
      (await import('../journal/lock.ts')).acquireLock(path, waitMs === undefined ? {} : { waitMs }),
    provider: providerPort,
    pty: async () => ({ ...(await import('../pty/supervisor.ts')), ...(await import('../pty/terminal.ts')) }),
    redactor: async () => {
      const { createRedactor, NO_REDACTION } = await import('../redact/secrets.ts');
      return config.redact ? createRedactor(env) : NO_REDACTION;
    },
  };
  return { ...world, audit: createAuditor(world) };
}

async function providerPort() {
  const [binary, git, kept, listing, live, native, ownLog, probe, tree, raises, rivals, settings, stubs] =
    await Promise.all([
      import('../provider/binary.ts'),
      import('../provider/git-state.ts'),
      import('../provider/kept-files.ts'),
      import('../provider/listing.ts'),
      import('../provider/live-conversation.ts'),
      import('../provider/native.ts'),
      import('../provider/own-log-reader.ts'),
      import('../provider/probe.ts'),
      import('../provider/process-tree.ts'),
      import('../provider/raises.ts'),
      import('../provider/rivals.ts'),
      import('../provider/settings.ts'),
      import('../provider/stub-files.ts'),
    ]);
  return {
    ...binary,
    ...git,
    ...kept,
    ...listing,
    ...live,
    ...native,
    ...ownLog,
    ...probe,
    ...tree,
    ...raises,
    ...rivals,
    ...settings,
    ...stubs,
  };
}

function allAdapters(config: Config): readonly Adapter[] {
  return [...adapters, ...Object.entries(config.providers).map(([id, provider]) => customAdapter(id, provider))];
}

/** @throws UuldanaError `config-invalid` */
async function readConfig(file: string): Promise<Config> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    if (errnoOf(cause) === 'ENOENT' || errnoOf(cause) === 'ENOTDIR') return DEFAULT_CONFIG;
    throw new UuldanaError('config-invalid', `The config file cannot be read: ${messageOf(cause)}`, {
      hint: `Mend or remove ${file}`,
      cause,
    });
  }
  if (text.length > MAX_CONFIG_BYTES) {
    throw new UuldanaError('config-invalid', `The config file is larger than ${MAX_CONFIG_BYTES} bytes`, {
      hint: `Mend or remove ${file}`,
    });
  }
  const { parseConfig } = await import('../session/config-file.ts');
  return parseConfig(
    text,
    file,
    adapters.map(({ id }) => id),
  );
}

/** @throws UuldanaError `workspace` when the folder is gone or cannot be entered */
function currentFolder(): string {
  try {
    return realpathSync(process.cwd());
  } catch (cause) {
    throw new UuldanaError('workspace', `The current folder cannot be used: ${messageOf(cause)}`, {
      hint: 'It may have been deleted. Change to another folder.',
      cause,
    });
  }
}

/** A cache: what cannot be kept or read is asked again, so a failure here is no one's business. */
function probeCache(data: DataDir): ProbeCache {
  const file = (key: string) => join(data.probes, `${key}.json`);
  return {
    read(key) {
      try {
        return readSmallFile(file(key), MAX_PROBE_BYTES)?.toString('utf8') ?? null;
      } catch {
        return null; // not a file of ours: the program is asked
      }
    },
    write(key, text) {
      try {
        mkdirSync(data.probes, { recursive: true, mode: 0o700 });
        replaceFile(file(key), text, { durable: false });
      } catch {
        // the next launch asks again; what is wrong with the directory is said when the journal is made
      }
    },
  };
}
