/** Shows a recording to the screen model, in the time in which it was recorded, and collects what the supervisor would tell. */

import { createScreen } from '../../src/pty/screen.ts';
import { keyOf } from './conversation-figures.ts';
import type { Recorded } from './recording.ts';

export interface Replayed {
  readonly lines: readonly string[];
  readonly gaps: number;
  /** Of those keys, what was drawn. */
  readonly drawn: ReadonlySet<string>;
  readonly cpuMs: number;
}

const REST_MS = 25;

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
  const [lines, drawn, undrawn] = [[] as string[], new Set<string>(), new Set(keys)];
  let gaps = 0;
  const take = () => {
    for (const batch of screen.takeTranscript()) {
      lines.push(...batch.lines);
      if (batch.gap) gaps++;
    }
  };
  const look = () => {
    const view = keyOf(screen.view().join(''));
    for (const key of undrawn) {
      if (!view.includes(key)) continue;
      drawn.add(key);
      undrawn.delete(key);
    }
  };
  let cpuMs = 0;
  const timed = (action: () => void) => {
    const from = performance.now();
    action();
    cpuMs += performance.now() - from;
  };
  for (const entry of recorded) {
    timed(() => {
      if (entry.at - now >= REST_MS) screen.settle();
    });
    now = entry.at;
    timed(() => {
      if ('size' in entry) screen.resize(entry.size);
      else screen.feed(entry.bytes);
    });
    look();
    take();
  }
  timed(() => screen.finish());
  take();
  lines.push(...screen.snapshot().lines);
  return { lines, gaps, drawn, cpuMs };
}
