/**
 * What a query finds in one session, block by block, in bounded memory: what each word adds to the rank, and the lines to show.
 * A line that comes again, as when a screen is drawn anew or a conversation is resumed, counts once. Pure.
 */

import { type Mark, type Matcher, worth } from './matcher.ts';

/** A text that is looked at: a block of the journal, or what stands beside it (`seq` null). */
export interface Source {
  readonly run: number | null;
  readonly seq: number | null;
  readonly lines: readonly string[];
  /** Its length, as a measure. */
  readonly bytes: number;
  /** How much more than other text it tells; 1 for text of the conversation. */
  readonly boost?: number;
}

export interface Excerpt {
  readonly run: number | null;
  readonly seq: number | null;
  readonly text: string;
}

export interface Candidate extends Excerpt {
  readonly atoms: ReadonlySet<number>;
  readonly strength: number;
}

/** Sums over the blocks of a session; of each atom. */
export interface Findings {
  readonly sums: readonly number[];
  /** Blocks in which the atom was found. */
  readonly blocks: readonly number[];
  /** Lines with something of the query, each once. */
  readonly matches: number;
  readonly candidates: readonly Candidate[];
}

/** BM25's own: how soon repetition stops to tell, and how much length counts. Screens differ in length less than documents do. */
const K1 = 1.2;
const B = 0.4;
/** A usual screen; fixed, so that a session's findings do not depend on the others. */
const USUAL_BYTES = 5000;

const MAX_CANDIDATES = 12;
const MAX_KNOWN_LINES = 100_000;
const MAX_EXCERPT_LINE = 240;

export interface Collector {
  add(source: Source): void;
  findings(): Findings;
}

export function createCollector(matcher: Matcher): Collector {
  const sums = new Array<number>(matcher.atoms).fill(0);
  const blocks = new Array<number>(matcher.atoms).fill(0);
  const known = new Set<number>();
  let matches = 0;
  let candidates: Candidate[] = [];

  function addStrengths(lines: readonly FoundLine[], { bytes, boost = 1 }: Source): void {
    for (const [atom, strength] of strengthsOf(lines)) {
      sums[atom] = (sums[atom] ?? 0) + saturated(strength, bytes) * boost;
      blocks[atom] = (blocks[atom] ?? 0) + 1;
    }
  }

  return {
    add(source) {
      const lines = foundLines(source.lines, matcher).filter(({ index }) => isNew(known, source.lines[index] ?? ''));
      const [first] = lines;
      if (first === undefined) return;
      matches += lines.length;
      addStrengths(lines, source);
      if (source.run === null && source.seq === null) return;
      const best = lines.reduce((one, other) => (other.value > one.value ? other : one), first);
      candidates = withCandidate(candidates, candidateOf(source, best));
    },
    findings: () => ({ sums, blocks, matches, candidates }),
  };
}

interface FoundLine {
  readonly index: number;
  readonly marks: readonly Mark[];
  readonly value: number;
}

function foundLines(lines: readonly string[], matcher: Matcher): readonly FoundLine[] {
  return lines.flatMap((line, index) => {
    const marks = matcher.marks(line);
    return marks.length === 0 ? [] : [{ index, marks, value: worth(marks) }];
  });
}

function strengthsOf(lines: readonly FoundLine[]): ReadonlyMap<number, number> {
  const strengths = new Map<number, number>();
  for (const { marks } of lines)
    for (const { atom, strength } of marks) strengths.set(atom, (strengths.get(atom) ?? 0) + strength);
  return strengths;
}

function saturated(strength: number, bytes: number): number {
  return (strength * (K1 + 1)) / (strength + K1 * (1 - B + (B * bytes) / USUAL_BYTES));
}

function isNew(known: Set<number>, line: string): boolean {
  const key = keyOf(line);
  if (known.has(key)) return false;
  if (known.size < MAX_KNOWN_LINES) known.add(key);
  return true;
}

/** A number for the letters and digits of a line, whatever frame is drawn around it; two lines of one session hardly ever share one. */
function keyOf(line: string): number {
  let high = 0x9e3779b9;
  let low = 0;
  for (let index = 0; index < line.length; index += 1) {
    const code = line.charCodeAt(index);
    if (isDrawn(code)) continue;
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b) ^ (high >>> 13);
  }
  return (high >>> 0) * 0x20_0000 + ((low >>> 0) & 0x1f_ffff);
}

/** Space, punctuation of ASCII, and what frames are drawn with. */
function isDrawn(code: number): boolean {
  if (code >= 0x80) return code >= 0x2000 && code < 0x2c00;
  return !((code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90));
}

function candidateOf(
  source: Source,
  { index, marks, value }: { index: number; marks: readonly Mark[]; value: number },
) {
  const { run, seq, lines } = source;
  const line = lines[index] ?? '';
  const text = [before(lines[index - 1]), around(line, marks[0]?.start ?? 0), before(lines[index + 1])]
    .filter((part) => part !== '')
    .join('\n');
  return { run, seq, text, atoms: new Set(marks.map(({ atom }) => atom)), strength: value };
}

function before(line: string | undefined): string {
  return clipped((line ?? '').trim(), MAX_EXCERPT_LINE);
}

/** The part of a long line that holds what was found. */
function around(line: string, at: number): string {
  if (line.length <= MAX_EXCERPT_LINE) return line.trim();
  const from = Math.max(0, at - MAX_EXCERPT_LINE / 3);
  const cut = clipped(line.slice(from), MAX_EXCERPT_LINE).trim();
  return from > 0 ? `… ${cut}` : cut;
}

function clipped(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)} …`;
}

/** The best of them, those with other words of the query before those with more of the same. */
function withCandidate(candidates: readonly Candidate[], added: Candidate): Candidate[] {
  const all = [...candidates, added].sort((a, b) => b.strength - a.strength);
  return all.slice(0, MAX_CANDIDATES);
}
