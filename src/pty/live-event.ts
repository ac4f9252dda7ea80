/**
 * What the supervisor tells while a run lives. These are not journal events: the supervisor does not know what a journal is.
 * src/session/record.ts is the one place that turns the one into the other.
 */

/** Text that a run showed: logical lines with text, oldest first. */
export interface Snapshot {
  readonly lines: readonly string[];
  readonly size: { readonly cols: number; readonly rows: number };
  /** The title the agent gave its terminal last, raw, or null. */
  readonly title: string | null;
}

export type LiveEvent =
  | { readonly type: 'started'; readonly pid: number }
  /** Printable text followed by Enter was typed or pasted; told once until `rearmSpoken` is called. */
  | { readonly type: 'spoke' }
  | { readonly type: 'suspended' }
  | { readonly type: 'continued' }
  /** The screen changed since the last checkpoint; told at most every `checkpointMs`. */
  | { readonly type: 'checkpoint'; readonly snapshot: Snapshot };

/** How a run ended. `failed` is ours: the agent could not be started, or its end was not seen. */
export interface RunEnd {
  readonly status: 'exited' | 'signaled' | 'failed';
  readonly exitCode: number | null;
  /** `SIGKILL`, ... */
  readonly signal: string | null;
  /** Why uuldana ended it (`hangup`, `terminated`, `interrupted`), or what failed; else null. */
  readonly reason: string | null;
  /** From a clock that never goes back. */
  readonly durationMs: number;
  readonly snapshot: Snapshot;
  /** How often the screen model failed and was reset; the text may be incomplete. */
  readonly screenFailures: number;
}
