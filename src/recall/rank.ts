/** From the findings of all sessions to hits in their order: BM25 summed over the blocks of a session. Pure. */

import type { Candidate, Excerpt, Findings } from './collect.ts';
import type { Matcher } from './matcher.ts';

export interface Found<S> {
  readonly session: S;
  readonly findings: Findings;
}

export interface Ranked<S> {
  readonly session: S;
  readonly score: number;
  readonly matches: number;
  readonly excerpts: readonly Excerpt[];
}

export interface Ranking<S> {
  /** `any`: no session has all terms, so these have some. */
  readonly matched: 'all' | 'any';
  readonly hits: readonly Ranked<S>[];
}

const MAX_EXCERPTS = 3;

/**
 * @param found        sessions in which something was found, newest first: of two that rank alike the newer one comes first
 * @param totalBlocks  blocks of text in all sessions that were looked at
 */
export function rank<S>(matcher: Matcher, found: readonly Found<S>[], totalBlocks: number): Ranking<S> {
  const weights = weightsOf(matcher, found, totalBlocks);
  const whole = found.filter(({ findings }) => termsOf(matcher, findings).every(Boolean));
  const matched = whole.length > 0 ? 'all' : 'any';
  const chosen = matched === 'all' ? whole : found.filter(({ findings }) => termsOf(matcher, findings).some(Boolean));
  const hits = chosen.map((each) => hitOf(each, weights)).sort((a, b) => b.score - a.score);
  return { matched, hits };
}

function termsOf(matcher: Matcher, { blocks }: Findings): readonly boolean[] {
  return matcher.terms((atom) => (blocks[atom] ?? 0) > 0);
}

/** What a rare word tells, by the share of blocks that hold it (BM25's idf, never negative). */
function weightsOf(matcher: Matcher, found: readonly Found<unknown>[], totalBlocks: number): readonly number[] {
  return Array.from({ length: matcher.atoms }, (_, atom) => {
    const holding = found.reduce((sum, { findings }) => sum + (findings.blocks[atom] ?? 0), 0);
    const total = Math.max(totalBlocks, holding);
    return Math.log(1 + (total - holding + 0.5) / (holding + 0.5));
  });
}

function hitOf<S>({ session, findings }: Found<S>, weights: readonly number[]): Ranked<S> {
  const score = findings.sums.reduce((sum, value, atom) => sum + value * (weights[atom] ?? 0), 0);
  return {
    session,
    score: Math.round(score * 1000) / 1000,
    matches: findings.matches,
    excerpts: excerptsOf(findings.candidates, weights),
  };
}

/** Strongest first; one that says nothing new comes after one that does. */
function excerptsOf(candidates: readonly Candidate[], weights: readonly number[]): readonly Excerpt[] {
  const left = new Set(candidates);
  const told = new Set<number>();
  const chosen: Candidate[] = [];
  const gainOf = ({ atoms, strength }: Candidate) =>
    [...atoms].reduce((sum, atom) => sum + (weights[atom] ?? 0) * (told.has(atom) ? 0.3 : 1), 0) + strength / 100;
  while (chosen.length < MAX_EXCERPTS && left.size > 0) {
    const best = [...left].reduce((one, other) => (gainOf(other) > gainOf(one) ? other : one));
    left.delete(best);
    for (const atom of best.atoms) told.add(atom);
    chosen.push(best);
  }
  return chosen.map(({ run, seq, text }) => ({ run, seq, text }));
}
