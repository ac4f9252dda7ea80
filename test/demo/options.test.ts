import { describe, expect, test } from 'vitest';
import { demo } from '../../adapters/demo.ts';
import { HELP, PERMISSIONS, parseCommandLine, VERSION } from '../../src/demo/options.ts';

const ID = '872d50dd-7e3e-42da-9ae4-f8ba236b7198';
const plain = { start: { how: 'new', id: null }, permission: 'ask', isFullScreen: false, prompt: null };

describe('the command line', () => {
  test.each<[string[], object]>([
    [[], {}],
    [['--session-id', ID], { start: { how: 'new', id: ID } }],
    [['--resume', ID], { start: { how: 'resume', id: ID } }],
    [['--continue'], { start: { how: 'continue' } }],
    [['--permission', 'read-only'], { permission: 'read-only' }],
    [['--permission=bypass', '--full-screen'], { permission: 'bypass', isFullScreen: true }],
    [['--full-screen', '--inline'], {}],
    [['--', 'say this'], { prompt: 'say this' }],
    [['--resume', ID, '--', '--help', 'me'], { start: { how: 'resume', id: ID }, prompt: '--help me' }],
    [['--', ''], {}],
  ])('%j', (argv, options) => {
    expect(parseCommandLine(argv)).toEqual({ type: 'run', options: { ...plain, ...options } });
  });

  test.each([
    [['--nonsense'], /--nonsense/],
    [['say this'], /say this/],
    [['--session-id', '../x'], /UUID/],
    [['--session-id'], /argument/],
    [['--permission', 'all'], /read-only, ask, edits, auto, bypass/],
    [['--resume', ID, '--continue'], /exclude/],
  ])('%j is refused', (argv, message) => {
    expect(parseCommandLine(argv)).toEqual({ type: 'refuse', message: expect.stringMatching(message) });
  });

  test('help and version', () => {
    expect(parseCommandLine(['--help'])).toEqual({ type: 'print', text: HELP });
    expect(parseCommandLine(['--version'])).toEqual({ type: 'print', text: VERSION });
  });
});

describe('the adapter', () => {
  const flags = [
    ...[...demo.args.new, ...demo.args.resume, ...demo.args.continue].flatMap(([flag]) =>
      flag === '--' ? [] : [flag],
    ),
    ...Object.keys(demo.allowedFlags),
    '--permission',
  ];

  test.each([...new Set(flags)])('%s is in the help', (flag) => {
    expect(HELP).toMatch(new RegExp(`^  ${flag}\\b`, 'm'));
  });

  test('knows the levels that the agent knows', () => {
    expect(Object.keys(demo.levels)).toEqual([...PERMISSIONS]);
    for (const level of PERMISSIONS) {
      expect(demo.levels[level]).toMatchObject({ args: ['--permission', level], strength: 'held', reaches: level });
    }
  });

  test('reads the limit off a screen', () => {
    const [pattern] = demo.limitPatterns;
    expect(new RegExp(pattern).exec('  Usage limit reached. It resets at 5pm.')?.groups?.['resets_at']).toBe('5pm');
    expect(new RegExp(pattern).test('● You said: Usage limit reached. It resets at 5pm. (turn 1)')).toBe(false);
  });
});
