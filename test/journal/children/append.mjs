// Makes a journal and appends to it, telling each event that is on disk, until it is killed or has written as many as asked.
//
//   node append.mjs PATH [COUNT]
//
// One JSON value a line on stdout: the number of an acknowledged event, or {trouble}; at the end what close() said.
// SIGUSR2 flushes; end of stdin closes.

import { writeSync } from 'node:fs';
import { createJournal } from '../../../dist/src/journal/writer.js';

const [, , path, count = 'Infinity'] = process.argv;
const say = (value) => writeSync(1, `${JSON.stringify(value)}\n`);
const header = {
  format: 'uuldana-journal',
  version: 1,
  session: '01934b2c-7d1e-7f00-8000-0123456789ab',
  workspace: '/home/ada/engine',
  provider: 'demo',
  ceiling: 'edits',
  strict: false,
  created_at: '2026-01-02T03:04:05.678Z',
  created_by: 'uuldana 0.1.0',
};
const clock = { now: Date.now, elapsed: () => performance.now() };
const writer = createJournal(path, header, clock, { onTrouble: (trouble) => say({ trouble }) });

for (let n = 1; n <= Number(count); n += 1) {
  const lines = [`line ${n}`, 'x'.repeat((n * 97) % 700)];
  const screen = { kind: 'screen', lines, size: { cols: 80, rows: 24 }, redacted: {}, from: 'checkpoint' };
  // every fourth is synced, the others are only written
  const event = n % 4 === 0 ? screen : { kind: 'session.titled', title: lines.join(' ') };
  if (writer.append(event, 1)) say(n);
}
say('done');
process.on('SIGUSR2', () => say({ flushed: writer.flush(), pending: writer.pending, lost: writer.lost }));
process.stdin.on('end', () => {
  say(writer.close());
  process.exit();
});
process.stdin.resume();
