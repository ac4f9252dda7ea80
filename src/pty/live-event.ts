/**
 * What the supervisor tells while a run lives. These are not journal events: the supervisor does not know what a journal is.
 * src/session/record.ts is the one place that turns the one into the other.
 */

/** Text that a run showed: logical lines with text, oldest first. */
export interface Snapshot {
  /** The last 120. */
  readonly lines: readonly string[];
  /**
   * Lines older than `lines` that are not final yet; empty without `capture: 'conversation'`. What `transcript` told so far, these
   * and `lines` are all there is, each line once; at the run's end it is empty, since all of it was told.
   */
  readonly above: readonly string[];
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
  | { readonly type: 'checkpoint'; readonly snapshot: Snapshot }
  /**
   * Lines that became final, oldest first; only with `capture: 'conversation'`. At most once a second, and the rest before the
   * run's end is told. `gap`: lines may be missing before the first.
   */
  | { readonly type: 'transcript'; readonly lines: readonly string[]; readonly gap: boolean };

/** What is kept of a run: the last 120 lines, or everything it showed. */
export type Capture = 'screen' | 'conversation';

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
