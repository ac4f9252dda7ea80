/** What the suite has to know of an agent to use it as a person does. A cast is data, as its adapter is. */

import type { Adapter } from '../../../src/provider/adapter.ts';

export interface Place {
  readonly home: string;
  readonly workspace: string;
  /** Folders that it trusts. */
  readonly trusted: readonly string[];
  /** Base URL of the model. */
  readonly url: string;
}

export interface Server {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface Cast {
  readonly adapter: Adapter;
  /** Path below HOME -> text or JSON of a file, so that it asks none of its first-run questions. */
  readonly files: (place: Place) => Readonly<Record<string, string | object>>;
  readonly env: (place: Place) => Readonly<Record<string, string>>;
  /** The same, with an MCP server of that name whose read-only tools it may call unasked. */
  readonly withServer: (place: Place, name: string, server: Server) => Readonly<Record<string, string | object>>;
  /** What has to be done before several are started at once, where this version needs it. */
  readonly prepare?: (place: Pick<Place, 'home' | 'workspace'>) => Promise<void>;
  /** Its screen once it takes input. */
  readonly ready: RegExp;
  /** Regular expression of what it shows behind an answer once it takes commands too; without one it takes them at once. */
  readonly rests?: string;
  /** Regular expression of its input box, up to what was typed. */
  readonly box: string;
  /** Regular expression of what stands below the text in the box, where other rows begin as the box does. */
  readonly below?: string;
  /** What it shows below its box when a command of its own is typed, where it takes one for a prompt until it has loaded them. */
  readonly lists?: (command: string) => RegExp;
  /** A command of its own that begins another conversation, and the screen after it. */
  readonly reset: { readonly command: string; readonly shows: RegExp };
  /** The key that approves a tool call in its dialog; Enter, where it is not said. */
  readonly approve?: string;
  /** A command of its own that ends it. */
  readonly leave: string;
  /** Its question whether a tool may do something, how to say no, and the screen after that; and what stands below a tool's result once it rests. */
  readonly asks: { readonly shows: RegExp; readonly no: string; readonly after: RegExp; readonly done: string };
  /** Arguments of a start without uuldana, at a level that asks. */
  readonly plain: (prompt: string) => readonly string[];
  /** Deletes the conversation as its vendor might; HOME and workspace are a stage's. */
  readonly forget: (place: Pick<Place, 'home' | 'workspace'>, nativeId: string) => void;
  /** Whether a path is a file of conversations, which uuldana never opens. */
  readonly isConversation: (path: string) => boolean;
  /** The variable that moves its folder to another place, and what has to go there for a start without questions. */
  readonly move: (folder: string) => Readonly<Record<string, string>>;
}
