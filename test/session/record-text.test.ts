/** What a run showed, into journal and checkpoint, and back out of them; a crash may come at any moment. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JournalEvent, Recorded } from '../../src/journal/event.ts';
import { foldHistory } from '../../src/journal/fold.ts';
import { createTextFold } from '../../src/journal/visible-text.ts';
import type { Snapshot } from '../../src/pty/live-event.ts';
import { createRedactor, NO_REDACTION, type Redactor } from '../../src/redact/secrets.ts';
import type { DataDir } from '../../src/session/data-dir.ts';
import { takeInCheckpoint } from '../../src/session/left-text.ts';
import { readCheckpoint } from '../../src/session/live.ts';
import { TextRecorder } from '../../src/session/record-text.ts';
import { tempFolder } from '../provider/temp-folder.ts';

const SIZE = { cols: 80, rows: 24 };
const shown = (above: readonly string[], lines: readonly string[]): Snapshot => ({
  above,
  lines,
  size: SIZE,
  title: null,
});

function lab({ keepsAll = true, redactor = NO_REDACTION as Redactor } = {}) {
  const data = { live: tempFolder() } as DataDir;
  mkdirSync(join(data.live, 's1'));
  const events: JournalEvent[] = [];
  const faults: string[] = [];
  const recorder = new TextRecorder({
    ports: { data, clock: { now: () => 0, elapsed: () => 0 } },
    session: 's1',
    run: 1,
    redactor,
    keepsAll,
    append: (event) => events.push(event),
    onFault: (fault) => faults.push(fault),
  });
  return { data, events, faults, recorder, checkpoint: () => readCheckpoint(data, 's1') };
}

/** The lines of all events, as a reader has them. */
function textOf(events: readonly JournalEvent[]) {
  const fold = createTextFold();
  for (const [index, event] of events.entries()) fold.add(recorded(event, index));
  return fold.text(null).runs.flatMap(({ lines }) => lines);
}

const recorded = (event: JournalEvent, index: number) =>
  ({ seq: index + 1, at: '2026-01-02T03:04:05.678Z', run: 1, ...event }) as Recorded;

/** What the next resume makes of what a crash left. */
function recovered({ events, checkpoint }: ReturnType<typeof lab>) {
  const [run] = foldHistory(
    [{ kind: 'run.continued' } as const, ...events].map((event, index) => ({
      type: 'event',
      event: recorded(event, index),
      chainBreak: false,
      sum: '',
      bytes: 0,
      terminated: true,
    })),
  ).runs;
  const left = checkpoint();
  if (run === undefined || left === null) throw new Error('nothing was left');
  const all = [...events];
  const append = (event: JournalEvent) => all.push(event) > 0;
  takeInCheckpoint({ append }, run, left);
  return all;
}

test('lines that become final stand in the journal at once, what is still open in the checkpoint', () => {
  const { recorder, events, checkpoint } = lab();
  recorder.became(['a', 'b'], false, shown(['c'], ['d', 'e']));
  expect(events).toEqual([{ kind: 'transcript', lines: ['a', 'b'], first: 0, gap: false, redacted: {} }]);
  recorder.save(shown(['c'], ['d', 'e']));
  expect(checkpoint()).toMatchObject({ run: 1, first: 2, above: ['c'], lines: ['d', 'e'], size: SIZE });
  recorder.became(['c'], true, shown([], ['d', 'e']));
  expect(events[1]).toMatchObject({ lines: ['c'], first: 2, gap: true });
  expect(recorder.finish(shown([], ['d', 'e'])).lines).toEqual(['d', 'e']);
  expect(events).toHaveLength(2);
});

test('without capture there is the screen alone', () => {
  const { recorder, events, checkpoint } = lab({ keepsAll: false });
  recorder.save(shown([], ['d', 'e']));
  expect(checkpoint()).toMatchObject({ first: null, above: [], lines: ['d', 'e'] });
  expect(recorder.finish(shown([], ['e'])).lines).toEqual(['e']);
  expect(events).toEqual([]);
});

test('a secret is masked in all batches that hold a piece of it, in the checkpoint and on the screen', () => {
  const key = [
    '-----BEGIN RSA PRIVATE KEY-----',
    ...Array.from({ length: 50 }, (_, n) => `MIIE${n}`.padEnd(64, 'aB3')),
    '-----END RSA PRIVATE KEY-----',
  ];
  const { recorder, events, checkpoint } = lab({ redactor: createRedactor({}) });
  const open = shown(key.slice(20, 30), key.slice(30));
  recorder.became(['before', ...key.slice(0, 20)], false, open);
  recorder.save(open);
  expect(JSON.stringify([events, checkpoint()])).not.toMatch(/MIIE/);
  expect(events[0]).toMatchObject({ redacted: { 'private-key': 1 } });
  expect(checkpoint()).toMatchObject({ above_redacted: { 'private-key': 1 }, redacted: { 'private-key': 1 } });
  recorder.became(key.slice(20, 40), false, shown([], [...key.slice(40), 'after']));
  expect(JSON.stringify(events)).not.toMatch(/MIIE/);
  expect(recorder.finish(shown([], [...key.slice(40), 'after'])).lines.join()).not.toMatch(/MIIE/);
  expect(textOf(events).at(0)).toMatchObject({ text: 'before' });
});

test('a checkpoint that cannot be written is said, and the journal has its lines', () => {
  const { recorder, events, faults, data } = lab();
  Object.assign(data, { live: join(data.live, 'gone') });
  recorder.became(['a'], false, shown([], ['b']));
  recorder.save(shown([], ['b']));
  expect(events).toHaveLength(1);
  expect(faults).toEqual([expect.stringMatching(/^the checkpoint of the screen could not be written: ENOENT/)]);
});

test('of a run that has more than it may have, the first lines and the screen are kept', () => {
  const { recorder, events } = lab();
  const all = Array.from({ length: 5200 }, (_, index) => `line ${index}`);
  recorder.became(all.slice(0, 5100), false, shown([], all.slice(5100)));
  events.push({ kind: 'screen', ...recorder.finish(shown([], all.slice(5100))), size: SIZE, from: 'end' });
  expect(textOf(events).map(({ text }) => text)).toEqual([...all.slice(0, 5000), ...all.slice(5100)]);
  expect(textOf(events)[5000]?.gap).toBe(true);
});

interface Step {
  readonly grow: number;
  readonly settle: number;
  readonly isSaved: boolean;
}

const rangeOf = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `line ${(from + index) % 7}`);

/** A conversation that grows, whose oldest lines become final; of what came after the last save a crash may lose what is open. */
function growing(stage: ReturnType<typeof lab>) {
  const state = { count: 0, final: 0, whole: 0 };
  const now = () => {
    const screen = Math.max(state.final, state.count - 4);
    return shown(rangeOf(state.final, screen), rangeOf(screen, state.count));
  };
  const step = ({ grow, settle, isSaved }: Step) => {
    state.count += grow;
    const settled = rangeOf(state.final, Math.min(state.count, state.final + settle));
    state.final += settled.length;
    if (settled.length > 0) stage.recorder.became(settled, false, now());
    if (isSaved) stage.recorder.save(now());
    state.whole = isSaved ? state.count : Math.max(state.whole, state.final);
  };
  return { state, step };
}

const steps = fc.array(fc.record({ grow: fc.nat({ max: 9 }), settle: fc.nat({ max: 9 }), isSaved: fc.boolean() }), {
  minLength: 1,
  maxLength: 12,
});

test('wherever a crash comes, each line is recovered once and in order', () => {
  fc.assert(
    fc.property(steps, (each) => {
      const stage = lab();
      const { state, step } = growing(stage);
      for (const next of [{ grow: 1, settle: 0, isSaved: true }, ...each]) step(next);
      expect(textOf(recovered(stage)).map(({ text }) => text)).toEqual(rangeOf(0, state.whole));
    }),
    { numRuns: 60 },
  );
});
