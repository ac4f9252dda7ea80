/** Finds the word that somebody meant. Pure. */

/** The candidate that is at most two edits away (one for words of three letters or fewer), or null. */
export function closest(word: string, candidates: readonly string[]): string | null {
  const limit = word.length <= 3 ? 1 : 2;
  const near = candidates
    .filter((candidate) => Math.abs(candidate.length - word.length) <= limit)
    .map((candidate) => ({ candidate, edits: editDistance(word, candidate) }))
    .filter(({ edits }) => edits <= limit)
    .sort((a, b) => a.edits - b.edits);
  return near[0]?.candidate ?? null;
}

/** Levenshtein: insertions, deletions and substitutions, each one edit. */
function editDistance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, letter] of Array.from(from).entries()) {
    const line = [row + 1];
    for (const [column, other] of Array.from(to).entries()) {
      const substituted = (above[column] ?? 0) + (letter === other ? 0 : 1);
      line.push(Math.min(substituted, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    }
    above = line;
  }
  return above.at(-1) ?? 0;
}
