/** What somebody could try with one provider to get above a ceiling. A subject is data: routes.ts makes routes of it. */

import type { TestPty } from '../../support/pty-harness.ts';
import type { Stage } from '../stage.ts';

/** A file below HOME (`~/...`) or the workspace (`./...`), or below the machine's root. */
export interface HostileFile {
  readonly path: string;
  readonly text: string;
}

export interface Subject {
  readonly id: string;
  /** A flag and its value that raise, widen or bring in something. */
  readonly flags: readonly (readonly [flag: string, value?: string])[];
  /** Other spellings that only this agent's parser knows, and its subcommands. */
  readonly words: readonly (readonly string[])[];
  /** A flag with a value that passes below bypass, behind which others could hide. */
  readonly passes: string | null;
  /** `{home}` and `{work}` stand for folders. */
  readonly variables: Readonly<Record<string, string>>;
  /** It is asked for its conversations at each resume, which takes seconds: fewer ceilings stand for all there. */
  readonly resumesSlowly?: true;
  readonly files: Readonly<Record<string, readonly HostileFile[]>>;
  /** Dialogs at the start that somebody answers in the freest way. */
  readonly dialogs: readonly { readonly shows: RegExp; readonly keys: readonly string[] }[];
  /** What the person at the keyboard can press and type, in this order. It is judged after each. */
  readonly inside: Readonly<Record<string, (pty: TestPty, stage: Stage) => Promise<void>>>;
}

export const json = (path: string, value: object): HostileFile => ({ path, text: JSON.stringify(value) });
