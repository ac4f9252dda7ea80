import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../src/redact/secrets.ts';
import { SAMPLES } from './corpus.ts';

const redactor = createRedactor({});

/** Lines as a program breaks them that draws its own boxes: hard, at a width. */
const FRAMES: Record<string, (content: string, width: number) => string> = {
  bare: (content) => content,
  indented: (content) => `     ${content}`,
  box: (content, width) => `\u2502 ${content.padEnd(width)} \u2502`,
  'heavy box, left only': (content) => `  \u2503  ${content}`,
  'ascii box': (content, width) => `| ${content.padEnd(width)} |`,
};

/** Fewer characters of a secret in a row are of no use to anybody. */
const LEAST_STRETCH = 6;

/** Stretches of the secret that can still be read in one line. */
function stretchesLeft(secret: string, lines: readonly string[]): string[] {
  const stretches = Array.from({ length: Math.max(0, secret.length - LEAST_STRETCH + 1) }, (_, from) =>
    secret.slice(from, from + LEAST_STRETCH),
  );
  return stretches.filter((stretch) => lines.some((line) => line.includes(stretch)));
}

describe('broken over lines', () => {
  const widths = [38, 54, 76, 96, 116];
  test.each(Object.entries(FRAMES))('%s', (_, frame) => {
    const leaks = SAMPLES.flatMap((sample) =>
      widths.flatMap((width) => {
        // moved so that the secret stands across the edge, wherever it is long enough to
        const lead = `${'the value is here '.repeat(20).slice(0, Math.max(0, width - sample.before.length - 8))} `;
        const text = `${lead}${sample.before}${sample.secret}${sample.after}`;
        const rows = text.match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
        const lines = ['Some words before.', ...rows, 'Some words after it.'].map((row) => frame(row, width));
        const masked = redactor.lines(lines);
        expect(masked.lines).toHaveLength(lines.length);
        expect(masked.lines.at(-1)).toBe(lines.at(-1));
        const left = stretchesLeft(sample.secret.slice(4).replace('IncomingWebhook', ''), masked.lines);
        return left.length > 0 ? [{ kind: sample.kind, width, left, lines: masked.lines }] : [];
      }),
    );
    expect(leaks).toEqual([]);
  });

  test('each piece is masked in its own line, and the secret counts once', () => {
    const secret = SAMPLES.find(({ kind }) => kind === 'anthropic-key')?.secret ?? '';
    const lines = [
      '\u256d\u2500\u2500\u256e',
      `\u2502 key ${secret.slice(0, 40)} \u2502`,
      `\u2502 ${secret.slice(40, 84)} \u2502`,
      `\u2502 ${secret.slice(84).padEnd(44)} \u2502`,
    ];
    expect(redactor.lines(lines)).toEqual({
      lines: [
        lines[0],
        '\u2502 key [redacted:anthropic-key] \u2502',
        '\u2502 [redacted:anthropic-key] \u2502',
        `\u2502 [redacted:anthropic-key]${' '.repeat(44 - secret.length + 84)} \u2502`,
      ],
      redacted: { 'anthropic-key': 1 },
    });
  });

  test('what follows in the next line stays, when the line before was not broken', () => {
    const secret = SAMPLES.find(({ kind }) => kind === 'openai-key')?.secret ?? '';
    for (const next of ['echo done', 'GITHUB_OWNER=acme2', 'getToken(1)', '$ ls', 'Done.', 'next: 3', '}']) {
      expect(redactor.lines([`OPENAI_API_KEY=${secret}`, next]).lines).toEqual([
        'OPENAI_API_KEY=[redacted:openai-key]',
        next,
      ]);
    }
  });

  test('a name at the end of a line does not make a secret of the next one', () => {
    for (const lines of [
      ['Enter your password:', 'hunter2hunter2 is what people type'],
      ['secret: something', '2 files changed'],
    ]) {
      expect(redactor.lines(lines)).toEqual({ lines, redacted: {} });
    }
  });
});
