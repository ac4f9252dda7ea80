/**
 * The Adapter contract: one value describes one provider. Adapters are data; the few functions in them are pure.
 * adapters/README.md explains how to write one. Each fact about somebody else's program stands in `sources` with the
 * version and the way it was seen.
 */

import type { Enforcement, Level, Strength } from '../core/permission.ts';

/**
 * Arguments that belong together. A group is left out as a whole when one of its placeholders has no value.
 * Placeholders: `{native_id}` (in `new`: uuldana chooses the id) and `{prompt}`, alone or inside `--flag={prompt}`.
 */
export type ArgGroup = readonly string[];

/** What a level takes, and how well it is held. */
export interface LevelPromise {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly strength: Strength;
  /** The highest level that the person at the keyboard can reach inside the agent; the level itself when `held`. */
  readonly reaches: Level;
  readonly enforcedBy: readonly Enforcement[];
}

/** A flag of the agent that may follow `--` below bypass, and whether it takes a value. */
export type AllowedFlags = Readonly<Record<string, 'flag' | 'value'>>;

/** Where the user's own settings name the level the agent would start with; later files win. */
export interface SettingsDefault {
  /** Relative to the provider's root (`root`) or the workspace. JSON. */
  readonly base: 'root' | 'workspace';
  readonly file: string;
  /** Path of the value inside the JSON. */
  readonly key: readonly string[];
  /** The agent's word for a level -> ours. A word that is missing here is ignored. */
  readonly levels: Readonly<Record<string, Level>>;
}

/** A file that the agent keeps while it runs and that names its live conversation. Never a conversation itself. */
export interface LiveRegistry {
  /** Relative to the root; `{pid}` is the agent's process or a descendant of it. JSON. */
  readonly file: string;
  readonly idKey: string;
  readonly workspaceKey: string;
  /** Unix milliseconds of the process's start: tells a stale file of a recycled pid. */
  readonly startedAtKey: string;
}

/** Where the provider keeps its conversations. Files are listed, never opened. */
export interface NativeStore {
  /** The folder: the variable if it is set and not empty, else this path below the home directory. */
  readonly root: { readonly env: string | null; readonly home: string };
  /** The folder of a workspace's conversations, relative to the root. */
  readonly folderOf: (workspace: string) => string;
  /** The native id that a file name stands for, or null when it is no conversation. */
  readonly idFrom: (fileName: string) => string | null;
  readonly registry: LiveRegistry | null;
}

export interface Adapter {
  /** What users type; `[a-z0-9][a-z0-9-]*`. */
  readonly id: string;
  readonly title: string;
  readonly homepage: string | null;
  /** Command to look up, or an absolute path. */
  readonly bin: string;
  /** For a program that ships with uuldana: its script, relative to dist/src, run by the Node that runs uuldana. */
  readonly builtIn?: string;
  /** What to type to install it; null when there is nothing to say. */
  readonly install: string | null;
  /** The versions that the facts were seen with. */
  readonly testedWith: string | null;
  /** Whether the installed program's help is asked which flags exist. Never for custom providers. */
  readonly probe: boolean;
  /** Whether the program can only be talked to through a terminal; if so a start without terminal, prompt and input is refused. */
  readonly needsTerminal: boolean;
  readonly args: {
    readonly new: readonly ArgGroup[];
    readonly resume: readonly ArgGroup[] | null;
    readonly continue: readonly ArgGroup[] | null;
  };
  /** A level that is missing here cannot be granted. */
  readonly levels: Readonly<Partial<Record<Level, LevelPromise>>>;
  /** The level it starts with when nobody asks for one; null: the highest listed at or below the ceiling. */
  readonly defaultLevel: Level | null;
  readonly settingsDefaults: readonly SettingsDefault[];
  /** `any`: arguments after `--` pass as they are (custom providers). */
  readonly allowedFlags: AllowedFlags | 'any';
  readonly env: {
    readonly set: Readonly<Record<string, string>>;
    /** Names, or prefixes ending in `*`: what raises permissions and what an outer agent leaves for its tools. */
    readonly unset: readonly string[];
  };
  readonly native: NativeStore | null;
  /** Regular expressions over one logical line of the screen; a group `resets_at` names the time. */
  readonly limitPatterns: readonly string[];
  /** Field or topic -> where the fact is from: version, date, how it was seen. */
  readonly sources: Readonly<Record<string, string>>;
}
