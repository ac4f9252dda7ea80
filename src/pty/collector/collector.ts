/**
 * Frames in, lines out: all that an agent showed, each line once and in order, of its two screens. It knows no clock, no terminal and
 * no agent. Rows of the normal screen stay known while the alternate one is shown; a visit to that one is a document of its own.
 */

import { Body, type Frame } from './body.ts';
import { Document } from './document.ts';
import { type Line, LineJoiner } from './lines.ts';

export type { Frame } from './body.ts';
export type { Line } from './lines.ts';

export interface CollectorOptions {
  /** What rows of interface look like. */
  readonly chrome: readonly RegExp[];
  /** Lines may be missing before the first: an earlier collector failed. */
  readonly gap?: boolean;
}

/** Rows above the view that may still change; rows that are remembered, to know them again when somebody scrolls back. */
const [HOLD_ROWS, MEMORY_ROWS] = [120, 3000];

interface Side {
  readonly body: Body;
  readonly document: Document;
}

export class Collector {
  readonly #chrome: readonly RegExp[];
  readonly #joiner = new LineJoiner();
  #gap: boolean;
  readonly #normal: Side;
  #alternate: Side | undefined;

  constructor({ chrome, gap = false }: CollectorOptions) {
    this.#chrome = chrome;
    this.#gap = gap;
    this.#normal = this.#side();
  }

  frame(frame: Frame): void {
    const { body, document } = this.#alternate ?? this.#normal;
    document.show(body.rowsOf(frame));
  }

  /** Frames are of the alternate screen, or of the normal one again. */
  switchTo(screen: 'normal' | 'alternate'): void {
    if ((screen === 'alternate') === (this.#alternate !== undefined)) return;
    (this.#alternate ?? this.#normal).document.finish();
    this.#alternate = screen === 'alternate' ? this.#side() : undefined;
  }

  /** The terminal has another size; the frames before were of the old one. */
  resized(): void {
    for (const side of [this.#normal, this.#alternate]) {
      side?.body.resized();
      side?.document.resized();
    }
  }

  /** Lines that became final. They are told once. */
  take(): Line[] {
    return this.#joiner.take();
  }

  /** Lines behind those: what may still change. */
  open(): readonly Line[] {
    return this.#joiner.with((this.#alternate ?? this.#normal).document.open());
  }

  #side(): Side {
    const document = new Document({
      hold: HOLD_ROWS,
      memory: MEMORY_ROWS,
      tell: (row) => {
        this.#joiner.put(this.#gap ? { ...row, gap: true } : row);
        this.#gap = false;
      },
    });
    return { body: new Body(this.#chrome), document };
  }
}
