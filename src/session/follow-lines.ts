/**
 * Which lines of a growing conversation are new since the last look, where its end is still being rewritten. What was given cannot be
 * taken back, so a line is given once it looked the same twice, and the last one once it rested. Pure.
 */

export interface Fresh {
  /** Indices into the lines of this look. */
  readonly from: number;
  readonly to: number;
  /** Nothing of before was found again: lines may be missing. */
  readonly lost: boolean;
}

export interface Follower {
  /**
   * @param lines   all that is known of the run, or a window on it that moved on
   * @param isOver  nothing will be added any more
   */
  look(lines: readonly string[], isOver: boolean): Fresh;
}

/** So many of the lines given last are looked for. */
const LOOKED_FOR = 60;
/** So many looks the last line has to be the same: a line that is being written rests for less. */
const RESTS = 4;

export function createFollower(): Follower {
  let given: readonly string[] = [];
  let before: readonly string[] = [];
  let rested = 0;
  return {
    look(lines, isOver) {
      const end = endOfGiven(given, lines);
      const from = end ?? 0;
      const fresh = lines.slice(from);
      const same = isOver ? fresh.length : commonStart(before, fresh);
      rested = same === fresh.length && before.length === fresh.length ? rested + 1 : 1;
      before = fresh;
      const isWhole = isOver || same < fresh.length || rested >= RESTS;
      const to = from + (isWhole ? same : Math.max(0, same - 1));
      const lost = end === null && to > from;
      if (to > from) {
        given = [...given, ...lines.slice(from, to)].slice(-LOOKED_FOR);
        before = lines.slice(to);
      }
      return { from, to, lost };
    },
  };
}

/** Behind which line the given ones end now; null when none of them is there any more. */
function endOfGiven(given: readonly string[], lines: readonly string[]): number | null {
  if (given.length === 0) return 0;
  let best = { end: null as number | null, score: 0 };
  for (let end = lines.length; end > 0; end -= 1) {
    const score = sameBefore(given, lines, end);
    if (score > best.score) best = { end, score };
  }
  return best.end;
}

function sameBefore(given: readonly string[], lines: readonly string[], end: number): number {
  let score = 0;
  for (let back = 1; back <= Math.min(given.length, end); back += 1) {
    if (given[given.length - back] === lines[end - back]) score += 1;
  }
  return score;
}

function commonStart(a: readonly string[], b: readonly string[]): number {
  const differs = b.findIndex((line, index) => line !== a[index]);
  return differs === -1 ? b.length : differs;
}
