import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor, NO_REDACTION } from '../../src/redact/secrets.ts';
import { privateKey, SAMPLES } from './corpus.ts';

const redactor = createRedactor({});
const total = (redacted: Record<string, number>) => Object.values(redacted).reduce((sum, count) => sum + count, 0);

describe('one line', () => {
  test.each(SAMPLES.map((sample) => [`${sample.kind}: ${sample.before}...`, sample] as const))('%s', (_, sample) => {
    const masked = redactor.text(`first ${sample.before}${sample.secret}${sample.after} last`);
    expect(masked.text).toBe(`first ${sample.before}[redacted:${sample.kind}]${sample.after} last`);
    expect(masked.redacted).toEqual({ [sample.kind]: 1 });
  });

  test('after an escape of JSON or of a URL a word begins', () => {
    const secret = SAMPLES.find(({ kind }) => kind === 'github-token')?.secret ?? '';
    for (const before of ['a\\n', 'a\\t', 'x%3D', 'x%0A', '"', "'", '`', '(', '=', '/', ':', '\u201c', 'キー']) {
      expect(redactor.text(`${before}${secret}`).text).toBe(`${before}[redacted:github-token]`);
    }
  });

  test('several secrets of one line, each by its own kind', () => {
    const [first, second] = ['github-token', 'slack-token'].map(
      (kind) => SAMPLES.find((sample) => sample.kind === kind)?.secret,
    );
    expect(redactor.text(`${first},${second} ${first}`)).toEqual({
      text: '[redacted:github-token],[redacted:slack-token] [redacted:github-token]',
      redacted: { 'github-token': 2, 'slack-token': 1 },
    });
  });
});

describe('what is no secret stays', () => {
  const harmless = readFileSync(new URL('../../fixtures/redact/harmless.txt', import.meta.url), 'utf8').split('\n');

  test.each(harmless.filter((line) => line !== '').map((line) => [line]))('%s', (line) => {
    expect(redactor.text(line)).toEqual({ text: line, redacted: {} });
  });

  test('all of it, in one piece', () => {
    expect(redactor.lines(harmless)).toEqual({ lines: harmless, redacted: {} });
  });
});

describe('laws', () => {
  const fragment = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(...SAMPLES.map(({ before, secret, after }) => `${before}${secret}${after}`)),
    fc.constantFrom(
      ...privateKey('RSA PRIVATE KEY'),
      '\u2502 ',
      ' \u2502',
      '\n',
      'password=',
      '://',
      '@',
      'eyJ',
      'sk-',
      '  ',
    ),
  );
  const page = fc.array(
    fc.array(fragment, { maxLength: 4 }).map((parts) => parts.join('')),
    { maxLength: 12 },
  );

  test('as many lines as were given, and text and lines agree', () => {
    fc.assert(
      fc.property(page, (lines) => {
        const masked = redactor.lines(lines);
        expect(masked.lines).toHaveLength(lines.length);
        const marks = masked.lines.join('\n').match(/\[redacted:/g)?.length ?? 0;
        expect(marks).toBeGreaterThanOrEqual(total(masked.redacted));
        if (lines.length > 0)
          expect(redactor.text(lines.join('\n')).text.split('\n').length).toBe(lines.join('\n').split('\n').length);
      }),
    );
  });

  test('its own marks are left alone', () => {
    const masked = redactor.lines(SAMPLES.map(({ before, secret, after }) => `- ${before}${secret}${after} .`));
    expect(redactor.lines(masked.lines)).toEqual({ lines: masked.lines, redacted: {} });
  });

  test('no redaction changes nothing', () => {
    fc.assert(
      fc.property(page, (lines) => {
        expect(NO_REDACTION.lines(lines)).toEqual({ lines, redacted: {} });
        expect(NO_REDACTION.text(lines.join('\n'))).toEqual({ text: lines.join('\n'), redacted: {} });
      }),
    );
  });
});
