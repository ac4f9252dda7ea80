import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asText } from '../../src/provider/first-prompt.ts';

test.each([
  'fix the tests',
  'Änderung',
  '修复测试',
  '3 things',
  '"quoted" words',
  "'s-Hertogenbosch",
  '¿qué?',
  ' hello',
  'exit codes are wrong',
  'quit smoking',
  '',
  '   ',
])('%j stays as it is', (prompt) => {
  expect(asText(prompt)).toBe(prompt);
});

test.each([
  '/exit',
  ' /clear x',
  '\n/permissions',
  '​/exit',
  '﻿!touch x',
  '!touch x',
  '# remember',
  '@/etc/passwd',
  '$skill',
  '-p',
  '--version',
  '—help',
  '－－version',
  'exit',
  'Quit ',
  ':q!',
  ':wq',
  '?',
  '> x',
  '`touch x`',
  '\u001b[A',
])('%j is introduced', (prompt) => {
  expect(asText(prompt)).toBe(`This is my message: ${prompt}`);
});

test('whatever it is, it stands there whole, and what is introduced is introduced once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (prompt) => {
      const text = asText(prompt);
      expect(text.endsWith(prompt)).toBe(true);
      expect(asText(text)).toBe(text);
    }),
  );
});
