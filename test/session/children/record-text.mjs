// Records a conversation that grows, as a run with "capture": "conversation" does, until it is killed: lines become final in batches,
// the others stand in the checkpoint. Says after each step how many lines there are by then.
//
//   node record-text.mjs DATA SESSION SEED

import { mkdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createJournal } from '../../../dist/src/journal/writer.js';
import { NO_REDACTION } from '../../../dist/src/redact/secrets.js';
import { TextRecorder } from '../../../dist/src/session/record-text.js';

const [, , root, session, seed] = process.argv;
const data = { live: join(root, 'live') };
mkdirSync(join(data.live, session), { recursive: true, mode: 0o700 });
mkdirSync(join(root, 'journals'), { mode: 0o700 });
const clock = { now: Date.now, elapsed: () => performance.now() };
const header = {
  format: 'uuldana-journal',
  version: 1,
  session,
  workspace: '/home/ada/engine',
  provider: 'demo',
  ceiling: 'edits',
  strict: false,
  created_at: '2026-01-02T03:04:05.678Z',
  created_by: 'uuldana 0.1.0',
};
const writer = createJournal(join(root, 'journals', `${session}.jsonl`), header, clock);
writer.append({ kind: 'input', how: 'typed' }, 1);
const recorder = new TextRecorder({
  ports: { data, clock },
  session,
  run: 1,
  redactor: NO_REDACTION,
  keepsAll: true,
  append: (event) => writer.append(event, 1),
  onFault: (fault) => writeSync(1, `${fault}\n`),
});

let random = Number(seed);
const below = (most) => {
  random = (random * 1103515245 + 12345) % 2147483648;
  return random % most;
};
const range = (from, to) => Array.from({ length: to - from }, (_, index) => `line ${from + index}`);
let [count, final] = [0, 0];
for (;;) {
  count += below(9);
  const settled = range(final, Math.max(final, count - 6 - below(12)));
  final += settled.length;
  const screen = Math.max(final, count - 4);
  const now = { above: range(final, screen), lines: range(screen, count), size: { cols: 80, rows: 24 }, title: null };
  if (settled.length > 0) recorder.became(settled, false, now);
  recorder.save(now);
  writeSync(1, `${count}\n`);
}
