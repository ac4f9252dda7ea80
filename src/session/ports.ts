/**
 * The outside world as the use cases see it. cli/ports.ts binds these to the real thing; a test binds what it needs.
 * What is slow to load, and what only some commands need, comes as a function.
 */

import type { Clock } from '../core/time.ts';
import type * as auditFile from '../journal/audit-file.ts';
import type * as journalFile from '../journal/file.ts';
import type { Lock } from '../journal/lock.ts';
import type * as journalWriter from '../journal/writer.ts';
import type { Adapter } from '../provider/adapter.ts';
import type * as binary from '../provider/binary.ts';
import type * as git from '../provider/git-state.ts';
import type * as kept from '../provider/kept-files.ts';
import type * as listing from '../provider/listing.ts';
import type * as live from '../provider/live-conversation.ts';
import type * as native from '../provider/native.ts';
import type * as ownLog from '../provider/own-log-reader.ts';
import type * as probe from '../provider/probe.ts';
import type * as osProcess from '../provider/process.ts';
import type * as processTree from '../provider/process-tree.ts';
import type * as raises from '../provider/raises.ts';
import type * as rivals from '../provider/rivals.ts';
import type * as settings from '../provider/settings.ts';
import type * as stubs from '../provider/stub-files.ts';
import type * as supervisor from '../pty/supervisor.ts';
import type * as terminal from '../pty/terminal.ts';
import type { Redactor } from '../redact/secrets.ts';
import type { Audit } from './auditor.ts';
import type { Config } from './config.ts';
import type { DataDir } from './data-dir.ts';

export type ProviderPort = typeof binary &
  typeof git &
  typeof kept &
  typeof listing &
  typeof live &
  typeof native &
  typeof ownLog &
  typeof probe &
  typeof processTree &
  typeof raises &
  typeof rivals &
  typeof settings &
  typeof stubs;
export type PtyPort = Pick<typeof supervisor, 'supervise'> & Pick<typeof terminal, 'openUserTerminal'>;

export interface Ports {
  readonly clock: Clock;
  /** IANA name of the time zone that agents are started in. */
  readonly zone: string;
  readonly random: (bytes: number) => Uint8Array;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly uid: number;
  readonly pid: number;
  /** `uuldana X.Y.Z` */
  readonly createdBy: string;
  readonly data: DataDir;
  readonly config: Config;
  /** Built-in adapters and those of the config file. */
  readonly adapters: readonly Adapter[];
  /** Whether stdin and stdout both are a terminal. */
  readonly hasTerminal: boolean;
  /** Whether stdin is a pipe or a file with something to read. */
  readonly hasInput: boolean;
  /** The real path of the current folder; throws UuldanaError `workspace` when it is gone. */
  readonly currentFolder: () => string;
  /** One line to stderr, through the gate. */
  readonly talk: (line: string) => void;
  readonly probeCache: probe.ProbeCache;
  /** Adds to the audit log; says at most once that it could not. Never throws. */
  readonly audit: Audit;
  readonly auditFile: () => Promise<typeof auditFile>;
  readonly journalFile: typeof journalFile;
  readonly osProcess: typeof osProcess;
  readonly writer: () => Promise<typeof journalWriter>;
  readonly lock: (path: string, waitMs?: number) => Promise<Lock | null>;
  readonly provider: () => Promise<ProviderPort>;
  readonly pty: () => Promise<PtyPort>;
  readonly redactor: () => Promise<Redactor>;
}
