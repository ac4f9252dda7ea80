/**
 * Runs one agent in the user's terminal, from its start until its last byte is written and the terminal is given back. It tells
 * what happens as live events and does not know who listens, nor what a journal is; no listener and no failure of the screen
 * model ends a run. The parts and how they are joined: run.ts.
 */

import { messageOf } from '../core/errors.ts';
import type { Command } from './backend.ts';
import type { Capture, LiveEvent, RunEnd, Snapshot } from './live-event.ts';
import { type HowEnded, Run } from './run.ts';
import type { UserTerminal } from './terminal.ts';
import { DEFAULT_GRACE, type Grace } from './terminate.ts';

export interface RunControl {
  readonly pid: number;
  /** Sets the title of the user's terminal, if there is one, as soon as that splits none of the agent's sequences. */
  setTitle(text: string): void;
  /** What the screen shows now. Empty until the screen model is loaded, some 100 ms after the start. */
  snapshot(): Snapshot;
  /** Rows with text that the screen shows now, input box and all. */
  view(): readonly string[];
  /** Gives the agent text as if it had been typed; it is not told as `spoke`. */
  type(text: string): void;
  /** `spoke` is told once more. */
  rearmSpoken(): void;
  /** Ends the run as a hangup does, step by step; the reason is in its end. */
  end(reason: string): void;
}

export interface SuperviseOptions {
  readonly command: Command;
  readonly terminal: UserTerminal;
  /** Whether Ctrl-Z is ours. */
  readonly suspendKey: boolean;
  readonly checkpointMs: number;
  /** Default: `screen`, and no `transcript` is told. */
  readonly capture?: Capture;
  /** Regular expressions over one row: what is the agent's interface and no conversation (`chrome` of its adapter). */
  readonly chrome?: readonly string[];
  readonly grace?: Grace;
  /** Called at once and in order; `started` before any output is passed on. What it throws is counted. */
  readonly onEvent: (event: LiveEvent, control: RunControl) => void;
}

export interface SupervisedEnd extends RunEnd {
  /** How often `onEvent` threw. */
  readonly listenerFailures: number;
}

/**
 * Runs the command and resolves with its end; never rejects for anything the agent does.
 *
 * Meanwhile SIGHUP, SIGTERM, SIGINT and SIGQUIT are passed on to the agent and followed by harder ones (terminate.ts); the
 * second is the last. The terminal is given back on every way out, an exception of ours included, and closed.
 */
export async function supervise(options: SuperviseOptions): Promise<SupervisedEnd> {
  const { terminal, command, onEvent, suspendKey, checkpointMs, grace = DEFAULT_GRACE } = options;
  const { capture = 'screen', chrome = [] } = options;
  const startedAt = performance.now();
  let listenerFailures = 0;
  const run = new Run({
    terminal,
    suspendKey: suspendKey && terminal.isTerminal,
    checkpointMs,
    capture,
    chrome,
    grace,
    tell,
  });
  const control: RunControl = {
    get pid() {
      return run.pid;
    },
    setTitle: (text) => run.setTitle(text),
    snapshot: () => run.snapshot(),
    view: () => run.view(),
    type: (text) => run.type(text),
    rearmSpoken: () => run.rearmSpoken(),
    end: (reason) => run.end(reason),
  };

  function tell(event: LiveEvent): void {
    try {
      onEvent(event, control);
    } catch {
      // whoever listens has its own ways to say what failed; the agent goes on
      listenerFailures++;
    }
  }

  try {
    const how = await run.toEnd(command).catch(failure);
    const { snapshot, screenFailures } = await run.screenAtEnd();
    const durationMs = performance.now() - startedAt;
    return { ...how, durationMs, snapshot, screenFailures, listenerFailures };
  } finally {
    await run.close();
  }
}

/** A terminal that cannot be had, or a fault of ours. */
function failure(error: unknown): HowEnded {
  return { status: 'failed', exitCode: null, signal: null, reason: messageOf(error) };
}
