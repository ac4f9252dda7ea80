import { expect, test } from 'vitest';
import { codex } from '../../adapters/codex.ts';
import { codexRaises } from '../../adapters/raises/codex.ts';
import { isAbove, LEVELS } from '../../src/core/permission.ts';
import { buildInvocation } from '../../src/provider/argv.ts';
import { refusedArguments } from '../../src/provider/extra-args.ts';
import { farewellId } from '../../src/provider/farewell.ts';
import { countIn } from '../../src/provider/raise.ts';
import { type FarewellCase, fixture, longestMs } from './fixtures.ts';

const names: Record<'conversations' | 'locks', Record<string, string | null>> = JSON.parse(
  fixture('codex', 'names.json'),
);
const farewells: FarewellCase[] = JSON.parse(fixture('codex', 'farewells.json'));

test.each(Object.entries(names.conversations))('%s is the conversation %s', (name, id) => {
  expect(codex.native.idFrom(name)).toBe(id);
});

test.each(Object.entries(names.locks))('%s is held for the conversation %s', (name, id) => {
  expect(codex.native.held.idFrom(name)).toBe(id);
});

test('an endless line is searched for limits in no time', () => {
  expect(longestMs(codex.limitPatterns, '■ You’ve hit your usage limit', ' try again at 8:35')).toBeLessThan(200);
});

test.each(farewells.map((entry) => [entry.id, entry.lines] as const))('its last words name %s', (id, lines) => {
  expect(farewellId(codex.native.farewell, lines)).toBe(id);
});

const id = '01a22d60-719c-7ab2-93ae-788569d87b8e';
const granted = LEVELS.filter((level) => Object.hasOwn(codex.levels, level));

test.each(granted)(
  '%s is stated at launch and at each resume, without a daemon, and before a prompt that looks like a flag',
  (level) => {
    const prompt = '--yolo';
    for (const via of ['new', 'resume', 'continue'] as const) {
      const { args } = buildInvocation(codex, { via, nativeId: id, prompt, level, extra: [] });
      expect(args.slice(-2)).toEqual(['--', prompt]);
      expect(args).toContain('--no-daemon');
      const of = (flag: string) => args[args.indexOf(flag) + 1];
      expect([of('--sandbox'), of('--ask-for-approval')]).toEqual(
        {
          'read-only': ['read-only', 'never'],
          ask: ['read-only', 'on-request'],
          edits: [],
          auto: ['workspace-write', 'on-request'],
          bypass: ['danger-full-access', 'never'],
        }[level],
      );
    }
  },
);

test('the ways are what was run', () => {
  const args = (via: 'new' | 'resume' | 'continue') =>
    buildInvocation(codex, { via, nativeId: id, prompt: null, level: 'auto', extra: ['-m', 'x'] }).args.join(' ');
  const level = '--sandbox workspace-write --ask-for-approval on-request';
  expect(args('new')).toBe(`--no-daemon ${level} -m x`);
  expect(args('resume')).toBe(`resume --no-daemon ${id} ${level} -m x`);
  expect(args('continue')).toBe(`resume --last --no-daemon ${level} -m x`);
});

test.each([
  [['--yolo']],
  [['--dangerously-bypass-approvals-and-sandbox']],
  [['--approve-for-me']],
  [['-s', 'danger-full-access']],
  [['-a', 'never']],
  [['-c', 'sandbox_mode="danger-full-access"']],
  [['--profile', 'mine']],
  [['--add-dir', '/']],
  [['-C', '/']],
  [['--search']],
  [['--remote', 'unix://']],
  [['exec']],
])('%j does not pass below bypass', (extra) => {
  expect(refusedArguments(codex, 'ask', extra).length).toBeGreaterThan(0);
});

test('everyday flags pass', () => {
  expect(refusedArguments(codex, 'ask', ['-m', 'gpt', '--no-alt-screen', '--image=shot.png'])).toEqual([]);
});

test('what a level promises is not less than what can be reached', () => {
  for (const level of granted) {
    const { strength, reaches } = codex.levels[level as keyof typeof codex.levels];
    expect([strength, isAbove(level, reaches)]).toEqual(['at-launch', false]);
  }
});

test.each([
  ['/home/u/.codex', {}, 0],
  ['/home/u/.codex', { TMPDIR: '/home' }, 1],
  ['/home/u/.codex', { TMPDIR: '/home/u/' }, 1],
  ['/tmp/x/.codex', {}, 1],
  ['/tmp/x/.codex', { TMPDIR: '' }, 1],
  ['/tmp/x/.codex', { TMPDIR: '/var/tmp' }, 0],
  ['/tmpx/.codex', { TMPDIR: '/tmp' }, 0],
])('of the folder %s with %j it says %i things', (root, env, count) => {
  expect(codex.notices({ env, root }).length).toBe(count);
});

test.each([
  ['prefix_rule(pattern=["touch"], decision="allow")', 1],
  ['prefix_rule(\n  pattern = ["git", ["push", "pull"]],\n)\nprefix_rule(pattern=["rm"], decision="forbidden")', 1],
  ['prefix_rule(\n  pattern = ["rm"],\n  decision = "prompt",\n)', 0],
  ['# prefix_rule(pattern=["touch"])', 0],
])('of the rules %j %i allow commands', (text, count) => {
  const look = codexRaises.find(({ id }) => id === 'rules')?.look;
  expect(look && countIn(look, text)).toBe(count);
});
