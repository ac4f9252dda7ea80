/** What is asked of a running agent, and what is answered: which of its conversations is the live one, and how that is known. */

export interface LiveQuestion {
  /** The agent's process first, then its descendants from the nearest on: an agent that it runs as a tool comes later. */
  readonly pids: readonly number[];
  readonly workspace: string;
  /** Unix milliseconds before which the agent was not started. */
  readonly notBefore: number;
  /** After a crash the pid may have been used again: Unix milliseconds after which the agent was not started. */
  readonly notAfter?: number;
  /** The live conversation as far as it is known. */
  readonly known: string | null;
}

export interface Sighting {
  readonly nativeId: string;
  /** For the journal: where it was seen. */
  readonly evidence: string;
  /** Whether it could only be seen because somebody had spoken in it. */
  readonly spoken: boolean;
}

/** How lines of the agent's are found in a log that it shares with others (adapter.ts, OwnLog), when it is gone. */
export interface LogTrail {
  /** What names its lines; null when it wrote none that was seen. */
  readonly run: string | null;
  /** Bytes: where the log ended when the agent was started. */
  readonly from: number;
}

/** What may become an argument: no id begins with a dash, and none holds white space. */
export const NATIVE_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,199}$/;
