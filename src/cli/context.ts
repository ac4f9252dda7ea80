/** What a command is given: the process as values, and the ports, made when the first command that needs them asks. */

import type { Ports } from '../session/ports.ts';

export interface ProcessContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly hasTerminal: boolean;
  /** Columns of the terminal; 80 where there is none. */
  readonly columns: () => number;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

export interface CommandContext extends ProcessContext {
  readonly ports: () => Promise<Ports>;
  /** What stood behind `--`. */
  readonly extra: readonly string[];
  /** Whether `--` was typed at all. */
  readonly hasExtra: boolean;
  /** The exit status that the command ends with; 0 unless it says otherwise. */
  exitCode: number;
}
