/**
 * Whom the lines of a run are from, as far as the signs tell that its agent puts before them (adapter data). What has no sign
 * that is known stays unknown. Pure.
 */

import type { Adapter } from '../provider/adapter.ts';

export type Speaker = 'user' | 'agent' | 'tool' | 'chrome' | 'unknown';

export interface Marked {
  readonly speaker: Speaker;
  /** So many characters at its beginning are the speaker's sign, or the indentation below one. */
  readonly mark: number;
}

const MAX_LINE_CHARACTERS = 1000;
const UNKNOWN: Marked = { speaker: 'unknown', mark: 0 };
const CHROME: Marked = { speaker: 'chrome', mark: 0 };

/**
 * @param isCut  the first line may belong to a block whose beginning is not among them
 * @returns as many as there are lines
 */
export function markSpeakers(
  lines: readonly string[],
  { chrome = [], speakers = {} }: Pick<Adapter, 'chrome' | 'speakers'>,
  isCut = false,
): readonly Marked[] {
  const rules = rulesOf(chrome, speakers);
  const rows = lines.map((line) => line.slice(0, MAX_LINE_CHARACTERS));
  // one whose beginning is not seen
  let block: Block | null = isCut && isBarred(rows[0] ?? '', rules) ? { ...UNKNOWN, hasBar: true, indent: 0 } : null;
  return rows.map((row, index) => {
    const context = `${row}\n${rows[index + 1] ?? ''}`;
    if (isChrome(row, context, rules)) {
      // interface between the lines of a block does not end it, unless its bar does
      block = block?.hasBar === true ? kept(block, row, rules) : block;
      return CHROME;
    }
    const opened = openedBy(row, context, block, rules);
    block = opened === null ? kept(block, row, rules) : opening(opened, row, rules);
    return opened ?? continued(block, row);
  });
}

interface Rules {
  readonly rows: readonly RegExp[];
  readonly chrome: readonly Sign[];
  readonly tool: readonly Sign[];
  readonly user: readonly Sign[];
  readonly agent: readonly Sign[];
  readonly bar: RegExp | null;
}

interface Sign {
  readonly speaker: Speaker;
  readonly pattern: RegExp;
}

/** What lines below belong to: as long as they have its bar, or are indented as far. */
interface Block extends Marked {
  readonly hasBar: boolean;
  readonly indent: number;
}

function rulesOf(rows: readonly string[], speakers: NonNullable<Adapter['speakers']>): Rules {
  const expression = (pattern: string) => new RegExp(pattern, 'u');
  const signs = (speaker: 'chrome' | 'tool' | 'user' | 'agent') =>
    (speakers[speaker] ?? []).map((pattern) => ({ speaker, pattern: expression(pattern) }));
  return {
    rows: rows.map(expression),
    chrome: signs('chrome'),
    tool: signs('tool'),
    user: signs('user'),
    agent: signs('agent'),
    bar: speakers.bar === undefined ? null : expression(speakers.bar),
  };
}

function isChrome(row: string, context: string, rules: Rules): boolean {
  return rules.rows.some((pattern) => pattern.test(row)) || signOf(context, rules.chrome) !== null;
}

function openedBy(row: string, context: string, block: Block | null, rules: Rules): Marked | null {
  const tool = signOf(context, rules.tool);
  if (tool !== null || (block?.hasBar === true && isBarred(row, rules))) return tool;
  return signOf(context, rules.user) ?? signOf(context, rules.agent);
}

/** The block, if the line belongs to it. */
function kept(block: Block | null, row: string, rules: Rules): Block | null {
  if (block === null) return null;
  const belongs = block.hasBar ? isBarred(row, rules) : indentOf(row) >= block.indent;
  return belongs ? block : null;
}

function signOf(context: string, signs: readonly Sign[]): Marked | null {
  for (const { speaker, pattern } of signs) {
    const match = pattern.exec(context);
    if (match !== null) return { speaker, mark: match.groups?.['mark']?.length ?? 0 };
  }
  return null;
}

function opening(sign: Marked, row: string, rules: Rules): Block {
  return { ...sign, hasBar: isBarred(row, rules), indent: Math.max(sign.mark, indentOf(row) + 1) };
}

function continued(block: Block | null, row: string): Marked {
  if (block === null) return UNKNOWN;
  return { speaker: block.speaker, mark: block.hasBar ? block.mark : Math.min(block.mark, indentOf(row)) };
}

function isBarred(row: string, { bar }: Rules): boolean {
  return bar?.test(row) === true;
}

function indentOf(row: string): number {
  return row.length - row.trimStart().length;
}
