/**
 * What a resumed agent shows again: it begins by drawing the old conversation. Only what is provably the same counts: at the
 * beginning of the run, line by line the same words in the same order, up to (nearly) the last line that was there before. Pure.
 */

/** So many lines with words in a row have to be the same. */
const PROOF = 3;
/** Behind the last line that is shown again there may have stood what is not: a word of goodbye, a hint. */
const MAX_BEHIND = 40;
/** Before the first one there may stand what is new: a greeting. */
const MAX_BEFORE = 30;
/** So many lines may differ in between: a line that was broken elsewhere, a time. */
const MAX_SKIPPED = 10;
/** Further up nothing is looked for. */
const MAX_LINES = 3000;

/**
 * @param before  the lines of earlier runs, oldest first
 * @param lines   those of the resumed run
 * @returns for each of `lines` whether it is shown again
 */
export function repeatedLines(before: readonly string[], lines: readonly string[]): readonly boolean[] {
  const old = before.slice(-MAX_LINES).map(wordsOf);
  const now = lines.slice(0, MAX_LINES).map(wordsOf);
  const repeated = new Set(matchesUpFrom(lastMatch(old, now), old, now));
  const isAtStart = repeated.size >= PROOF && Math.min(...repeated) <= MAX_BEFORE;
  return lines.map((_, index) => isAtStart && repeated.has(index));
}

interface Match {
  readonly old: number;
  readonly now: number;
}

/** The same words, however they are spaced. */
function wordsOf(line: string): string {
  return line.replace(/\s+/g, ' ').trim();
}

/** The last old line that is shown again with the ones above it, where it is shown first; null when there is none. */
function lastMatch(old: readonly string[], now: readonly string[]): Match | null {
  const firstSeen = new Map<string, number>();
  for (let at = now.length - 1; at >= PROOF - 1; at -= 1) firstSeen.set(blockAt(now, at), at);
  const lowest = Math.max(PROOF - 1, old.length - 1 - MAX_BEHIND);
  for (let at = old.length - 1; at >= lowest; at -= 1) {
    const block = blockAt(old, at);
    const found = firstSeen.get(block);
    if (found !== undefined && hasWords(block)) return { old: at, now: found };
  }
  return null;
}

function blockAt(lines: readonly string[], last: number): string {
  return lines.slice(last - PROOF + 1, last + 1).join('\n');
}

function hasWords(block: string): boolean {
  return block.split('\n').every((line) => /[\p{L}\p{N}]/u.test(line));
}

/** Upwards from a match: the lines of `now` that are the same, in order, few that differ passed over. */
function matchesUpFrom(start: Match | null, old: readonly string[], now: readonly string[]): readonly number[] {
  const matches: number[] = [];
  for (let at = start; at !== null; at = nextUp(at, old, now)) matches.push(at.now);
  return matches;
}

function nextUp(from: Match, old: readonly string[], now: readonly string[]): Match | null {
  for (let skipped = 0; skipped <= MAX_SKIPPED; skipped += 1) {
    for (let ofOld = 0; ofOld <= skipped; ofOld += 1) {
      const at = { old: from.old - 1 - ofOld, now: from.now - 1 - (skipped - ofOld) };
      if (at.old < 0 || at.now < 0 || old[at.old] !== now[at.now]) continue;
      // by chance single lines are the same: behind a difference it takes two
      if (skipped === 0 || old[at.old - 1] === now[at.now - 1]) return at;
    }
  }
  return null;
}
