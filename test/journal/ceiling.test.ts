/**
 * The ceiling of a journal that is damaged, or edited by somebody who does not care: it is never above the original one, and a strict
 * one stays strict. Edits come without new sums and with them; only those of ceilings come without, since who gives an edited ceiling
 * its sum can raise it (FORMAT.md, "What cannot be seen"). UULDANA_CEILINGS is the number of journals, UULDANA_SEED repeats a run.
 */

import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isAbove, LEVELS, type Level } from '../../src/core/permission.ts';
import { decodeLine } from '../../src/journal/line.ts';
import { summaryFromEnds } from '../../src/journal/summary.ts';
import { mutate, type Random, randomFrom } from './mutations.ts';
import { chained, HEADER, historyOf, RUN, recorded } from './support.ts';

const COUNT = Number(process.env['UULDANA_CEILINGS'] ?? 5000);
const SEED = Number(process.env['UULDANA_SEED'] ?? Date.now() % 2 ** 31);

interface Original {
  readonly ceiling: Level;
  readonly bytes: Buffer;
}

/** Sessions of one or two runs at each ceiling, strict and not; every line that holds a ceiling holds the same one. */
const ORIGINALS: readonly (Original & { readonly strict: boolean })[] = LEVELS.flatMap((ceiling) =>
  [1, 2].flatMap((runs) =>
    [true, false].map((strict) => ({ ceiling, strict, bytes: sessionOf(ceiling, strict, runs) })),
  ),
);

function sessionOf(ceiling: Level, strict: boolean, runs: number): Buffer {
  const events = Array.from({ length: runs }, (_, run) => RUN.map((event) => ({ event, run: run + 1 }))).flat();
  const raised = (body: object) => ('ceiling' in body ? { ...body, ceiling } : body);
  return chained([
    { ...HEADER, ceiling, strict },
    ...events.map(({ event, run }, index) => recorded(index + 1, raised(withSums(event, ceiling)), run)),
  ]);
}

function withSums(event: object, ceiling: Level): object {
  return 'sums' in event ? { ...event, sums: { ...(event.sums as object), ceiling } } : event;
}

const FIELDS = ['kind', 'seq', 'run', 'at', 'effective', 'provider', 'workspace', 'version', 'strength', 'extra'];
const VALUES: readonly unknown[] = [
  null,
  '',
  0,
  -1,
  7,
  'bypass',
  'permission',
  'seal',
  true,
  [],
  {},
  '__proto__',
  1e21,
];

type Edit = (lines: string[], random: Random) => void;

const pick = <T>(list: readonly T[], random: Random): T => list[random(list.length)] as T;

/** The body of a line, or null where it is none any more. */
function bodyOf(line: string): Record<string, unknown> | null {
  const decoded = decodeLine(Buffer.from(line, 'utf8'));
  return decoded.ok ? { ...decoded.value } : null;
}

const EDITS: readonly Edit[] = [
  // another ceiling, written by hand
  (lines, random) => {
    const at = random(lines.length);
    lines[at] = lines[at]?.replace(/"ceiling":"[^"]*"/, `"ceiling":"${pick(LEVELS, random)}"`) ?? '';
  },
  // anything else, written by hand
  (lines, random) => {
    const at = random(lines.length);
    lines[at] =
      lines[at]?.replace(/"(\w+)":("[^"]*"|\d+|null|true|false)/, `"$1":${JSON.stringify(pick(VALUES, random))}`) ?? '';
  },
  // a line gone, twice there, or elsewhere
  (lines, random) => void lines.splice(random(lines.length), 1),
  (lines, random) => void lines.splice(random(lines.length), 0, pick(lines, random)),
  (lines, random) => void lines.splice(random(lines.length), 0, ...lines.splice(random(lines.length), 1)),
];

/** Lines of a session that may do everything, good as they are; some hold a ceiling. */
const FOREIGN = linesOf(sessionOf('bypass', false, 1)).slice(1);

function linesOf(bytes: Buffer): string[] {
  return bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
}

/** A field of any line but its ceiling and strictness, and all sums made anew, as by a program that knows the format. */
function editedWithSums(lines: readonly string[], random: Random): Buffer {
  const bodies = lines.map(bodyOf).filter((body) => body !== null);
  const at = random(bodies.length);
  bodies[at] = { ...bodies[at], [pick(FIELDS, random)]: pick(VALUES, random) };
  return chained(bodies);
}

function careless({ bytes }: Original, random: Random): Buffer {
  const lines = linesOf(bytes);
  const kind = random(5);
  if (kind === 0) return mutate(bytes, random);
  if (kind === 1) return editedWithSums(lines, random);
  // what stands of the session itself is kept: of nothing but foreign lines nobody could tell that they are foreign
  if (kind === 2) for (let left = 1 + random(8); left > 0; left -= 1) insert(pick(FOREIGN, random), lines, random);
  else for (let left = 1 + random(4); left > 0; left -= 1) pick(EDITS, random)(lines, random);
  const edited = Buffer.from(`${lines.join('\n')}\n`);
  return kind === 3 ? mutate(edited, random) : edited;
}

function insert(line: string, lines: string[], random: Random): void {
  lines.splice(random(lines.length + 1), 0, line);
}

test(`the ceilings of ${COUNT} journals, UULDANA_SEED=${SEED}`, { timeout: 60_000 + COUNT * 5 }, () => {
  console.log(`ceilings: ${COUNT} journals, UULDANA_SEED=${SEED}`);
  const random = randomFrom(SEED);
  for (let n = 0; n < COUNT; n += 1) {
    const original = pick(ORIGINALS, random);
    const mutated = careless(original, random);
    const { ceiling, strict } = historyOf(mutated);
    const fast = summaryFromEnds(mutated, mutated);
    const told = () => `journal ${n} of UULDANA_SEED=${SEED}: ${mutated.toString('base64')}`;
    assert.ok(!isAbove(ceiling, original.ceiling), `${ceiling} in ${told()}`);
    assert.ok(strict || !original.strict, `not strict any more: ${told()}`);
    assert.ok(
      fast === null || !isAbove(fast.ceiling, original.ceiling),
      `${fast?.ceiling} in the summary of ${told()}`,
    );
  }
});
