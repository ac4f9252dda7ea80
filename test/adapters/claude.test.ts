import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { claude } from '../../adapters/claude.ts';
import { isAbove, LEVELS } from '../../src/core/permission.ts';
import { buildInvocation } from '../../src/provider/argv.ts';
import { refusedArguments } from '../../src/provider/extra-args.ts';

const fixture = (name: string): string =>
  readFileSync(new URL(`../../fixtures/claude/${name}`, import.meta.url), 'utf8');
const folders: Record<string, string> = JSON.parse(fixture('folders.json'));

const repeat = (text: string) =>
  text.replace(/\{(.)\*(\d+)\}/gu, (_, unit: string, count: string) => unit.repeat(Number(count)));

test.each(Object.entries(folders))('the conversations of %s are where it was seen to put them', (workspace, folder) => {
  expect(claude.native.folderOf(repeat(workspace))).toBe(`projects/${repeat(folder)}`);
});

test.each([
  ['11111111-2222-4333-8444-555555555555.jsonl', '11111111-2222-4333-8444-555555555555'],
  ['memory', null],
  ['11111111-2222-4333-8444-555555555555', null],
  ['11111111-2222-4333-8444-555555555555.jsonl.bak', null],
  ['agent-0f1e.jsonl', null],
])('%s is the conversation %s', (file, id) => {
  expect(claude.native.idFrom(file)).toBe(id);
});

test('an endless line is searched for limits in no time', () => {
  const line = `  ⎿  You've hit your ${'limit '.repeat(20_000)}`;
  const started = performance.now();
  for (const pattern of claude.limitPatterns) new RegExp(pattern, 'iu').exec(line);
  expect(performance.now() - started).toBeLessThan(200);
});

const id = '11111111-2222-4333-8444-555555555555';

test.each(LEVELS)('%s is stated at launch, at each resume and before a prompt that looks like a flag', (level) => {
  const prompt = '--dangerously-skip-permissions';
  for (const via of ['new', 'resume', 'continue'] as const) {
    const { args } = buildInvocation(claude, {
      via,
      nativeId: via === 'continue' ? null : id,
      prompt,
      level,
      extra: [],
    });
    expect(args.slice(-2)).toEqual(['--', prompt]);
    const mode = args[args.indexOf('--permission-mode') + 1];
    expect(mode).toBe(
      { 'read-only': 'manual', ask: 'manual', edits: 'acceptEdits', auto: 'auto', bypass: 'bypassPermissions' }[level],
    );
    expect(args.some((arg) => arg.includes('disableBypassPermissionsMode'))).toBe(level !== 'bypass');
  }
});

test.each(LEVELS)('what %s is said to reach is never below it, and held means that it reaches no further', (level) => {
  const { reaches, strength } = claude.levels[level];
  expect(isAbove(level, reaches)).toBe(false);
  if (strength === 'held') expect(reaches).toBe(level);
});

test.each([
  [['--model', 'opus', '--verbose'], []],
  [['--model=opus'], []],
  [['--dangerously-skip-permissions'], ['--dangerously-skip-permissions']],
  [
    ['--permission-mode', 'bypassPermissions'],
    ['--permission-mode', 'bypassPermissions'],
  ],
  [['--settings={}'], ['--settings']],
  [['--managed-settings={}'], ['--managed-settings']],
  [['--tools=default'], ['--tools']],
  [['--allowedTools=Bash'], ['--allowedTools']],
  [
    ['--settings', '{}'],
    ['--settings', '{}'],
  ],
  [['--fork-session'], ['--fork-session']],
  [['--resume=x'], ['--resume']],
  [['--bg'], ['--bg']],
  [['-p'], ['-p']],
  [['--verb'], ['--verb']],
  [['-dp'], ['-dp']],
])('after --, of %j these are refused: %j', (extra, refused) => {
  expect(refusedArguments(claude, 'ask', extra).map(({ argument }) => argument)).toEqual(refused);
});

test.each([
  ['read-only', []],
  ['ask', []],
  ['edits', ['--add-dir']],
  ['auto', ['--add-dir']],
] as const)('at %s another folder widens nothing, or does not pass: %j', (level, refused) => {
  const found = refusedArguments(claude, level, ['--add-dir', '/srv', '--model=opus']);
  expect(found.map(({ argument }) => argument)).toEqual(refused);
});

test('flags that users try are refused with what to do instead', () => {
  const reasons = refusedArguments(claude, 'ask', ['--permission-mode=auto', '--resume=x', '--settings={}', '--bg']);
  expect(reasons.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('--permission LEVEL'),
    expect.stringContaining('uuldana resume'),
    expect.stringContaining('hooks'),
    expect.stringContaining('this terminal'),
  ]);
});

test('no word in a file of the repository starts it above ask', () => {
  const ofWorkspace = claude.settingsDefaults.filter(({ base }) => base === 'workspace');
  expect(ofWorkspace.flatMap(({ levels }) => Object.values(levels)).filter((level) => isAbove(level, 'ask'))).toEqual(
    [],
  );
});
