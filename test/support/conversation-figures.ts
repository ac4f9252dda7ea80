/** How well what was collected of a conversation agrees with what was said. Compared without Markdown, glyphs and spaces. */

export interface Collected {
  /** All lines, in order. */
  readonly lines: readonly string[];
  /** Lines that were said, without Markdown, in order. */
  readonly said: readonly string[];
  /** How often a text without spaces came onto the screen: code may never be, when it is coloured only after it has scrolled off. */
  readonly timesDrawn: (key: string) => number;
}

export interface Figures {
  /** Lines said and drawn; a line that was said twice counts twice. */
  readonly drawn: number;
  /** Of those, percent that was collected. */
  readonly recall: number;
  readonly missing: readonly string[];
  readonly misordered: number;
  /** What was collected more often than it was said. */
  readonly duplicates: readonly string[];
  readonly lines: number;
  readonly chrome: readonly string[];
  readonly chromePercent: number;
}

/** Shorter ones ("}", "return null;") say nothing by themselves. */
const LEAST_LETTERS = 8;
/** What tools print and ask is neither said nor chrome. */
const TOOLS = /tool-row|approved-row|Tool said|Calling \w+|seq 1 60|characters\]/;
const PUNCTUATION = /^\s*\d*[\s{}()[\];,.│┃|>❯›•●✦-]*$/;

export const keyOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();

export function figuresOf({ lines, said, timesDrawn }: Collected): Figures {
  const [whole, all] = [keyOf(said.join('')), keyOf(lines.join(''))];
  const keys = new Set(said.map(keyOf).filter((key) => key.length >= LEAST_LETTERS && timesDrawn(key) > 0));
  const textOf = new Map(said.map((text) => [keyOf(text), text]));
  const missing: string[] = [];
  const duplicates: string[] = [];
  const places: number[] = [];
  let drawn = 0;
  for (const key of keys) {
    const [want, got] = [count(whole, key), count(all, key)];
    const shown = Math.min(want, timesDrawn(key));
    const text = textOf.get(key) ?? key;
    drawn += shown;
    for (let times = got; times < shown; times++) missing.push(text);
    for (let times = want; times < got && !TOOLS.test(text); times++) duplicates.push(text);
    if (want === 1 && got === 1) places.push(all.indexOf(key));
  }
  const chrome = lines.filter((line) => isChrome(line, whole));
  return {
    drawn,
    recall: round(100 * (1 - missing.length / Math.max(1, drawn))),
    missing,
    misordered: places.length - longestIncrease(places),
    duplicates,
    lines: lines.length,
    chrome,
    chromePercent: round((100 * chrome.length) / Math.max(1, lines.length)),
  };
}

function isChrome(line: string, whole: string): boolean {
  if (TOOLS.test(line) || PUNCTUATION.test(line)) return false;
  const key = keyOf(line.replace(/^\s*(?:[•●✦›❯>┃⏺-]\s*)?(?:\d+\.?\s+)?/, ''));
  return key === '' || !whole.includes(key);
}

/** How often a part stands in a text. */
export function count(text: string, part: string): number {
  let found = 0;
  if (part === '') return found;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) found++;
  return found;
}

const round = (percent: number) => Math.round(percent * 10) / 10;

function longestIncrease(numbers: readonly number[]): number {
  const ends: number[] = [];
  for (const number of numbers) {
    const at = ends.findIndex((end) => end >= number);
    ends[at === -1 ? ends.length : at] = number;
  }
  return ends.length;
}
