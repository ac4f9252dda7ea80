import { expect, test } from 'vitest';
import { createRedactor } from '../../src/redact/secrets.ts';
import { privateKey } from './corpus.ts';

const redactor = createRedactor({});

const labels = [
  'RSA PRIVATE KEY',
  'PRIVATE KEY',
  'OPENSSH PRIVATE KEY',
  'ENCRYPTED PRIVATE KEY',
  'PGP PRIVATE KEY BLOCK',
];
const mark = '[redacted:private-key]';

test.each(labels)('%s', (label) => {
  const block = privateKey(label);
  const masked = redactor.lines(['before', ...block, 'after it']);
  expect(masked).toEqual({ lines: ['before', ...block.map(() => mark), 'after it'], redacted: { 'private-key': 1 } });
});

test('without its end, without its beginning, and two in a row', () => {
  const block = privateKey('PRIVATE KEY');
  expect(redactor.lines(block.slice(0, 5)).lines).toEqual(Array(5).fill(mark));
  expect(redactor.lines(['some words', ...block.slice(4), '$ ls']).lines).toEqual([
    'some words',
    ...Array(block.length - 4).fill(mark),
    '$ ls',
  ]);
  expect(redactor.lines([...block, ...block]).redacted).toEqual({ 'private-key': 2 });
});

test('with headers and an empty line, in a box, a diff and a listing', () => {
  const [begin = '', ...rest] = privateKey('RSA PRIVATE KEY');
  const block = [begin, 'Proc-Type: 4,ENCRYPTED', 'DEK-Info: AES-128-CBC,00112233445566778899', '', ...rest];
  const frames = [
    (line: string) => line,
    (line: string) => `\u2502 ${line.padEnd(70)} \u2502`,
    (line: string) => `  ${line}`,
  ];
  for (const frame of frames) {
    const left = redactor
      .lines(block.map(frame))
      .lines.join('')
      .replaceAll(mark, '')
      .replace(/[\s\u2502]/g, '');
    expect(left).toBe('');
  }
  for (const frame of [(line: string) => `+${line}`, (line: string, at: number) => `  ${at + 9} \u2502 ${line}`]) {
    expect(redactor.lines(privateKey('RSA PRIVATE KEY').map(frame)).lines.join('\n')).not.toMatch(/[A-Za-z0-9+/]{20}/);
  }
});

test('as one string of JSON, and wrapped in a narrow box', () => {
  const json = `  "private_key": "${privateKey('PRIVATE KEY').join('\\n')}\\n", "next": 1`;
  expect(redactor.text(json).text).toBe(`  "private_key": "${mark}\\n", "next": 1`);
  for (const width of [30, 47, 78]) {
    const rows = (json.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).map(
      (row) => `\u2502 ${row.padEnd(width)} \u2502`,
    );
    expect(redactor.lines(rows).lines.join('\n').replaceAll(mark, '')).not.toMatch(/[A-Za-z0-9+/]{20}/);
  }
});
