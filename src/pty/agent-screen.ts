/**
 * The screen model of one run: loaded late, since the emulator takes longer to load than many an agent to start, and missing
 * when it cannot be loaded, which ends nothing.
 */

import type { Size } from './backend.ts';
import type { Batch } from './conversation.ts';
import type { Capture, Snapshot } from './live-event.ts';
import type { Screen } from './screen.ts';
import type { ScreenFeed } from './screen-feed.ts';

export interface AgentScreenOptions {
  /** The terminal's, when the agent is started. */
  readonly size: Size;
  readonly capture: Capture;
  readonly chrome: readonly RegExp[];
}

export class AgentScreen {
  readonly #feed: ScreenFeed;
  readonly #options: AgentScreenOptions;
  #screen: Screen | undefined;
  #loading = Promise.resolve();

  constructor(feed: ScreenFeed, options: AgentScreenOptions) {
    this.#feed = feed;
    this.#options = options;
  }

  /** @param answer gets the replies to the agent's queries; undefined: a real terminal replies */
  load(answer: ((reply: string) => void) | undefined): void {
    this.#loading = this.#load(answer);
  }

  /** What it shows of what it has seen; without text until it is loaded. */
  snapshot(): Snapshot {
    return this.#screen?.snapshot() ?? { lines: [], above: [], size: this.#options.size, title: null };
  }

  /** Rows with text that are shown now, chrome and all. */
  view(): readonly string[] {
    return this.#screen?.view() ?? [];
  }

  /** Lines that became final since the last time. */
  takeTranscript(): readonly Batch[] {
    return this.#screen?.takeTranscript() ?? [];
  }

  /** After the agent's end: sees the rest, and takes it for final. */
  async seeAll(): Promise<void> {
    await this.#loading;
    this.#feed.showAll();
    this.#screen?.finish();
  }

  /** How often the model failed. */
  get failures(): number {
    return this.#screen?.failures ?? 1;
  }

  async #load(answer: ((reply: string) => void) | undefined): Promise<void> {
    try {
      const { createScreen } = await import('./screen.ts');
      const { size, capture, chrome } = this.#options;
      this.#screen = createScreen(size, { answerQueries: answer !== undefined, capture, chrome });
      if (answer !== undefined) this.#screen.onReply(answer);
    } catch {
      // without it there is no text to keep: `screenFailures` says so, and the agent goes on
    }
    this.#feed.connect(this.#screen);
  }
}
