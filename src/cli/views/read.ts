/** `read` for people and for programs. */

import { shortId } from '../../core/ids.ts';
import type { Entry, Page } from '../../session/read.ts';
import { jsonText } from './json.ts';
import type { Paint } from './marked.ts';

export function readJson(page: Page): string {
  return jsonText(pageJson(page));
}

/** DESIGN 12. */
function pageJson({ session, revision, total_entries, next_offset, entries }: Page) {
  return { session, revision, total_entries, next_offset, entries };
}

export function readText({ entries, matcher, offset }: Page, paint: Paint): string {
  return entries
    .map((entry, index) => {
      const isNew = index === 0 || !isSameBlock(entry, entries[index - 1]);
      const head = isNew ? `${index === 0 ? '' : '\n'}${paint.faint(headOf(entry, offset + index))}\n` : '';
      const lines = entry.text.split('\n').map((line) => `${paint.line(line, matcher)}\n`);
      return `${head}${lines.join('')}${entry.content_truncated ? `${paint.faint('[cut off here]')}\n` : ''}`;
    })
    .join('');
}

function isSameBlock(entry: Entry, before: Entry | undefined): boolean {
  return before !== undefined && entry.seq === before.seq && entry.run === before.run;
}

function headOf({ run, at, kind, seq }: Entry, index: number): string {
  const what = seq === null ? `${kind}, not yet in the record` : kind;
  return `-- entry ${index}, ${run === null ? '' : `run ${run}, `}${what}, ${at ?? '?'} --`;
}

export function readNotes({
  session,
  total_entries,
  next_offset,
  entries,
  offset,
  damaged_lines,
}: Page): readonly string[] {
  const last = offset + entries.length - 1;
  return [
    ...(total_entries === 0 ? ['nothing of what this session showed is recorded'] : []),
    ...(entries.length > 0 && total_entries > entries.length
      ? [
          `entries ${offset} to ${last} of ${total_entries}${next_offset === null ? '' : `; go on with: uuldana read ${shortId(session)} --offset ${next_offset}`}`,
        ]
      : []),
    ...(damaged_lines > 0 ? [`${damaged_lines} damaged lines were skipped: uuldana verify ${shortId(session)}`] : []),
  ];
}
