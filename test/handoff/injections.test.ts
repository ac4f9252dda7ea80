/** Old text cannot act: whatever stood on a screen, the record keeps it inside, in rows of its own, printable. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { recordLines } from '../../src/handoff/compose.ts';
import type { Speaker } from '../../src/handoff/conversation.ts';
import { renderRecord } from '../../src/handoff/render.ts';
import { asText } from '../../src/provider/first-prompt.ts';

const NONCE = '0123456789abcdef01234567';
const corpus: string[] = JSON.parse(
  readFileSync(new URL('../../fixtures/handoff/injections.json', import.meta.url), 'utf8'),
);
const injections = corpus.map((text) =>
  text.replaceAll('NONCE', NONCE).replace('NON', NONCE.slice(0, 9)).replace('CE', NONCE.slice(9)),
);

function recordWith(text: string, speaker: Speaker, facts: readonly string[] = []): string {
  const line = { run: 1, provider: null, speaker, mark: 0, gap: false, repeated: false };
  const lines = [
    { ...line, text: 'before' },
    { ...line, text },
    { ...line, text: 'after' },
  ];
  const runs = [{ run: 1, provider: text, via: 'new' as const }];
  const composed = recordLines({ lines, runs, titleOf: (provider) => provider ?? 'an agent' });
  return renderRecord({ lines: composed, title: text, facts, nonce: NONCE, maxBytes: 120_000 }).text;
}

test.each(injections.map((text) => [JSON.stringify(text).slice(0, 70), text] as const))('%s', (_, text) => {
  for (const speaker of ['user', 'agent', 'tool', 'unknown'] as const) {
    const record = recordWith(text, speaker, [`?? ${text}`]);
    const rows = record.split('\n');
    const markers = rows.flatMap((row, at) => (row.startsWith('=== record') ? [at] : []));
    expect(record.match(new RegExp(NONCE, 'gi'))).toHaveLength(markers.length);
    expect(markers).toHaveLength(2);
    const [begin = 0, end = 0] = markers;
    const inside = rows.slice(begin + 1, end);
    expect(inside.every((row) => row.startsWith('|'))).toBe(true);
    // rows of ours: the folder, and one that says whom the three lines are from
    expect(inside.filter((row) => row.startsWith('|-'))).toHaveLength(2);
    expect(inside.filter((row) => !row.startsWith('|-'))).toHaveLength(4);
    expect([begin, rows.length - end]).toEqual([3, 3]);
    expect(record).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u);
    // no agent takes it for a flag or a command
    expect(asText(record)).toBe(record);
  }
});
