/**
 * Journals with bytes changed, moved, doubled or gone: reading never throws, every line that is still whole is kept, and the
 * ceiling is never above the original one. UULDANA_FUZZ is the number of journals, UULDANA_SEED repeats a run.
 */

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isAbove, type Level } from '../../src/core/permission.ts';
import { foldHistory } from '../../src/journal/fold.ts';
import { summaryFromEnds, summaryOf } from '../../src/journal/summary.ts';
import { openJournal } from '../../src/journal/writer.ts';
import { mutate, randomFrom } from './mutations.ts';
import { chained, EVENTS, HEADER, historyOf, itemsOf, RUN, recorded, tempFolder, tickingClock } from './support.ts';

const COUNT = Number(process.env['UULDANA_FUZZ'] ?? 5000);
const SEED = Number(process.env['UULDANA_SEED'] ?? Date.now() % 2 ** 31);
/** One in so many is also written to disk, opened and appended to. */
const OPENED = 50;
const TIMEOUT = 60_000 + COUNT * 5;

const session = (events: readonly object[]) =>
  chained([HEADER, ...events.map((event, index) => recorded(index + 1, event))]);
const torn = (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('{"seq":11,"at":"2026-')]);
const ORIGINALS: readonly Buffer[] = [
  session(RUN),
  session([...RUN, ...RUN, EVENTS.seal, EVENTS.gap, EVENTS.input]),
  session([{ kind: 'tool.called', ceiling: 'bypass', deep: [[{}]] }, ...RUN]),
  torn(session(RUN)),
  chained([HEADER]),
];

const linesOf = (bytes: Buffer) => bytes.toString('latin1').split('\n');

/** How many lines of the mutated journal stand exactly so in the original. */
function untouchedLines(original: Buffer, mutated: Buffer): number {
  const known = new Set(linesOf(original).filter((line) => line.endsWith('"}')));
  return linesOf(mutated).filter((line) => known.has(line)).length;
}

/** With node:assert, which is many times faster than vitest's expect: this runs hundreds of thousands of times. */
function check(original: Buffer, mutated: Buffer, ceiling: Level): void {
  const items = itemsOf(mutated);
  const history = foldHistory(items);
  assert.equal(items.filter(({ type }) => type !== 'damaged').length, untouchedLines(original, mutated));
  assert.equal(history.bytes, mutated.length);
  assert.ok(!isAbove(history.ceiling, ceiling), `ceiling ${history.ceiling}`);
  const fast = summaryFromEnds(mutated, mutated);
  assert.ok(fast === null || !isAbove(fast.ceiling, ceiling), `ceiling ${fast?.ceiling} in the summary`);
  summaryOf(history);
}

function checkOnDisk(path: string, mutated: Buffer): void {
  writeFileSync(path, mutated, { mode: 0o600 });
  const before = historyOf(mutated);
  const { writer } = openJournal(path, tickingClock());
  expect(writer.append(EVENTS.limit, 9)).toBe(true);
  writer.close();
  const after = readFileSync(path);
  const history = historyOf(after);
  expect(after.subarray(0, mutated.length).equals(mutated)).toBe(true);
  expect(history).toMatchObject({
    damaged: before.damaged,
    chainBreaks: before.chainBreaks,
    missingSeq: before.missingSeq,
  });
  expect(history.unsealedDamage).toBe(before.unsealedDamage - (before.tailBytes > 0 ? 1 : 0));
}

test(`${COUNT} mutated journals, UULDANA_SEED=${SEED}`, { timeout: TIMEOUT }, () => {
  console.log(`fuzz: ${COUNT} journals, UULDANA_SEED=${SEED}`);
  const path = join(tempFolder(), 'session.jsonl');
  const random = randomFrom(SEED);
  const known = ORIGINALS.map((bytes) => ({ bytes, ceiling: historyOf(bytes).ceiling }));
  for (let n = 0; n < COUNT; n += 1) {
    const { bytes: original, ceiling } = known[random(known.length)] ?? {
      bytes: Buffer.alloc(0),
      ceiling: 'read-only',
    };
    const mutated = mutate(original, random);
    try {
      check(original, mutated, ceiling);
      if (n % OPENED === 0) checkOnDisk(path, mutated);
    } catch (error) {
      throw new Error(`journal ${n} of UULDANA_SEED=${SEED}: ${mutated.toString('base64')}`, { cause: error });
    }
  }
});
