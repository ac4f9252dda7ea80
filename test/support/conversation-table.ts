/** Prints what was measured of conversations, a line each. */

import type { Figures } from './conversation-figures.ts';

export interface TableRow extends Figures {
  readonly agent: string;
  readonly scenario: string;
  readonly gaps: number;
  readonly cpuMs?: number;
}

const HEAD = ['conversation', 'drawn', 'recall %', 'misordered', 'duplicates', 'lines', 'chrome', 'chrome %', 'gaps'];

/** @param heldBack the scenario whose figures stand apart */
export function printTable(rows: readonly TableRow[], heldBack: string): void {
  const isApart = ({ scenario }: TableRow) => scenario === heldBack;
  const groups = [rows.filter((row) => !isApart(row)), rows.filter(isApart)];
  const text = groups
    .filter((group) => group.length > 0)
    .map((group) => lineOf(HEAD) + group.map(cells).map(lineOf).join(''));
  process.stdout.write(`\n${text.join('\nheld back from all tuning:\n')}\n`);
}

function cells(row: TableRow): readonly (string | number)[] {
  const { agent, scenario, drawn, recall, misordered, duplicates, lines, chrome, chromePercent, gaps } = row;
  const name = `${agent} ${scenario}`;
  return [name, drawn, recall, misordered, duplicates.length, lines, chrome.length, chromePercent, gaps];
}

const lineOf = ([name, ...rest]: readonly (string | number)[]) =>
  `${String(name).padEnd(20)}${rest.map((cell) => String(cell).padStart(11)).join('')}\n`;
