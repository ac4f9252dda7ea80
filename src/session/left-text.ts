/** What a crash left of a run's text: the checkpoint goes into the journal, as far as it does not stand there already. */

import type { RunRecord } from '../journal/fold.ts';
import { transcriptEvents } from '../journal/transcript.ts';
import type { JournalWriter } from '../journal/writer.ts';
import type { Checkpoint } from './live.ts';

/** Lines became final after the checkpoint was taken: the journal has these, and they are not taken in once more. */
export function takeInCheckpoint(writer: Pick<JournalWriter, 'append'>, run: RunRecord, checkpoint: Checkpoint): void {
  const { above, lines, next } = beyond(run.transcript.next, checkpoint);
  const batch = { lines: above, redacted: checkpoint.above_redacted, gap: next > run.transcript.next };
  for (const event of transcriptEvents({ ...run.transcript, next }, batch).events) writer.append(event, run.run);
  const { size, redacted } = checkpoint;
  writer.append({ kind: 'screen', lines, size, redacted, from: 'checkpoint' }, run.run);
}

/** @param known  how many lines of the run the journal has, or counts as not kept */
function beyond(known: number, { first, above, lines }: Pick<Checkpoint, 'first' | 'above' | 'lines'>) {
  if (first === null) return { above: [], lines, next: known };
  const there = Math.max(0, known - first);
  return {
    above: above.slice(there),
    lines: lines.slice(Math.max(0, there - above.length)),
    next: Math.max(first, known),
  };
}
