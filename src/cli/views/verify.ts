/** `verify` for people and for programs. */

import { shortId } from '../../core/ids.ts';
import type { JournalVerdict, Verdict } from '../../session/verify.ts';
import { jsonText } from './json.ts';
import { table } from './table.ts';

export function verifyJson({ ok, journals, refused }: Verdict): string {
  return jsonText({ ok, journals, refused });
}

export async function verifyText({ ok, journals, refused }: Verdict): Promise<string> {
  const rows = journals.map((journal) => [shortId(journal.session), String(journal.events), stateOf(journal)]);
  const read = rows.length > 0 ? await table([['SESSION', 'EVENTS', 'STATE'], ...rows]) : '';
  const unread =
    refused.length > 0 ? await table([['NOT READ', 'WHY'], ...refused.map(({ file, reason }) => [file, reason])]) : '';
  const count = `${journals.length} ${journals.length === 1 ? 'journal' : 'journals'}`;
  return `${read}${unread}${count} checked: ${ok ? 'all is well' : 'there is damage'}\n`;
}

function stateOf({ header, damaged, chain_breaks, missing_seq, seals }: JournalVerdict): string {
  const parts = [
    ...(header === 'good' ? [] : [`header ${header}`]),
    ...(damaged > 0 ? [`${damaged} damaged`] : []),
    ...(chain_breaks > 0 ? [`${chain_breaks} chain breaks`] : []),
    ...(missing_seq > 0 ? [`${missing_seq} missing`] : []),
    ...(seals > 0 ? [`${seals} sealed`] : []),
  ];
  return parts.length === 0 ? 'good' : parts.join(', ');
}
