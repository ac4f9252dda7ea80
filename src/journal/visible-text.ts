/**
 * The visible text of a session, run by run, from its events: transcripts, then what stood on the screen last, no line twice. Pure,
 * and bounded: of a session with more text than fits the oldest runs go, which is told. Whom a line is from, others find out.
 */

import type { Recorded, Via } from './event.ts';
import type { UnknownEvent } from './shape.ts';

export interface TextLine {
  readonly text: string;
  /** Lines may be missing before it. */
  readonly gap: boolean;
}

export interface RunText {
  readonly run: number;
  /** Null while `run.started` is missing. */
  readonly provider: string | null;
  readonly via: Via | null;
  /** Null while `run.started` is missing. */
  readonly startedAt: string | null;
  /** The run may have shown something before its first line here. */
  readonly isCut: boolean;
  readonly lines: readonly TextLine[];
}

/** What stands beside the journal for a run whose screen is not in it yet. */
export interface OpenScreen {
  readonly run: number;
  /** How many lines of the run were final when it was taken; null: the whole conversation is not kept. */
  readonly first: number | null;
  /** Lines that are older than those of the screen and not final. */
  readonly above: readonly string[];
  readonly lines: readonly string[];
}

export interface VisibleText {
  /** In the order of their first events; runs without a line too. */
  readonly runs: readonly RunText[];
  /** Runs whose text was left out for its size. */
  readonly omitted: number;
}

/** So many lines a screen has at most: with fewer it has all of the run. */
const SCREEN_LINES = 120;
const MAX_CHARACTERS = 64 * 1024 * 1024;

export interface TextFold {
  add(event: Recorded | UnknownEvent): void;
  /** @param open  null when there is none */
  text(open: OpenScreen | null): VisibleText;
}

export function createTextFold(maxCharacters = MAX_CHARACTERS): TextFold {
  const runs = new Map<number, Growing>();
  let omitted = 0;

  function dropOldest(): void {
    let total = Array.from(runs.values(), ({ characters }) => characters).reduce((sum, count) => sum + count, 0);
    for (const [run, { characters }] of runs) {
      if (total <= maxCharacters || runs.size === 1) return;
      runs.delete(run);
      total -= characters;
      omitted += 1;
    }
  }

  return {
    add(event) {
      if (event.kind === 'unknown' || event.run === undefined) return;
      const growing = runs.get(event.run) ?? newGrowing(event.run);
      runs.set(event.run, growing);
      addEvent(growing, event);
      if (event.kind === 'transcript' || event.kind === 'screen') dropOldest();
    },
    text: (open) => ({ runs: Array.from(runs.values(), (growing) => finished(growing, open)), omitted }),
  };
}

interface Growing {
  readonly run: number;
  provider: string | null;
  via: Via | null;
  startedAt: string | null;
  readonly final: TextLine[];
  /** The number of the line that comes next. */
  next: number;
  /** Lines may be missing before it. */
  gap: boolean;
  screen: readonly string[] | null;
  characters: number;
}

function newGrowing(run: number): Growing {
  return {
    run,
    provider: null,
    via: null,
    startedAt: null,
    final: [],
    next: 0,
    gap: false,
    screen: null,
    characters: 0,
  };
}

function addEvent(growing: Growing, event: Recorded): void {
  if (event.kind === 'run.started') {
    growing.provider = event.provider;
    growing.via = event.via;
    growing.startedAt = event.at;
  }
  if (event.kind === 'transcript') addFinal(growing, event.lines, event.first, event.gap);
  if (event.kind === 'screen') {
    growing.screen = event.lines;
    growing.characters += charactersOf(event.lines);
  }
  if (event.kind === 'gap') growing.gap = true;
}

/** Lines whose numbers are known are passed over: they stand there already. */
function addFinal(growing: Growing, lines: readonly string[], first: number, gap: boolean): void {
  const known = Math.max(0, growing.next - first);
  const fresh = lines.slice(known);
  const isAfterGap = growing.gap || first > growing.next || (gap && known === 0);
  for (const [index, text] of fresh.entries()) growing.final.push({ text, gap: index === 0 && isAfterGap });
  if (fresh.length > 0) growing.gap = false;
  growing.next = Math.max(growing.next, first + lines.length);
  growing.characters += charactersOf(fresh);
}

function finished(growing: Growing, open: OpenScreen | null): RunText {
  const { run, provider, via, startedAt, screen } = growing;
  const ended = { ...growing, final: [...growing.final] };
  if (screen !== null) addFinal(ended, screen, ended.next, false);
  else if (open?.run === run) addFinal(ended, [...open.above, ...open.lines], open.first ?? ended.next, false);
  const keepsAll = growing.final.length > 0 || (open?.run === run && open.first !== null);
  const isCut = ended.final[0]?.gap === true || (!keepsAll && ended.final.length >= SCREEN_LINES);
  return { run, provider, via, startedAt, isCut, lines: ended.final };
}

function charactersOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0);
}
