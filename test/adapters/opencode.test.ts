import { expect, test } from 'vitest';
import { opencode } from '../../adapters/opencode.ts';
import { LEVELS } from '../../src/core/permission.ts';
import { buildInvocation } from '../../src/provider/argv.ts';
import { refusedArguments } from '../../src/provider/extra-args.ts';
import { farewellId } from '../../src/provider/farewell.ts';
import { collectTalks, groupIn } from '../../src/provider/own-log.ts';
import { type FarewellCase, fixture, longestMs } from './fixtures.ts';

const screens: { name: string; ready: boolean; lines: string[] }[] = JSON.parse(fixture('opencode', 'screens.json'));
const farewells: FarewellCase[] = JSON.parse(fixture('opencode', 'farewells.json'));

test.each(screens.map((screen) => [screen.name, screen] as const))('a screen %s', (_, { ready, lines }) => {
  expect(new RegExp(opencode.pasted.ready, 'mu').test(lines.join('\n'))).toBe(ready);
});

test('its log tells which process talks in which conversation, and what the agent begins by itself is none', () => {
  const lines = fixture('opencode', 'log.txt').split('\n').filter(Boolean);
  const { log } = opencode.native;
  const talks = collectTalks(log);
  const live = lines.map((line) => {
    talks.take([line]);
    return talks.live('c231b96a');
  });
  expect(['810cdf72', '05a4c082'].map(talks.live)).toEqual([
    'ses_dd293fb88ffe0hcFmUmtAcqqae',
    'ses_dd29272bcffePTbE5Llq8Gr4iu',
  ]);
  // from the line on that says it was created, and not turned back to by what goes on in the background
  expect(live.filter((id, at) => id !== live[at - 1])).toEqual([
    null,
    'ses_dd1e1e317ffeS2yU6yMmybgSif',
    'ses_dd1e15e1fffeqvrlZe0XfQmwJa',
  ]);
  expect(lines.map((line) => groupIn(new RegExp(log.run, 'u'), line, 'run'))).not.toContain(null);
});

test('of what it lists, exactly this folder counts', () => {
  const { read } = opencode.native.listing;
  expect(read(fixture('opencode', 'sessions.json'), '/home/u/ows')).toEqual([
    { id: 'ses_dd2926a45ffeJiE36ddXT3Xp6M', createdAt: 1796058486202, modifiedAt: 1796058544863 },
    { id: 'ses_dd2925c84ffeeN5rIJVM66MWTv', createdAt: 1796058489723, modifiedAt: 1796058541765 },
  ]);
  expect(read(fixture('opencode', 'sessions.json'), '/home/u')).toEqual([]);
});

test.each([
  ['', []],
  ['Session ID   Title', null],
  ['{}', null],
  ['[]', []],
  ['[null, 5, {"id": "ses_1"}, {"id": 1, "created": 1, "updated": 1, "directory": "/w"}]', []],
])('an answer %j lists %j', (stdout, listed) => {
  expect(opencode.native.listing.read(stdout, '/w')).toEqual(listed);
});

test('an endless line is searched for limits in no time', () => {
  expect(longestMs(opencode.limitPatterns, '   ', '■⬝')).toBeLessThan(200);
});

test.each(farewells.map((entry) => [entry.id, entry.lines] as const))('its last words name %s', (id, lines) => {
  expect(farewellId(opencode.native.farewell, lines)).toBe(id);
});

/** Its patterns: `*` is any text, `?` one character. */
const fits = (pattern: string, name: string) =>
  new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`).test(name);

const granted = LEVELS.filter((level) => Object.hasOwn(opencode.levels, level));

test.each(granted)(
  '%s is stated at launch and at each resume, and a prompt that looks like a flag is none',
  (level) => {
    const prompt = '--auto';
    for (const via of ['new', 'resume', 'continue'] as const) {
      const { args, env, takesPrompt } = buildInvocation(opencode, {
        via,
        nativeId: 'ses_1',
        prompt,
        level,
        extra: [],
      });
      expect(args.includes(`--prompt=${prompt}`)).toBe(via === 'new');
      expect(takesPrompt || opencode.pasted.ways.some((way) => way === via)).toBe(true);
      expect(args.includes('--auto')).toBe(level === 'bypass');
      expect(args.join(' ').includes('--agent build')).toBe(level !== 'bypass');
      expect(Object.hasOwn(env.set, 'OPENCODE_CONFIG_CONTENT')).toBe(level !== 'bypass');
    }
  },
);

test.each([
  ['read-only', 'deny', undefined],
  ['ask', 'ask', undefined],
  ['edits', 'ask', 'allow'],
] as const)(
  'at %s, for every agent it ships with, all that is not reading is %s and editing is %s',
  (level, others, edit) => {
    const { env } = opencode.levels[level];
    const content = JSON.parse(env['OPENCODE_CONFIG_CONTENT'] ?? '');
    const { build, plan, general, explore } = content.agent;
    const all = [content, build, plan, general, explore].map(({ permission }) => permission);
    all.push(JSON.parse(env['OPENCODE_PERMISSION'] ?? ''));
    for (const permission of all) {
      // whatever rules a user has: keys of theirs come first, and of all that fit the last one decides
      const users = { '*': 'allow', bash: 'allow', edit: 'allow', read: 'allow', 'mcp_*': 'allow' };
      const merged = { ...users, ...permission };
      const decided = (tool: string) => Object.entries(merged).findLast(([key]) => fits(key, tool))?.[1];
      for (const tool of ['bash', 'task', 'webfetch', 'mcp_delete', 'external_directory']) {
        expect([tool, decided(tool)]).toEqual([tool, others]);
      }
      expect(decided('edit')).toBe(edit ?? others);
      for (const tool of ['glob', 'grep', 'list', 'todowrite', 'question']) expect(decided(tool)).toBe('allow');
      expect(decided('read')).toMatchObject({ '*': 'allow', '*.env': 'ask' });
    }
    expect(env['OPENCODE_DISABLE_PROJECT_CONFIG']).toBe('1');
  },
);

test.each([
  [['--auto']],
  [['--agent', 'mine']],
  [['--port', '4096']],
  [['--fork']],
  [['-c']],
  [['/elsewhere']],
  [['serve']],
])('%j does not pass below bypass', (extra) => {
  expect(refusedArguments(opencode, 'ask', extra).length).toBeGreaterThan(0);
});

test('everyday flags pass', () => {
  expect(refusedArguments(opencode, 'ask', ['-m', 'a/b', '--pure'])).toEqual([]);
});
