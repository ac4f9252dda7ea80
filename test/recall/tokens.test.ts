import fc from 'fast-check';
import { expect, test } from 'vitest';
import { folded, isPlain } from '../../src/recall/fold.ts';
import { tokensOf } from '../../src/recall/tokens.ts';

const tokens = (text: string) =>
  Array.from(tokensOf(text), ({ text: token, type }) => (type === 'whole' ? `${token}*` : token));

test.each([
  ['parseUserId', ['parse', 'user', 'id', 'parseuserid*']],
  ['user_id', ['user', 'id']],
  ['HTTPServer USER1 sha256sum', ['http', 'server', 'httpserver*', 'user1', 'sha256sum']],
  ['src/login-form.tsx:41', ['src', 'login', 'form', 'tsx', '41']],
  ['Crème Brûlée, Straße; İstanbul', ['creme', 'brulee', 'strasse', 'istanbul']],
  ['ＬＯＧＩＮ ﬁle', ['login', 'file']],
  ['数据库', ['数据', '据库', '库']],
  ['ログインのバグ', ['ログ', 'グイ', 'イン', 'ン', 'の', 'バグ', 'グ']],
  ['푸시 알림이', ['푸시', '시', '알림', '림이', '이']],
  ['кэш ЁЛКА', ['кэш', 'елка']],
  ['│ ┃ ❯ … ──', []],
])('%s', (text, expected) => {
  expect(tokens(text)).toEqual(expected);
});

test('a token stands where it says, whatever the text is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      for (const { text: token, start, end } of tokensOf(text)) expect(folded(text.slice(start, end))).toBe(token);
    }),
  );
});

test('plain text keeps its offsets when it is folded', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      if (isPlain(text)) expect(folded(text)).toHaveLength(text.length);
    }),
  );
  expect(isPlain('│ Login ─ “quoted” … → ✓')).toBe(true);
});
