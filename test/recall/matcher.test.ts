import fc from 'fast-check';
import { expect, test } from 'vitest';
import { literalMatcher, type Matcher, wordMatcher } from '../../src/recall/matcher.ts';
import { parseQuery } from '../../src/recall/query.ts';

const found = (matcher: Matcher, line: string) => {
  const atoms = new Set(matcher.marks(line).map(({ atom }) => atom));
  return matcher.terms((atom) => atoms.has(atom)).every(Boolean);
};
const marked = (matcher: Matcher, line: string) => matcher.marks(line).map(({ start, end }) => line.slice(start, end));
const words = (query: string) => wordMatcher(parseQuery(query));

test.each([
  ['login', 'The LOGIN page', ['LOGIN']],
  ['auth', 'authentication', ['authentication']],
  ['user', 'parseUserId', ['User']],
  ['userid', 'parseUserId user_id', []],
  ['parseuser', 'parseUserId', ['parseUserId']],
  ['migrations', 'the migration ran, it migrated all', ['migration', 'migrated']],
  ['creme', 'une crème brûlée', ['crème']],
  ['crème', 'une creme', ['creme']],
  ['404', '404 4041', ['404']],
  ['go', 'go google', ['go']],
  ['库', '数据库连接', ['库连']],
  ['数据库', '我的数据库', ['数据', '据库']],
  ['кэш', 'В КЭШЕ', ['КЭШЕ']],
])('%s in "%s"', (query, line, expected) => {
  expect(marked(words(query), line)).toEqual(expected);
});

test('a name is found by its parts or as a whole', () => {
  expect(found(words('parseUserId'), 'parse the user by id')).toBe(true);
  expect(found(words('parseUserId'), 'parseuserid()')).toBe(true);
  expect(found(words('parseUserId'), 'parse the user')).toBe(false);
});

test('an exact text is told apart by case, and stands for itself', () => {
  expect(marked(literalMatcher('a.b"c'), 'xa.b"ca.b"c A.B"C aXb"c')).toEqual(['a.b"c', 'a.b"c']);
});

test('the look at bytes never loses a line that has something', () => {
  const texts = fc.constantFrom(
    'Login',
    'crème',
    'Straße',
    'КЭШ',
    'кэш',
    '数据库',
    'が',
    'ログ',
    '알림',
    'naïve',
    'ＬＯ',
    'x',
    '"',
    '\\',
    '\n',
    ' ',
  );
  const text = fc.array(texts, { maxLength: 8 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, fc.boolean(), (query, line, isLiteral) => {
      const matcher = isLiteral ? literalMatcher(query) : words(query);
      const bytes = Buffer.from(JSON.stringify({ lines: [line] })).toString('latin1');
      if (matcher.marks(line).length > 0) expect(matcher.mayHold(bytes)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  'what did we decide',
  'Where were we yesterday?',
  'was haben wir gestern gemacht',
  'qu’est-ce que nous avons décidé hier',
  '¿qué decidimos ayer?',
  'что мы вчера решили',
  '我们上次决定了什么',
  '우리가 어제 무엇을 결정했지',
  'was war das',
])('"%s" names no topic', (query) => {
  expect(parseQuery(query).terms).toEqual([]);
});

test('of a question only what it is about counts', () => {
  expect(parseQuery('what did we decide about the rateLimit?').terms.map(({ text }) => text)).toEqual(['rateLimit']);
});
