/** What a journal tells of its session and of its own state. Made by fold.ts. */

import type { Level } from '../core/permission.ts';
import type { JournalHeader } from './event.ts';
import type { RunRecord } from './run-record.ts';

export interface History {
  /** Null when it is missing, damaged or not understood. */
  readonly header: JournalHeader | null;
  /** The version of a file that a newer uuldana wrote; it is never appended to. */
  readonly newerVersion: number | null;
  /** The strictest that header, run.started and permission name; nothing readable: `read-only`. */
  readonly ceiling: Level;
  /** True when the header does not tell. */
  readonly strict: boolean;
  /** The last run's, else the header's. */
  readonly workspace: string | null;
  /** The last run's, else the header's. */
  readonly provider: string | null;
  readonly title: string | null;
  readonly createdAt: string | null;
  readonly lastActiveAt: string | null;
  readonly runs: readonly RunRecord[];
  /** The oldest run records that were left out for their size; 0 for any real session. */
  readonly runsOmitted: number;
  /** Good lines besides the header, unknown ones included. */
  readonly events: number;
  readonly unknown: number;
  readonly damaged: number;
  readonly chainBreaks: number;
  readonly missingSeq: number;
  readonly seals: number;
  /** Damaged lines that no seal directly after them accounts for. */
  readonly unsealedDamage: number;
  /** The sum of `gap.lost`. */
  readonly lostEvents: number;
  readonly lastSeq: number;
  readonly lastSum: string;
  /** Bytes in the file. */
  readonly bytes: number;
  readonly endsWithNewline: boolean;
  /** Bytes of an unterminated damaged last line; 0 when the last line is whole. */
  readonly tailBytes: number;
}
