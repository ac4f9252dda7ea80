/** Reads the lines of a log that all processes of a provider share, for whose they are and what they name. Pure. */

import type { OwnLog } from './adapter.ts';
import { NATIVE_ID } from './live-question.ts';

/** The last complete line of a text that ends where a process wrote last, or null when it ends inside of a line. */
export function lineAtEnd(text: string): string | null {
  if (!text.endsWith('\n')) return null;
  const line = text.slice(0, -1);
  const from = line.lastIndexOf('\n') + 1;
  // without a line feed before it the text may begin inside of the line, and then it is not all there
  return from === 0 ? null : line.slice(from);
}

/** What the group says of a line; null when the pattern does not fit or the group took no part. */
export function groupIn(pattern: RegExp, line: string, group: string): string | null {
  return pattern.exec(line)?.groups?.[group] ?? null;
}

/** What the lines told so far of the conversations of each process. */
export interface Talks {
  readonly take: (lines: readonly string[]) => void;
  /** The live conversation of the process that calls itself so. */
  readonly live: (run: string) => string | null;
  /** Conversations of all other processes; of all processes where it is not known which one is ours. */
  readonly others: (run: string | null) => ReadonlySet<string>;
}

interface Talk {
  /** Conversations of a person, the one that was named last at the end. */
  readonly named: Set<string>;
  /** Conversations of any kind, the one whose turn began last at the end. */
  readonly turns: Set<string>;
}

/** Of other processes that log at the same time; the one that said nothing for longest is forgotten first. */
const MAX_RUNS = 1000;

export function collectTalks({ conversation, turn }: Pick<OwnLog, 'conversation' | 'turn'>): Talks {
  const naming = new RegExp(conversation, 'u');
  const beginning = turn === undefined ? null : new RegExp(turn, 'u');
  const talks = new Map<string, Talk>();
  const note = (pattern: RegExp, line: string, kind: keyof Talk) => {
    const { run, id } = pattern.exec(line)?.groups ?? {};
    if (run === undefined || id === undefined || !NATIVE_ID.test(id)) return;
    const talk = talks.get(run) ?? { named: new Set(), turns: new Set() };
    moveToEnd(talk[kind], id);
    talks.delete(run);
    talks.set(run, talk);
    if (talks.size > MAX_RUNS) talks.delete([...talks.keys()][0] ?? '');
  };
  return {
    take(lines) {
      for (const line of lines) {
        note(naming, line, 'named');
        if (beginning !== null) note(beginning, line, 'turns');
      }
    },
    live(run) {
      const { named = new Set<string>(), turns = new Set<string>() } = talks.get(run) ?? {};
      // lines of turns that are no longer understood leave what is named
      return [...turns].findLast((id) => named.has(id)) ?? [...named].at(-1) ?? null;
    },
    others: (run) => new Set([...talks].flatMap(([other, { named }]) => (other === run ? [] : [...named]))),
  };
}

function moveToEnd(ids: Set<string>, id: string): void {
  ids.delete(id);
  ids.add(id);
}
