/** Shows a recording to the screen model, in the time in which it was recorded, and collects what the supervisor would tell. */

import { createScreen } from '../../src/pty/screen.ts';
import { count, keyOf } from './conversation-figures.ts';
import type { Recorded } from './recording.ts';

export interface Replayed {
  readonly lines: readonly string[];
  readonly gaps: number;
  /** How often each of those keys came onto the screen. */
  readonly drawn: ReadonlyMap<string, number>;
  readonly cpuMs: number;
}

const REST_MS = 25;
const BETWEEN_PIECES_MS = 10;

export function replay(
  recorded: readonly Recorded[],
  { chrome = [], keys = [] }: { readonly chrome?: readonly string[]; readonly keys?: readonly string[] } = {},
): Replayed {
  let now = 0;
  const screen = createScreen(
    { cols: 120, rows: 40 },
    {
      answerQueries: false,
      elapsed: () => now,
      capture: 'conversation',
      chrome: chrome.map((pattern) => new RegExp(pattern, 'u')),
    },
  );
  const lines: string[] = [];
  const { drawn, look } = countDrawn(keys);
  let gaps = 0;
  const take = () => {
    for (const batch of screen.takeTranscript()) {
      lines.push(...batch.lines);
      if (batch.gap) gaps++;
    }
  };
  let cpuMs = 0;
  const timed = (action: () => void) => {
    const from = performance.now();
    action();
    cpuMs += performance.now() - from;
  };
  for (const [index, entry] of recorded.entries()) {
    timed(() => {
      if (entry.at - now >= REST_MS) screen.settle();
    });
    now = entry.at;
    timed(() => {
      if ('size' in entry) screen.resize(entry.size);
      else screen.feed(entry.bytes);
    });
    // not in the middle of a frame
    if ((recorded[index + 1]?.at ?? Number.POSITIVE_INFINITY) - now > BETWEEN_PIECES_MS || endsUpdate(entry))
      look(screen.view());
    take();
  }
  timed(() => screen.finish());
  take();
  lines.push(...screen.snapshot().lines);
  return { lines, gaps, drawn, cpuMs };
}

const endsUpdate = (entry: Recorded) => 'bytes' in entry && entry.bytes.subarray(-60).includes('\x1b[?2026l');

/** Counts how often lines come onto the screen; of those that were said once, only whether. */
export function countDrawn(keys: readonly string[]): {
  readonly drawn: ReadonlyMap<string, number>;
  readonly look: (rows: readonly string[]) => void;
} {
  const [drawn, repeated] = [new Map<string, number>(), new Set(keys.filter((key, at) => keys.indexOf(key) !== at))];
  let before = new Map<string, number>();
  const look = (rows: readonly string[]) => {
    const view = keyOf(rows.join(''));
    const wanted = [...new Set(keys)].filter((key) => repeated.has(key) || !drawn.has(key));
    const now = new Map(wanted.map((key) => [key, count(view, key)]));
    for (const [key, times] of now) {
      const more = times - (before.get(key) ?? 0);
      if (more > 0) drawn.set(key, (drawn.get(key) ?? 0) + more);
    }
    before = now;
  };
  return { drawn, look };
}
