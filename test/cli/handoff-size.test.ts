/** However much was said, a handoff fits into one argument. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newSessionId } from '../../src/core/ids.ts';
import type { JournalEvent } from '../../src/journal/event.ts';
import { createJournal } from '../../src/journal/writer.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { runsOf, twoAgents } from './handoff-support.ts';

const RUNS = 6;
const LINES = 5000;
const BATCH = 500;

/** A session of 6 MB in six runs, each line with its number. */
function longSession(box: Sandbox): string {
  const session = newSessionId(Date.now(), new Uint8Array(10));
  const journals = join(box.data, 'journals');
  for (const folder of [box.data, journals]) mkdirSync(folder, { mode: 0o700 });
  const clock = { now: () => Date.now(), elapsed: () => performance.now() };
  const ceiling = 'auto';
  const common = { provider: 'one', workspace: box.workspace, ceiling } as const;
  const writer = createJournal(
    join(journals, `${session}.jsonl`),
    {
      format: 'uuldana-journal',
      version: 1,
      session,
      ...common,
      strict: false,
      created_at: new Date().toISOString(),
      created_by: 'test',
    },
    clock,
    { onTrouble: (message) => expect(message).toBeNull() },
  );
  for (let run = 1; run <= RUNS; run++) for (const event of eventsOfRun(run, common)) writer.append(event, run);
  expect(writer.close()).toMatchObject({ pending: 0, lost: 0 });
  return session;
}

function* eventsOfRun(
  run: number,
  common: { provider: string; workspace: string; ceiling: 'auto' },
): Iterable<JournalEvent> {
  const { ceiling } = common;
  yield { kind: 'permission', requested: null, effective: 'ask', ceiling, strength: 'held', enforced_by: [] };
  const size = { cols: 80, rows: 24 };
  const of = {
    provider_version: null,
    transport: 'pty',
    argv: ['one'],
    pid: 1,
    pid_started_at: null,
    boot_id: null,
  } as const;
  yield { kind: 'run.started', ...common, ...of, size, via: run === 1 ? 'new' : 'native-id' };
  yield { kind: 'input', how: 'typed' };
  for (let first = 0; first < LINES; first += BATCH) {
    const lines = Array.from({ length: BATCH }, (_, index) =>
      `${run}.${first + index} ${'words '.repeat(32)}`.trimEnd(),
    );
    yield { kind: 'transcript', lines, first, gap: false, redacted: {} };
  }
  yield { kind: 'screen', lines: [`the end of run ${run}`], size, redacted: {}, from: 'end' };
  const sums = { runs: run, title: null, ceiling } as const;
  yield { kind: 'run.ended', status: 'exited', exit_code: 0, signal: null, reason: null, duration_ms: 1, sums };
}

test('a session of 6 MB is handed over, the latest of it, with the count of what is left out', async () => {
  const box = twoAgents();
  const session = longSession(box);
  const answer = await box.run(['handoff', 'two', session, '--with', 'go on'], { input: 'x\n' });
  expect(answer.exitCode, answer.all.slice(-500)).toBe(0);
  const [, kept, bytes, left] = /(\d+) lines in (\d+) bytes, (\d+) older ones are left out/.exec(answer.stderr) ?? [];
  expect(Number(kept) + Number(left)).toBe(RUNS * (LINES + 1));
  expect(Number(bytes)).toBeGreaterThan(110_000);
  expect(Number(bytes)).toBeLessThanOrEqual(120_000);
  expect(answer.stdout).toContain('the end of run 6');
  expect(answer.stdout).toContain(`(${left} earlier lines left out)`);
  expect((await runsOf(box, session)).at(-1)).toMatchObject({ provider: 'two', via: 'visible-text' });
});
