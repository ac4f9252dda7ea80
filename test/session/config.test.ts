import { expect, test } from 'vitest';
import { DEFAULT_CONFIG } from '../../src/session/config.ts';
import { parseConfig } from '../../src/session/config-file.ts';
import { BUILT_IN, errorOf, FILE, MYAGENT, parse, withProvider } from './config-sample.ts';

test.each(['{}', '\ufeff{ }\n'])('an empty config %j is the default one', (text) => {
  expect(parseConfig(text, FILE, BUILT_IN)).toEqual(DEFAULT_CONFIG);
});

test('the example of the design', () => {
  const config = {
    default_provider: 'myagent',
    ceiling: 'edits',
    strict_ceiling: true,
    capture: 'conversation',
    redact: false,
    keep_journals: 10,
    suspend_key: null,
    providers: { myagent: MYAGENT },
  };
  const { limit_patterns: limitPatterns, ...rest } = MYAGENT;
  expect(parse(config)).toEqual({
    defaultProvider: 'myagent',
    ceiling: 'edits',
    strictCeiling: true,
    capture: 'conversation',
    redact: false,
    keepJournals: 10,
    suspendKey: null,
    providers: { myagent: { ...rest, limitPatterns } },
  });
});

test('what a provider may leave out', () => {
  const least = { bin: '/opt/mine', args: { new: [] }, permissions: { auto: [] } };
  expect(parse({ providers: { mine: least } }).providers).toEqual({
    mine: {
      title: null,
      bin: '/opt/mine',
      args: { new: [], resume: null, continue: null },
      permissions: { auto: [] },
      env: { set: {}, unset: [] },
      limitPatterns: [],
    },
  });
});

const LEVELS = 'read-only, ask, edits, auto, bypass';
const KEYS = 'default_provider, ceiling, strict_ceiling, capture, redact, keep_journals, suspend_key, providers';

const wrong: readonly [unknown, string][] = [
  [[], 'the file must be an object, not []'],
  [null, 'the file must be an object, not null'],
  [{ cieling: 'ask' }, `"cieling" is no known key | Did you mean "ceiling"? Known are: ${KEYS}.`],
  [{ constructor: 1 }, `"constructor" is no known key | Known are: ${KEYS}.`],
  [{ ceiling: 'yolo' }, `"ceiling" must be one of ${LEVELS}, not "yolo"`],
  [{ ceiling: ['ask'] }, `"ceiling" must be one of ${LEVELS}, not ["ask"]`],
  [{ strict_ceiling: 'yes' }, '"strict_ceiling" must be true or false, not "yes"'],
  [{ redact: 0 }, '"redact" must be true or false, not 0'],
  [{ keep_journals: '200' }, '"keep_journals" must be a whole number, not "200"'],
  [{ keep_journals: 1.5 }, '"keep_journals" must be a whole number, not 1.5'],
  [{ keep_journals: -1 }, '"keep_journals" must be zero or more, not -1'],
  [{ suspend_key: 'ctrl-x' }, '"suspend_key" must be "ctrl-z" or null, not "ctrl-x"'],
  [{ capture: 'all' }, '"capture" must be screen or conversation, not "all"'],
  [{ default_provider: 5 }, '"default_provider" must be the id of a provider, not 5'],
  [
    { default_provider: 'acne' },
    '"default_provider" must be the id of a provider, not "acne" | Did you mean "acme"? Providers: acme, demo.',
  ],
  [
    { providers: [MYAGENT] },
    `"providers" must be an object with an entry for each provider, not ${JSON.stringify([MYAGENT]).slice(0, 60)}...`,
  ],
  [
    withProvider({}, 'Mine'),
    '"Mine" under "providers" cannot be a provider\'s id: it is made of a-z, 0-9 and "-", and does not begin with "-"',
  ],
  [
    withProvider({}, '-x'),
    '"-x" under "providers" cannot be a provider\'s id: it is made of a-z, 0-9 and "-", and does not begin with "-"',
  ],
  [withProvider({}, 'list'), '"list" under "providers" cannot be a provider\'s id: it is the name of a command'],
  [
    withProvider({}, 'demo'),
    '"demo" under "providers" cannot be a provider\'s id: it is the id of a built-in provider',
  ],
  [{ providers: { mine: 5 } }, '"providers.mine" must be an object, not 5'],
  [{ providers: { mine: [] } }, '"providers.mine" must be an object, not []'],
  [{ providers: { mine: { ...MYAGENT, bin: undefined } } }, '"providers.mine.bin" is missing'],
];

test.each(wrong)('%j: %s', (config, message) => {
  expect(errorOf(() => parse(config))).toBe(`${FILE}: ${message}`);
});

test.each(['launch', 'mcp', 'help'])('the command %s is no name for a provider', (id) => {
  expect(errorOf(() => parse(withProvider({}, id)))).toContain('it is the name of a command');
});

test('names that every object has are keys like any other', () => {
  const text = `{"providers":{"__proto__":${JSON.stringify(MYAGENT)}}}`;
  expect(errorOf(() => parseConfig(text, FILE, BUILT_IN))).toContain(
    '"__proto__" under "providers" cannot be a provider\'s id',
  );
  expect(errorOf(() => parseConfig('{"__proto__":{}}', FILE, BUILT_IN))).toContain('"__proto__" is no known key');
  expect(Object.keys(parse(withProvider({}, 'constructor')).providers)).toEqual(['constructor']);
});

test('without the list of built-in providers the default one is not judged', () => {
  expect(parseConfig('{"default_provider":"acme"}', FILE).defaultProvider).toBe('acme');
});

const broken: readonly [string, number, number, string][] = [
  ['', 1, 1, 'expected a value, but the file ends'],
  ['{\n  "ceiling": ask\n}', 2, 14, 'expected a value, but there is "a"'],
  ['{\n  "ceiling": "ask",\n}', 3, 1, 'expected a key in double quotes, but there is "}"'],
  ['{\n  // mine\n}', 2, 3, 'expected a key in double quotes, but there is "/"'],
  ["{'ceiling': 1}", 1, 2, 'expected a key in double quotes, but there is "\'"'],
  ['{"a" 1}', 1, 6, 'expected ":", but there is "1"'],
  ['{"a": 1 "b": 2}', 1, 9, 'expected "," or "}", but there is "\\""'],
  ['{"a": [1, 2}', 1, 12, 'expected "," or "]", but there is "}"'],
  ['{"a": 1}}', 1, 9, 'expected the end of the file, but there is "}"'],
  ['{"a": 01}', 1, 7, 'expected a value, but there is "0"'],
  ['{"a": "x\ny"}', 1, 7, 'expected a value, but there is "\\""'],
  ['{"a": nullx}', 1, 7, 'expected a value, but there is "n"'],
  ['{"a": 1', 1, 8, 'expected "," or "}", but the file ends'],
  [`${'['.repeat(300)}`, 1, 202, 'expected fewer levels of nesting, but there is "["'],
];

test.each(broken)('%j is no JSON at line %d, column %d', (text, line, column, what) => {
  expect(errorOf(() => parseConfig(text, FILE, BUILT_IN))).toBe(
    `${FILE}, line ${line}, column ${column}: ${what} | JSON has double quotes only, and neither comments nor trailing commas.`,
  );
});
