/**
 * Takes secrets out of text before it is stored, shown or handed on. Pure: the environment, whose own secrets are masked too,
 * comes in as a value. Knows no control sequences; text from a terminal passes the gate (gate.ts) or the emulator first.
 */

import { environmentSecrets } from './environment.ts';
import type { Needle } from './find.ts';
import { findSecrets } from './find.ts';
import type { Page, Part, View } from './page.ts';
import { coverView, maskedLines, newMark, pageOf, pageOffset, viewOf } from './page.ts';
import { coverPrivateKeys } from './private-keys.ts';
import { RULES } from './rules.ts';
import { brokenEnd, continuation } from './wrapped.ts';

/** `redacted` counts secrets by kind; one that spans lines counts once. */
export interface Redactor {
  /** Eight hex digits that change when the rules do. */
  readonly rules: string;
  /**
   * As many lines as were given; what is masked reads `[redacted:KIND]`, in each line that held a piece of it.
   *
   * @param part  only these are given back, and counted in; the others are read, since a secret may span lines
   */
  lines(lines: readonly string[], part?: Part): { lines: string[]; redacted: Record<string, number> };
  text(text: string): { text: string; redacted: Record<string, number> };
}

/** For those who turned redaction off. */
export const NO_REDACTION: Redactor = {
  rules: '00000000',
  lines: (lines, part) => ({ lines: lines.slice(part?.from, part?.to), redacted: {} }),
  text: (text) => ({ text, redacted: {} }),
};

/**
 * Makes a redactor: token shapes of vendors, private keys, passwords in URLs and assignments, and the exact values (of eight
 * characters or more, also in base64) of environment variables whose names speak of keys, tokens, secrets, passwords or
 * credentials. Secrets that a program broke over several lines, boxes included, are found as well.
 *
 * @param environment  usually process.env; read once
 *
 * The redactor is pure, total, takes time linear in the text, and leaves its own marks alone.
 */
export function createRedactor(environment: Readonly<Record<string, string | undefined>>): Redactor {
  const needles = environmentSecrets(environment);
  const redact = (lines: readonly string[], part?: Part) => maskedLines(coveredPage(lines, needles), part);
  return {
    rules: fingerprint(RULES.map(({ kind, pattern }) => `${kind} ${pattern.source}`).join('\n')),
    lines: redact,
    text: (text) => {
      const { lines, redacted } = redact(text.split('\n'));
      return { text: lines.join('\n'), redacted };
    },
  };
}

/** FNV-1a of the text; tells one set of rules from another, and nothing else. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

function coveredPage(lines: readonly string[], needles: readonly Needle[]): Page {
  const page = pageOf(lines);
  const joined = viewOf(page, '');
  coverPrivateKeys(page, joined);
  coverWhole(page, needles);
  coverBroken(page, joined, needles);
  return page;
}

/** What is found with each line read for itself, and what of it runs on in the next lines. */
function coverWhole(page: Page, needles: readonly Needle[]): void {
  const apart = viewOf(page, '\n');
  for (const found of findSecrets(apart.text, RULES, needles)) {
    const isKnown = isCovered(page, apart, found.start);
    if (isKnown && found.rule?.isWeak === true) continue;
    const mark = newMark(page, found.kind);
    coverView(page, apart, found.start, found.end, mark);
    const runOn = isKnown ? undefined : continuation(page, apart, found);
    if (runOn !== undefined) coverView(page, apart, found.end, runOn, mark);
  }
}

/** What is found only when lines are read as one: its pieces alone are too short or shapeless. */
function coverBroken(page: Page, joined: View, needles: readonly Needle[]): void {
  const edges = new Set(joined.starts);
  for (const found of findSecrets(joined.text, RULES, needles, (offset) => edges.has(offset))) {
    const end = isCovered(page, joined, found.start) ? undefined : brokenEnd(page, joined, found);
    if (end !== undefined) coverView(page, joined, found.start, end, newMark(page, found.kind));
  }
}

function isCovered(page: Page, view: View, offset: number): boolean {
  return page.marks[pageOffset(page, view, offset)] !== 0;
}
