/**
 * A real journal cut at every byte, as a crash or a power cut may leave it, then opened and gone on with: every whole line
 * before the cut is read back, and no earlier byte has changed. UULDANA_CUT_RUNS makes the journal longer.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isContent } from '../../src/journal/fold.ts';
import { openJournal } from '../../src/journal/writer.ts';
import { EVENTS, historyOf, itemsOf, tempFolder, tickingClock, writeJournal } from './support.ts';

const RUNS = Number(process.env['UULDANA_CUT_RUNS'] ?? 1);
const MS_PER_CUT = 20;

const folder = () => join(tempFolder(), 'session.jsonl');

test(`a journal of ${RUNS} runs survives a cut at every byte`, { timeout: 60_000 + RUNS * 4000 * MS_PER_CUT }, () => {
  const path = folder();
  writeJournal(path, RUNS);
  const whole = readFileSync(path);
  const lineEnds = lineEndsOf(whole);
  expect(lineEnds.length).toBe(1 + 10 * RUNS);
  for (let cut = 0; cut <= whole.length; cut += 1) {
    const before = whole.subarray(0, cut);
    writeFileSync(path, before, { mode: 0o600 });
    const { writer } = openJournal(path, tickingClock());
    if (!writer.append(EVENTS.limit, RUNS + 1)) throw new Error(`cut at ${cut}: ${writer.trouble}`);
    writer.close();
    const after = readFileSync(path);
    const wholeLines = lineEnds.filter((end) => end <= cut).length;
    expect(after.subarray(0, cut).equals(before), `bytes before the cut at ${cut}`).toBe(true);
    expect(checked(after, wholeLines), `after a cut at ${cut}`).toEqual({
      kept: wholeLines,
      appended: 'limit',
      clean: cut >= (lineEnds[0] ?? 0),
    });
  }
});

/** Where each line ends, not counting its newline: from there on it is whole. */
function lineEndsOf(bytes: Buffer): number[] {
  return Array.from(bytes.keys()).filter((index) => bytes[index] === 0x0a);
}

function checked(after: Buffer, wholeLines: number) {
  const items = itemsOf(after);
  const good = items.slice(0, wholeLines).filter(({ type }) => type !== 'damaged').length;
  const last = items.at(-1);
  return {
    kept: good,
    appended: last?.type === 'event' && !last.chainBreak && last.event.kind,
    clean: isContent(historyOf(after)),
  };
}
