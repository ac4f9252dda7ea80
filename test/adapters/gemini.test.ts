import { expect, test } from 'vitest';
import { gemini } from '../../adapters/gemini.ts';
import { LEVELS } from '../../src/core/permission.ts';
import { buildInvocation } from '../../src/provider/argv.ts';
import { refusedArguments } from '../../src/provider/extra-args.ts';
import { farewellId } from '../../src/provider/farewell.ts';
import { type FarewellCase, fixture, longestMs } from './fixtures.ts';

const names: Record<string, string | null> = JSON.parse(fixture('gemini', 'names.json'));
const farewells: FarewellCase[] = JSON.parse(fixture('gemini', 'farewells.json'));

test.each(Object.entries(names))('%s stands for %s', (name, key) => {
  expect(gemini.native.idFrom(name)).toBe(key);
});

test('of an id its first digits stand in the name, and a name stands for itself', () => {
  expect(gemini.native.keyOf('4db56402-ada5-4d71-9c1f-38f23e0a10f4')).toBe('4db56402');
  expect(gemini.native.keyOf('4db56402')).toBe('4db56402');
});

test('its conversations lie where its settings say', () => {
  expect(gemini.native.folderOf('/home/u/work', 'work-1')).toBe('tmp/work-1/chats');
  expect(gemini.native.folderOf('/home/u/work', null)).toBeNull();
});

test('what it lists is read for ids alone, whatever the titles say', () => {
  expect(gemini.native.listing.read(fixture('gemini', 'sessions.txt')).map(({ id }) => id)).toEqual([
    '4db56402-ada5-4d71-9c1f-38f23e0a10f4',
    '33333333-2222-4333-8444-555555555555',
    'b6bc8562-3955-4c4c-9b44-92fbb0c7b8c7',
  ]);
  expect(gemini.native.listing.read('No previous sessions found.\n')).toEqual([]);
});

test('an endless line is searched for limits in no time', () => {
  expect(longestMs(gemini.limitPatterns, '│ Usage limit reached for ', 'gemini-')).toBeLessThan(200);
  expect(longestMs(gemini.limitPatterns, '', '│ ')).toBeLessThan(200);
});

test.each(farewells.map((entry) => [entry.id, entry.lines] as const))('its last words name %s', (id, lines) => {
  expect(farewellId(gemini.native.farewell, lines)).toBe(id);
});

const id = '4db56402-ada5-4d71-9c1f-38f23e0a10f4';
const granted = LEVELS.filter((level) => Object.hasOwn(gemini.levels, level));
const MODES = { 'read-only': 'plan', ask: 'default', edits: 'auto_edit', auto: null, bypass: 'yolo' };

test.each(granted)(
  '%s is stated at launch and at each resume, and a prompt that looks like a flag is none',
  (level) => {
    const prompt = '--yolo';
    for (const via of ['new', 'resume', 'continue'] as const) {
      const { args } = buildInvocation(gemini, {
        via,
        nativeId: id,
        prompt,
        level,
        levelFile: '/data/rules',
        extra: [],
      });
      expect(args.at(-1)).toBe(`--prompt-interactive=${prompt}`);
      expect(args[args.indexOf('--approval-mode') + 1]).toBe(MODES[level]);
      expect(args.includes('/data/rules')).toBe(level !== 'bypass');
    }
  },
);

const rules = (level: 'read-only' | 'ask' | 'edits') => gemini.levels[level].file.text;

test('the rules are what was run', () => {
  const READING =
    '["read_file", "read_many_files", "list_directory", "glob", "grep_search", "get_internal_docs", "read_background_output", "list_background_processes", "activate_skill", "ask_user", "enter_plan_mode", "exit_plan_mode", "update_topic", "write_todos"]';
  expect(rules('ask')).toBe(`[[rule]]
toolName = "*"
decision = "ask_user"
priority = 900

[[rule]]
toolName = ${READING}
decision = "allow"
priority = 901

[[rule]]
toolName = ["write_file", "replace"]
decision = "deny"
priority = 902
modes = ["autoEdit", "yolo"]
`);
  expect(rules('read-only')).toBe(
    `${rules('ask').split('\n\n').slice(0, 2).join('\n\n').replace('ask_user', 'deny')}\n`,
  );
  expect(rules('edits')).toBe(rules('ask').replace('"deny"', '"allow"'));
});

test('no rule lets a tool run that starts programs', () => {
  for (const level of ['read-only', 'ask', 'edits'] as const) expect(rules(level)).not.toContain('shell');
});

test.each([
  [['--yolo']],
  [['-y']],
  [['--approval-mode=yolo']],
  [['--admin-policy', '/mine']],
  [['--policy', '/mine']],
  [['--allowed-tools', 'run_shell_command']],
  [['--skip-trust']],
  [['-e', 'mine']],
  [['-p', 'go']],
  [['--session-file', 'x']],
])('%j does not pass below bypass', (extra) => {
  expect(refusedArguments(gemini, 'ask', extra).length).toBeGreaterThan(0);
});

test('other folders may be read from where edits are asked for', () => {
  const refused = (level: 'ask' | 'edits') => refusedArguments(gemini, level, ['--include-directories', '/srv']);
  expect(refused('ask')).toEqual([]);
  expect(refused('edits').map(({ argument }) => argument)).toEqual(['--include-directories']);
});

test('everyday flags pass', () => {
  expect(refusedArguments(gemini, 'ask', ['-m', 'gemini-2.5-pro', '--screen-reader'])).toEqual([]);
});
