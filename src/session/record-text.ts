/**
 * What a run showed, on its way into the journal: lines that became final as `transcript`, the screen and what stands between them
 * as checkpoint, and both at the end. Everything is redacted with the lines around it, since a secret may span them.
 */

import { messageOf } from '../core/errors.ts';
import { formatAt } from '../core/time.ts';
import type { Gap, Transcript } from '../journal/event.ts';
import { batchEnds, NO_TRANSCRIPT, transcriptEvents } from '../journal/transcript.ts';
import type { Snapshot } from '../pty/live-event.ts';
import type { Redactor } from '../redact/secrets.ts';
import { writeCheckpoint } from './live.ts';
import type { Ports } from './ports.ts';

export interface TextContext {
  readonly ports: Pick<Ports, 'data' | 'clock'>;
  readonly session: string;
  readonly run: number;
  readonly redactor: Redactor;
  /** Whether lines that become final are kept. */
  readonly keepsAll: boolean;
  readonly append: (event: Transcript | Gap) => void;
  /** The checkpoint could not be written. */
  readonly onFault: (message: string) => void;
}

/** So many lines before and after are read too: a secret may span them. A private key of 4096 bits has 54. */
const AROUND = 80;
/** Of what is not final no more characters than this are kept for a crash. */
const MAX_ABOVE = 1024 * 1024;

type Shown = ReturnType<Redactor['lines']>;

export class TextRecorder {
  readonly #context: TextContext;
  #state = NO_TRANSCRIPT;
  /** The last lines of what is written, as they were. */
  #written: readonly string[] = [];

  constructor(context: TextContext) {
    this.#context = context;
  }

  /**
   * Lines became final.
   *
   * @param now  what was shown right after
   */
  became(lines: readonly string[], gap: boolean, now: Snapshot): void {
    // the checkpoint from before holds these lines too: their numbers tell
    this.#add(lines, gap, [...now.above, ...now.lines]);
  }

  /** Replaces the checkpoint. */
  save(snapshot: Snapshot): void {
    const { ports, session, run, keepsAll, onFault } = this.#context;
    const above = keepsAll ? lastWithin(snapshot.above, MAX_ABOVE) : [];
    const leftOut = snapshot.above.length - above.length;
    const ofAbove = this.#shown(snapshot, leftOut, snapshot.above.length);
    const { lines, redacted } = this.#screen(snapshot);
    const first = keepsAll ? this.#state.next + leftOut : null;
    const text = { first, above: ofAbove.lines, above_redacted: ofAbove.redacted, lines, redacted };
    try {
      const at = formatAt(ports.clock.now());
      writeCheckpoint(ports.data, session, { run, at, ...text, size: snapshot.size });
    } catch (error) {
      // the end of the run still writes the screen; only a crash would lose it
      onFault(`the checkpoint of the screen could not be written: ${messageOf(error)}`);
    }
  }

  /** Writes what is not written yet and returns the lines of the screen. */
  finish(snapshot: Snapshot): Shown {
    if (this.#context.keepsAll) this.#add(snapshot.above, false, snapshot.lines);
    return this.#screen(this.#context.keepsAll ? { ...snapshot, above: [] } : snapshot);
  }

  #screen(snapshot: Snapshot): Shown {
    const { above, lines } = snapshot;
    return this.#shown(snapshot, above.length, above.length + lines.length);
  }

  #add(lines: readonly string[], gap: boolean, after: readonly string[]): void {
    const all = [...this.#written, ...lines, ...after];
    let from = this.#written.length;
    for (const end of batchEnds(lines)) {
      const to = this.#written.length + end;
      const isFirst = from === this.#written.length;
      const told = transcriptEvents(this.#state, { ...this.#redacted(all, from, to), gap: gap && isFirst });
      for (const event of told.events) this.#context.append(event);
      this.#state = told.state;
      from = to;
    }
    this.#written = [...this.#written, ...lines].slice(-AROUND);
  }

  /** Some of what is shown, `above` and `lines` counted as one. */
  #shown({ above, lines }: Snapshot, from: number, to: number): Shown {
    const before = this.#written.length;
    return this.#redacted([...this.#written, ...above, ...lines], before + from, before + to);
  }

  #redacted(lines: readonly string[], from: number, to: number): Shown {
    const start = Math.max(0, from - AROUND);
    return this.#context.redactor.lines(lines.slice(start, to + AROUND), { from: from - start, to: to - start });
  }
}

/** As many of the last lines as have so many characters together. */
function lastWithin(lines: readonly string[], maxCharacters: number): readonly string[] {
  let left = maxCharacters;
  const tooMuch = lines.findLastIndex((line) => {
    left -= line.length;
    return left < 0;
  });
  return lines.slice(tooMuch + 1);
}
