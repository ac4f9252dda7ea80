/** kill -9 while a whole conversation is kept: what the next resume takes in is whole and in order. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readItems } from '../../src/journal/file.ts';
import { createTextFold } from '../../src/journal/visible-text.ts';
import { openJournal } from '../../src/journal/writer.ts';
import type { DataDir } from '../../src/session/data-dir.ts';
import { takeInCheckpoint } from '../../src/session/left-text.ts';
import { readCheckpoint } from '../../src/session/live.ts';
import { startChild } from '../journal/child.ts';
import { SESSION } from '../journal/support.ts';
import { tempFolder } from '../provider/temp-folder.ts';

const clock = { now: Date.now, elapsed: () => performance.now() };

function recover(root: string): void {
  const { writer, history } = openJournal(join(root, 'journals', `${SESSION}.jsonl`), clock);
  const checkpoint = readCheckpoint({ live: join(root, 'live') } as DataDir, SESSION);
  const [run] = history.runs;
  if (run === undefined || checkpoint === null) throw new Error('nothing was left');
  takeInCheckpoint(writer, run, checkpoint);
  expect(writer.close()).toEqual({ pending: 0, lost: 0, error: null });
}

function linesIn(root: string): readonly { readonly text: string; readonly gap: boolean }[] {
  const read = readItems(join(root, 'journals', `${SESSION}.jsonl`));
  const fold = createTextFold();
  for (const item of read.ok ? read.items : []) if (item.type === 'event') fold.add(item.event);
  return fold.text(null).runs.flatMap(({ lines }) => lines);
}

test.each([1, 2, 3, 4, 5, 6])('killed with SIGKILL (%i)', async (seed) => {
  const root = tempFolder();
  const child = startChild('../../session/children/record-text.mjs', [root, SESSION, String(seed)]);
  const seen = await child.until((line) => Number(line) > 60 * seed);
  await child.kill();
  const rest = await child.until(() => false);
  const told = Number([...seen, ...rest].at(-1));
  recover(root);
  const lines = linesIn(root);
  expect(lines.length).toBeGreaterThanOrEqual(told);
  expect(lines).toEqual(lines.map((_, index) => ({ text: `line ${index}`, gap: false })));
});
