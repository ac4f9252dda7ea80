/**
 * The screen model of one run: loaded late, since the emulator takes longer to load than many an agent to start, and missing
 * when it cannot be loaded, which ends nothing.
 */

import type { Size } from './backend.ts';
import type { Snapshot } from './live-event.ts';
import type { Screen } from './screen.ts';
import type { ScreenFeed } from './screen-feed.ts';

export class AgentScreen {
  readonly #feed: ScreenFeed;
  readonly #size: Size;
  #screen: Screen | undefined;
  #loading = Promise.resolve();

  /** @param size the terminal's, when the agent is started */
  constructor(feed: ScreenFeed, size: Size) {
    this.#feed = feed;
    this.#size = size;
  }

  /** @param answer gets the replies to the agent's queries; undefined: a real terminal replies */
  load(answer: ((reply: string) => void) | undefined): void {
    this.#loading = this.#load(answer);
  }

  /** What it shows of what it has seen; without text until it is loaded. */
  snapshot(): Snapshot {
    return this.#screen?.snapshot() ?? { lines: [], above: [], size: this.#size, title: null };
  }

  /** After the agent's end: what it showed when it had seen all. */
  async atEnd(): Promise<{ snapshot: Snapshot; screenFailures: number }> {
    await this.#loading;
    this.#feed.showAll();
    return { snapshot: this.snapshot(), screenFailures: this.#screen?.failures ?? 1 };
  }

  async #load(answer: ((reply: string) => void) | undefined): Promise<void> {
    try {
      const { createScreen } = await import('./screen.ts');
      this.#screen = createScreen(this.#size, { answerQueries: answer !== undefined });
      if (answer !== undefined) this.#screen.onReply(answer);
    } catch {
      // without it there is no text to keep: `screenFailures` says so, and the agent goes on
    }
    this.#feed.connect(this.#screen);
  }
}
