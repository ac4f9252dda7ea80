/**
 * The library of fixtures/recall: past sessions as they stand on a screen, and the questions of people who look for one of them.
 * Each screen is framed as an agent frames it, and recorded twice where a conversation was resumed.
 */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Source } from '../../src/recall/collect.ts';

export interface PastSession {
  readonly id: string;
  readonly sources: readonly Source[];
}

const fixture = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../fixtures/recall/${name}`, import.meta.url)), 'utf8');

export const QUESTIONS = fixture('questions.txt')
  .split('\n')
  .flatMap((line) => {
    const [, id, question] = /^([\w-]+) +\| (.+)$/.exec(line) ?? [];
    return id === undefined || question === undefined ? [] : [{ id, question }];
  });

const ABOVE = [
  '╭─────────────────────────────────────────────╮',
  '│ Welcome back! What shall we work on today?   │',
  '╰─────────────────────────────────────────────╯',
];
const BELOW = [
  '─────────────────────────────────────────────',
  '❯ ',
  '  auto mode on (shift+tab to cycle) · 14% context left',
];

/** Newest first. */
export const SESSIONS: readonly PastSession[] = ['sessions-1.txt', 'sessions-2.txt'].flatMap((name) =>
  fixture(name)
    .split(/^=== /m)
    .slice(1)
    .map((text, index) => {
      const [id = '', ...lines] = text.trimEnd().split('\n');
      return { id, sources: screensOf(lines, index) };
    }),
);

/** Every third session was resumed, and its conversation drawn again. */
function screensOf(lines: readonly string[], index: number): readonly Source[] {
  const screen = [...ABOVE, ...lines, ...BELOW];
  const bytes = screen.join('\n').length + 300;
  const runs = index % 3 === 0 ? [1, 2] : [1];
  return runs.map((run) => ({ run, seq: run * 10, lines: screen, bytes }));
}
