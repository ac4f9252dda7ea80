import { expect, test } from 'vitest';
import { LEVELS, type Level } from '../../src/core/permission.ts';
import { decideGrant, type GrantQuestion } from '../../src/policy/grant.ts';
import type { SettledPromise } from '../../src/policy/settle.ts';

type Levels = Partial<Record<Level, SettledPromise>>;

/** `reaches` as written, else the level itself, held. */
function levels(spec: Partial<Record<Level, Level>>): Levels {
  const entries = Object.entries(spec).map(([level, reaches]) => [level, promise(level as Level, reaches)]);
  return Object.fromEntries(entries);
}

function promise(level: Level, reaches: Level): SettledPromise {
  const strength = level === reaches ? 'held' : 'at-launch';
  const enforcedBy = [{ how: 'flag', what: `--${level}` }] as const;
  return { args: [`--${level}`], strength, reaches, enforcedBy, found: [], switchedOff: [] };
}

const ALL = levels({ 'read-only': 'read-only', ask: 'ask', edits: 'edits', auto: 'auto', bypass: 'bypass' });
const ENDS = levels({ 'read-only': 'read-only', bypass: 'bypass' });

function question(changes: Partial<GrantQuestion> & { levels?: Levels; defaultLevel?: Level | null }): GrantQuestion {
  const { levels: listed = ALL, defaultLevel = 'auto', ...rest } = changes;
  const adapter = { id: 'acme', title: 'Acme', levels: listed, defaultLevel };
  return {
    adapter,
    asked: null,
    ceiling: 'auto',
    since: null,
    strict: false,
    lastGranted: null,
    settingsLevel: null,
    ...rest,
  };
}

/** The granted level, or the reason of the refusal. */
function outcome(changes: Parameters<typeof question>[0]): string {
  const decided = decideGrant(question(changes));
  return decided.ok ? decided.level : decided.refusal.reason;
}

// asked, then the outcome under each ceiling from read-only to bypass
test.each([
  ['read-only', ['read-only', 'read-only', 'read-only', 'read-only', 'read-only']],
  ['ask', ['above-ceiling', 'ask', 'ask', 'ask', 'ask']],
  ['edits', ['above-ceiling', 'above-ceiling', 'edits', 'edits', 'edits']],
  ['auto', ['above-ceiling', 'above-ceiling', 'above-ceiling', 'auto', 'auto']],
  ['bypass', ['above-ceiling', 'above-ceiling', 'above-ceiling', 'above-ceiling', 'bypass']],
] as const)('%s asked for: exactly that, or refused', (asked, outcomes) => {
  expect(LEVELS.map((ceiling) => outcome({ asked, ceiling }))).toEqual(outcomes);
});

// default of the provider, then the outcome under each ceiling
test.each([
  ['all levels', ALL, null, ['read-only', 'ask', 'edits', 'auto', 'bypass']],
  ['all levels', ALL, 'read-only', ['read-only', 'read-only', 'read-only', 'read-only', 'read-only']],
  ['all levels', ALL, 'ask', ['read-only', 'ask', 'ask', 'ask', 'ask']],
  ['all levels', ALL, 'auto', ['read-only', 'ask', 'edits', 'auto', 'auto']],
  ['all levels', ALL, 'bypass', ['read-only', 'ask', 'edits', 'auto', 'bypass']],
  [
    'gaps',
    levels({ ask: 'ask', bypass: 'bypass' }),
    'bypass',
    ['nothing-below-ceiling', 'ask', 'ask', 'ask', 'bypass'],
  ],
  ['gaps', levels({ ask: 'ask', auto: 'auto' }), 'auto', ['nothing-below-ceiling', 'ask', 'ask', 'auto', 'auto']],
  ['gaps', levels({ ask: 'ask', auto: 'auto' }), null, ['nothing-below-ceiling', 'ask', 'ask', 'auto', 'auto']],
  [
    'gaps',
    levels({ 'read-only': 'read-only', auto: 'auto' }),
    'edits',
    ['read-only', 'read-only', 'read-only', 'read-only', 'read-only'],
  ],
  [
    'the ends only',
    ENDS,
    'bypass',
    ['nothing-between', 'nothing-between', 'nothing-between', 'nothing-between', 'bypass'],
  ],
  ['the ends only', ENDS, null, ['read-only', 'read-only', 'read-only', 'read-only', 'bypass']],
  [
    'bypass only',
    levels({ bypass: 'bypass' }),
    'bypass',
    ['nothing-between', 'nothing-between', 'nothing-between', 'nothing-between', 'bypass'],
  ],
  [
    'bypass only',
    levels({ bypass: 'bypass' }),
    null,
    ['nothing-below-ceiling', 'nothing-below-ceiling', 'nothing-below-ceiling', 'nothing-below-ceiling', 'bypass'],
  ],
  [
    'none',
    {},
    null,
    [
      'nothing-below-ceiling',
      'nothing-below-ceiling',
      'nothing-below-ceiling',
      'nothing-below-ceiling',
      'nothing-below-ceiling',
    ],
  ],
] as const)(
  'nothing asked for, %s, default %3$s: lowered to the ceiling, never raised',
  (_, listed, defaultLevel, outcomes) => {
    expect(LEVELS.map((ceiling) => outcome({ levels: listed, defaultLevel, ceiling }))).toEqual(outcomes);
  },
);

test.each([
  [{ lastGranted: 'ask', settingsLevel: 'edits', defaultLevel: 'auto' }, 'ask'],
  [{ lastGranted: null, settingsLevel: 'edits', defaultLevel: 'auto' }, 'edits'],
  [{ lastGranted: null, settingsLevel: null, defaultLevel: 'read-only' }, 'read-only'],
  [{ lastGranted: 'bypass', settingsLevel: 'ask', defaultLevel: 'ask' }, 'auto'],
  [{ lastGranted: 'auto', settingsLevel: null, defaultLevel: 'ask' }, 'auto'],
  [{ lastGranted: null, settingsLevel: 'bypass', defaultLevel: 'ask' }, 'auto'],
  [{ asked: 'edits', lastGranted: 'ask', settingsLevel: 'ask', defaultLevel: 'ask' }, 'edits'],
] as const)('%j, ceiling auto: %s', (known, level) => {
  expect(outcome(known)).toBe(level);
});

test.each([
  ['a level that was granted last', { lastGranted: 'read-only' }, 'read-only'],
  ['settings that ask for bypass', { settingsLevel: 'bypass', defaultLevel: 'read-only' }, 'nothing-between'],
  ['asked for all the same', { asked: 'read-only' }, 'read-only'],
] as const)('a provider with the ends only: %s', (_, known, result) => {
  expect(outcome({ levels: ENDS, defaultLevel: 'bypass', ...known })).toBe(result);
});

const RAISABLE = levels({ 'read-only': 'read-only', ask: 'auto', edits: 'bypass', bypass: 'bypass' });

// asked, then the outcome under each strict ceiling
test.each([
  ['read-only', ['read-only', 'read-only', 'read-only', 'read-only', 'read-only']],
  ['ask', ['above-ceiling', 'reaches-above-ceiling', 'reaches-above-ceiling', 'ask', 'ask']],
  ['edits', ['above-ceiling', 'above-ceiling', 'reaches-above-ceiling', 'reaches-above-ceiling', 'edits']],
  ['bypass', ['above-ceiling', 'above-ceiling', 'above-ceiling', 'above-ceiling', 'bypass']],
  [null, ['read-only', 'reaches-above-ceiling', 'reaches-above-ceiling', 'reaches-above-ceiling', 'edits']],
] as const)('a strict ceiling counts what can be reached inside: %s', (asked, outcomes) => {
  const known = { levels: RAISABLE, defaultLevel: 'edits', strict: true } as const;
  expect(LEVELS.map((ceiling) => outcome({ asked, ceiling, ...known }))).toEqual(outcomes);
});

test('without a strict ceiling the same is granted, with its strength shown', () => {
  const decided = decideGrant(question({ levels: RAISABLE, asked: 'edits' }));
  expect(decided).toEqual({ ok: true, level: 'edits', requested: 'edits', promise: RAISABLE.edits });
});

test('a level that the provider does not have is refused and not rounded', () => {
  expect(outcome({ levels: levels({ ask: 'ask', auto: 'auto' }), asked: 'edits' })).toBe('no-such-level');
  expect(outcome({ levels: levels({ ask: 'ask', auto: 'auto' }), asked: 'read-only' })).toBe('no-such-level');
});

const refusals: readonly [Parameters<typeof question>[0], string, string][] = [
  [
    { asked: 'bypass' },
    'bypass was asked for, and the ceiling of the new session is auto',
    'Start a new session with "uuldana acme --bypass-permissions". Ask for a level that can be granted here: --permission read-only, --permission ask, --permission edits, --permission auto.',
  ],
  [
    { asked: 'edits', ceiling: 'ask', levels: levels({ ask: 'ask', edits: 'edits' }) },
    'edits was asked for, and the ceiling of the new session is ask',
    'Start a new session with "uuldana acme --ceiling edits --permission edits". Ask for a level that can be granted here: --permission ask.',
  ],
  [
    { asked: 'edits', levels: ENDS },
    'edits was asked for, and uuldana knows no way to start Acme at that level',
    'Ask for a level that can be granted here: --permission read-only.',
  ],
  [
    { asked: 'ask', levels: levels({ bypass: 'bypass' }) },
    'ask was asked for, and uuldana knows no way to start Acme at that level',
    'Start a new session with "uuldana acme --bypass-permissions".',
  ],
  [
    { asked: 'ask', ceiling: 'ask', strict: true, levels: RAISABLE },
    'under a strict ceiling what can be reached counts: the ceiling of the new session is ask, and Acme started at ask can be raised to auto from inside',
    'Start a new session with "uuldana acme --ceiling auto --permission ask". Or start it without --ceiling and "strict_ceiling", where a level holds at launch only. Ask for a level that can be granted here: --permission read-only.',
  ],
  [
    { levels: ENDS, defaultLevel: 'bypass' },
    'Acme starts without ever asking (bypass), the ceiling of the new session is auto, and it has no level between bypass and read-only',
    'Start a new session with "uuldana acme --bypass-permissions". Ask for a level that can be granted here: --permission read-only.',
  ],
  [
    { levels: levels({ auto: 'auto' }), ceiling: 'ask' },
    'the ceiling of the new session is ask, and Acme has no level below auto',
    'Start a new session with "uuldana acme --ceiling auto --permission auto".',
  ],
  [
    { levels: {} },
    'the ceiling of the new session is auto, and Acme has no level that can be granted',
    'Name another provider.',
  ],
];

test('at a resume a refusal says since when the ceiling is what it is, and what was found', () => {
  const since = '2026-11-30T20:00:00.000Z';
  expect(decideGrant(question({ asked: 'bypass', since }))).toMatchObject({
    refusal: {
      message: `bypass was asked for, and the ceiling of this session is auto, fixed when it was created (${since})`,
    },
  });
  const rules = { id: 'rules', what: 'rules.allow', file: '~/.acme.json', shared: false, count: 3 } as const;
  const found = [{ ...rules, levels: ['ask'], reaches: 'auto' }] as const;
  const listed = { ask: { ...promise('ask', 'auto'), found } };
  expect(decideGrant(question({ asked: 'ask', ceiling: 'ask', strict: true, levels: listed }))).toMatchObject({
    refusal: { message: expect.stringContaining('to auto by what was found: rules.allow in ~/.acme.json (3)') },
  });
});

test.each(refusals)('a refusal of %j says what, why and what to type', (known, message, hint) => {
  expect(decideGrant(question(known))).toMatchObject({ ok: false, refusal: { message, hint } });
});

/** All ways to take one of each list. */
function product<T extends readonly unknown[]>(...lists: { [K in keyof T]: readonly T[K][] }): T[] {
  const rows = lists.reduce<unknown[][]>(
    (found, list) => found.flatMap((row) => list.map((one) => [...row, one])),
    [[]],
  );
  return rows as unknown as T[];
}

/** Every subset of levels, each reaching itself or bypass, with every combination of what may be known. */
function everyQuestion(): GrantQuestion[] {
  const maybe: readonly (Level | null)[] = [null, ...LEVELS];
  const subsets = Array.from({ length: 32 }, (_, set) => LEVELS.filter((_level, bit) => (set & (1 << bit)) !== 0));
  const providers = product<[readonly Level[], boolean]>(subsets, [true, false]).map(([listed, raisable]) =>
    levels(Object.fromEntries(listed.map((level) => [level, raisable ? 'bypass' : level]))),
  );
  const sources = ['defaultLevel', 'settingsLevel', 'lastGranted'] as const;
  return product<[Levels, Level, Level | null, Level | null, boolean, (typeof sources)[number]]>(
    providers,
    LEVELS,
    maybe,
    maybe,
    [true, false],
    sources,
  ).map(([listed, ceiling, asked, known, strict, source]) =>
    question({ levels: listed, ceiling, asked, strict, [source]: known }),
  );
}

/** The levels that a hint says to ask for, each with whether it would be granted there. */
function waysOutOf(one: GrantQuestion, hint: string): boolean[] {
  const ask = (asked: string, ceiling: string, strict: boolean) =>
    decideGrant({ ...one, asked: asked as Level, ceiling: ceiling as Level, strict }).ok;
  const here = (hint.split('granted here: ')[1] ?? '').matchAll(/--permission ([a-z-]+)/g);
  const anew = hint.matchAll(/--ceiling ([a-z-]+) --permission ([a-z-]+)/g);
  return [
    ...Array.from(here, ([, level = '']) => ask(level, one.ceiling, one.strict)),
    ...Array.from(anew, ([, ceiling = '', level = '']) => ask(level, ceiling, true)),
    ...(hint.includes('--bypass-permissions') ? [ask('bypass', 'bypass', true)] : []),
  ];
}

test('in every combination the ways out that a refusal names lead out', () => {
  const refusals = everyQuestion().flatMap((one) => {
    const decided = decideGrant(one);
    return decided.ok ? [] : [{ one, hint: decided.refusal.hint, ways: waysOutOf(one, decided.refusal.hint) }];
  });
  expect(refusals.filter(({ ways }) => ways.length > 1).length).toBeGreaterThan(1000);
  expect(refusals.filter(({ ways }) => ways.includes(false))).toEqual([]);
  const withoutWay = refusals.filter(({ ways, hint }) => ways.length === 0 && hint !== 'Name another provider.');
  expect(withoutWay).toEqual([]);
});
