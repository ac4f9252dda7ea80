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
  /** A file that uuldana writes for the agent before it starts; `{file}` in `args` is its absolute path. */
  readonly file?: { readonly name: string; readonly text: string };
  /** Ids of `raises` that it makes ineffective. */
  readonly overrides?: readonly string[];
  /** A stricter form of the level, in which it is held. */
  readonly lock?: Lock;
}

/**
 * It replaces what the level takes. Used with a strict ceiling, and without one where nothing of the user's own is found that it
 * would switch off.
 */
export interface Lock extends Pick<LevelPromise, 'args' | 'env' | 'enforcedBy' | 'file' | 'overrides'> {
  /** Ids of `raises` that users may have for good reasons, and that do nothing while it is used. */
  readonly costs: readonly string[];
}

/** One file, or several: a `*` stands for any name of one folder or file. Never a conversation. */
export interface RaisePlace {
  /** The provider's folder, the workspace, the user's home, or the machine (then `file` is absolute). */
  readonly base: 'root' | 'workspace' | 'home' | 'machine';
  readonly file: string;
  /** Comes with the repository, so it is not the user's own. */
  readonly shared?: boolean;
}

/**
 * What to look for. In JSON: at `key` the items of a list, the names of an object, or the text of anything else that is not
 * false or empty, as far as the regular expression `matching` fits them. In any other text: what the regular expression `text`
 * finds (flags `gm`).
 */
export type RaiseLook = { readonly key: readonly string[]; readonly matching?: string } | { readonly text: string };

/** Something that may stand in settings of a provider. */
export interface Raise {
  /** What `overrides` and `costs` of a level name it by. */
  readonly id: string;
  /** For people: `permissions.allow`. */
  readonly what: string;
  readonly places: readonly RaisePlace[];
  readonly look: RaiseLook;
  /** The levels at which it lets the agent do unasked what the level asks for; none for what only costs when it is overridden. */
  readonly levels: readonly Level[];
  /** How far. */
  readonly reaches: Level;
}

/** A flag of the agent that may follow `--` below bypass, whether it takes a value, and up to which level it widens nothing. */
export type AllowedFlags = Readonly<
  Record<string, 'flag' | 'value' | { readonly takes: 'flag' | 'value'; readonly upTo: Level }>
>;

/** Where the user's own settings name the level the agent would start with; later files win. */
export interface SettingsDefault {
  /** Relative to the provider's root (`root`) or the workspace. */
  readonly base: 'root' | 'workspace';
  readonly file: string;
  /** Default: JSON. Of TOML only the strings above the first table are read. */
  readonly format?: 'json' | 'toml';
  /** Path of the value inside the file. */
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

/**
 * Files that the agent's process holds open and whose names stand for conversations: the one that was put there last is live.
 * Known on Linux only.
 */
export interface HeldFiles {
  /** Folder below the root. */
  readonly folder: string;
  readonly idFrom: (fileName: string) => string | null;
  /**
   * A file below the root, with `{native_id}` in its name, that exists for conversations of a person and not for those that the
   * agent starts by itself. A conversation that the run was given needs none.
   */
  readonly mark: string;
}

/**
 * A log that all processes of the provider append to. The line that ends where a process wrote last names its lines, and these
 * name its conversations. Known on Linux only.
 */
export interface OwnLog {
  /** Below the root. */
  readonly file: string;
  /** Regular expression over a line; its group `run` names the process. */
  readonly run: string;
  /** Regular expression over a line that names a conversation of a person, and not of the agent's own; its groups `run` and `id`. */
  readonly conversation: string;
  /**
   * Regular expression over a line that begins a turn of a conversation of any kind; its groups `run` and `id`. Of those that
   * `conversation` names the one whose turn began last is live, so that one which goes on in the background is not. Without it:
   * the one that was named last.
   */
  readonly turn?: string;
}

/**
 * Conversation files that are written and not held: a file that is written again and again while no other process of the
 * provider works in the folder is the live conversation's. Known on Linux only.
 */
export interface WrittenFiles {
  /** What the command line of such a process names: the last part of its program or script. */
  readonly program: string;
}

/** One conversation as the agent's own listing names it; times in Unix milliseconds. */
export interface ListedConversation {
  readonly id: string;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/** The agent's own command that lists conversations. It may take seconds, so it is asked at a resume, or after a crash. */
export interface Listing {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** What it printed -> the conversations of exactly this workspace; null when it is not understood. */
  readonly read: (stdout: string, workspace: string) => readonly ListedConversation[] | null;
  /**
   * The last part of the program or script that a process of the provider runs. Where it is given, the listing also proves what
   * an agent that was killed could no longer tell: the one conversation that was begun while no other such process worked in the
   * folder, and that no line of `log` gives to another process, is the run's. Known on Linux only.
   */
  readonly program?: string;
}

/**
 * A resume leaves a second, empty file for the same conversation, and the next start of the agent deletes both. Such a file is
 * renamed before: `prefix` and its name, which the agent does not look at. The names of files sort by their age.
 */
export interface StubFiles {
  readonly prefix: string;
  /** A file that is larger is no stub. */
  readonly maxBytes: number;
}

/** Where the provider keeps its conversations. Files are listed, never opened. */
export interface NativeStore {
  /** The folder: the variable if it is set and not empty (with `below` behind it), else this path below the home directory. */
  readonly root: { readonly env: string | null; readonly below?: string; readonly home: string };
  /**
   * The folder of a workspace's conversations, relative to the root; null where it has none yet. In its place null: they are in
   * no files of their own.
   *
   * @param name  what `index` says of the workspace; null when it says nothing
   */
  readonly folderOf: ((workspace: string, name: string | null) => string | null) | null;
  /** A JSON file of settings below the root that names workspaces: at `key`, an object of path -> name. */
  readonly index?: { readonly file: string; readonly key: readonly string[] };
  /** How many levels of folders lie between that folder and the files; they are shared by all workspaces. */
  readonly depth?: number;
  /** The native id that a file name stands for, or what `keyOf` makes of it, or null when it is no conversation. */
  readonly idFrom: (fileName: string) => string | null;
  /** What of a native id stands in a file's name, where that is not the whole. */
  readonly keyOf?: (nativeId: string) => string;
  /** Bytes: a smaller file is left of a conversation in which nobody spoke and cannot be resumed, so it counts as none. */
  readonly stubBelow?: number;
  /** A file appears at the start and is written again when somebody speaks; before that it cannot be resumed and counts as none. */
  readonly begunEmpty?: boolean;
  readonly registry: LiveRegistry | null;
  readonly held?: HeldFiles;
  readonly log?: OwnLog;
  readonly written?: WrittenFiles;
  readonly listing?: Listing;
  readonly stubs?: StubFiles;
  /**
   * Where a start of the agent may delete the conversation of another one that runs. Its file has a second name while a run lives,
   * this prefix and its name, which the agent does not look at, and is put back when the first one is gone.
   */
  readonly keptPrefix?: string;
  /** Regular expression over the last lines that an agent shows when it exits; its group `id` is the conversation's. */
  readonly farewell?: string;
}

export interface NoticeFacts {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The provider's folder, absolute. */
  readonly root: string;
}

/** How a first prompt reaches an agent that takes none in its arguments: pasted, and only on a screen that is ready for it. */
export interface PastedPrompt {
  /** Where it takes none; at other starts it is pasted only when its user asks for that. */
  readonly ways: readonly ('new' | 'resume' | 'continue')[];
  /** Regular expression over the last rows of the screen, joined by line feeds. What asks for a decision never fits. */
  readonly ready: string;
}

/**
 * Whom the lines of a conversation are from, by the signs that the agent puts before them. Each list holds regular expressions over
 * one logical line, a line feed, and the line below it (nothing behind the last one). They are asked in the order in which they
 * stand here. A sign opens a block: the lines below that are indented as far as its text, or have the bar too, belong to it until the
 * next sign. A group `mark`, at the beginning of the line, is the sign with its blanks.
 */
export interface Speakers {
  /** What the agent shows besides the conversation. */
  readonly chrome?: readonly string[];
  readonly tool?: readonly string[];
  readonly user?: readonly string[];
  readonly agent?: readonly string[];
  /** Regular expression over one line: a bar that runs along a block. Within it only the sign of a tool opens another one. */
  readonly bar?: string;
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
  /**
   * Flags among these arguments that are left out, and said to be, where the installed program's help does not name them: versions
   * without them have nothing that they would switch off.
   */
  readonly optionalFlags?: readonly string[];
  readonly pasted?: PastedPrompt;
  /** A level that is missing here cannot be granted. */
  readonly levels: Readonly<Partial<Record<Level, LevelPromise>>>;
  /** What may stand in settings of user, folder and machine and lets things run unasked, whatever the level. */
  readonly raises?: readonly Raise[];
  /** The level it starts with when nobody asks for one; null: the highest listed at or below the ceiling. */
  readonly defaultLevel: Level | null;
  readonly settingsDefaults: readonly SettingsDefault[];
  /** `any`: arguments after `--` pass as they are (custom providers). */
  readonly allowedFlags: AllowedFlags | 'any';
  /** Flags that users may well try, and why they do not pass: what stands behind "FLAG: ". */
  readonly refusedFlags?: Readonly<Record<string, string>>;
  readonly env: {
    readonly set: Readonly<Record<string, string>>;
    /** Names, or prefixes ending in `*`: what raises permissions and what an outer agent leaves for its tools. */
    readonly unset: readonly string[];
  };
  readonly native: NativeStore | null;
  /** What stands in the way of a good run on this machine, in sentences. Pure. */
  readonly notices?: (facts: NoticeFacts) => readonly string[];
  /**
   * Regular expression over the title that the agent gives its terminal, without glyphs in front; its group `title` says what the
   * conversation is about. Null: none of its titles does. Without it all do, but for the agent's own `title`.
   */
  readonly titlePattern?: string | null;
  /**
   * Regular expressions over one row of the screen: what is interface and no conversation (input box, footer, spinner, a pill over
   * the text, scroll bar).
   */
  readonly chrome?: readonly string[];
  readonly speakers?: Speakers;
  /**
   * Regular expressions over one logical line of the screen without frame and indentation; those that begin with `^` over such a line
   * and the eight below it, joined by blanks. A group `resets_at` names the time.
   */
  readonly limitPatterns: readonly string[];
  /** Regular expression over a line that is a prompt the user sent off, and no command, no empty input box, no choice of a menu. */
  readonly promptPattern?: string;
  /** Field or topic -> where the fact is from: version, date, how it was seen. */
  readonly sources: Readonly<Record<string, string>>;
}
