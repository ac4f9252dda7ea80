import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  buildInvocation,
  checkArguments,
  type InvocationRequest,
  levelFlags,
  missingFlags,
  wayFlags,
} from '../../src/provider/argv.ts';
import { acme } from './sample-adapter.ts';

const base: InvocationRequest = { via: 'new', nativeId: null, prompt: null, level: 'ask', extra: [] };

const cases: readonly [string, Partial<InvocationRequest>, readonly string[]][] = [
  ['nothing but the level', {}, ['--mode', 'ask']],
  ['a chosen id', { nativeId: 't-1' }, ['--session-id', 't-1', '--mode', 'ask']],
  [
    'the prompt last, behind what the user added',
    { nativeId: 't-1', prompt: '-y', extra: ['--verbose'] },
    ['--session-id', 't-1', '--mode', 'ask', '--verbose', '--', '-y'],
  ],
  ['an empty prompt is a prompt', { prompt: '' }, ['--mode', 'ask', '--', '']],
  ['a resume', { via: 'resume', nativeId: 't-1' }, ['--resume', 't-1', '--mode', 'ask']],
  [
    'a prompt inside an argument',
    { via: 'resume', nativeId: 't-1', prompt: 'a=b\nc' },
    ['--resume', 't-1', '--mode', 'ask', '--initial=a=b\nc'],
  ],
  ['continue', { via: 'continue', level: 'read-only' }, ['-c', '--mode=plan']],
  ['a way without a place for a prompt', { via: 'continue', prompt: 'hi' }, ['-c', '--mode', 'ask']],
  [
    'placeholders in a prompt stay text',
    { nativeId: 't-1', prompt: '{native_id} {prompt} $&' },
    ['--session-id', 't-1', '--mode', 'ask', '--', '{native_id} {prompt} $&'],
  ],
];

test.each(cases)('arguments: %s', (_, request, args) => {
  expect(buildInvocation(acme, { ...base, ...request }).args).toEqual(args);
});

test('what is recorded says how long the prompt was and not what it said', () => {
  const { recorded } = buildInvocation(acme, { ...base, via: 'resume', nativeId: 't-1', prompt: 'zwölf' });
  expect(recorded).toEqual(['--resume', 't-1', '--mode', 'ask', '--initial=<prompt: 6 bytes>']);
});

test('the prompt never shows in what is recorded', () => {
  const prompts = fc
    .string({ unit: 'binary', minLength: 4 })
    .filter((text) => !'<prompt: 0123456789 bytes>-- --mode ask'.includes(text));
  fc.assert(
    fc.property(prompts, (prompt) => {
      const { args, recorded } = buildInvocation(acme, { ...base, prompt });
      expect(args.at(-1)).toBe(prompt);
      expect(recorded.join(' ')).not.toContain(prompt);
    }),
  );
});

test.each([
  ['new', null, null, { takesPrompt: true, usesNativeId: false }],
  ['new', 't-1', null, { takesPrompt: true, usesNativeId: true }],
  ['resume', 't-1', 'hi', { takesPrompt: true, usesNativeId: true }],
  ['continue', 't-1', 'hi', { takesPrompt: false, usesNativeId: false }],
] as const)('%s with id %s and prompt %s: what was used', (via, nativeId, prompt, used) => {
  expect(buildInvocation(acme, { ...base, via, nativeId, prompt })).toMatchObject(used);
});

test('the environment holds what the adapter and the level set', () => {
  const { env } = buildInvocation(acme, { ...base, level: 'read-only' });
  expect(env).toEqual({ set: { ACME_LOG: 'off', ACME_LOCK: '1' }, unset: ['ACME_YOLO', 'ACME_TOOL_*'] });
});

test.each([
  ['an unknown level', acme, { level: 'auto' }],
  ['a way it does not have', { ...acme, args: { ...acme.args, continue: null } }, { via: 'continue' }],
  ['a resume without an id, which would be an empty conversation', acme, { via: 'resume' }],
] as const)('%s is a fault of the caller', (_, adapter, request) => {
  expect(() => buildInvocation(adapter, { ...base, ...request })).toThrow(RangeError);
});

test('flags are named once, without values and without what follows "--"', () => {
  expect(wayFlags(acme, 'new')).toEqual(['--session-id']);
  expect(wayFlags(acme, 'continue')).toEqual(['-c']);
  expect(wayFlags({ args: { ...acme.args, new: [['--', '--looks-like-one', '{prompt}']] } }, 'new')).toEqual([]);
  expect(levelFlags({ args: ['--mode', 'ask', '--limit=3', '--mode', 'x'] })).toEqual(['--mode', '--limit']);
});

const help = `
  -c, --continue        the latest
  -r, --resume [id]     by id
      --resume-all      all of them
      --session-id=ID   choose
      --mode <m>        ask|plan
  see also --verbose.`;

test.each([
  [['--continue', '-c', '--resume', '--session-id', '--mode', '--verbose'], []],
  [
    ['--res', '--resume-al', '--session', '--id', '-m', '--all', '-x'],
    ['--res', '--resume-al', '--session', '--id', '-m', '--all', '-x'],
  ],
  [
    ['--a.b', '--c+'],
    ['--a.b', '--c+'],
  ],
])('flags %j: missing from the help are %j', (flags, missing) => {
  expect(missingFlags(help, flags)).toEqual(missing);
});

test('a flag is a whole word at the edges of the text too', () => {
  expect(missingFlags('--resume', ['--resume'])).toEqual([]);
  expect(missingFlags('', ['--resume'])).toEqual(['--resume']);
});

test('a subcommand is asked for too, and a flag that may be left out is not', () => {
  const adapter = {
    args: { ...acme.args, resume: [['resume', '--quiet', '{native_id}']] },
    optionalFlags: ['--quiet'],
  };
  expect(wayFlags(adapter, 'resume')).toEqual(['resume']);
  expect(missingFlags('Commands:\n  resume   goes on\n', ['resume'])).toEqual([]);
  expect(missingFlags('Commands:\n  acme resume   goes on\n', ['resume'])).toEqual([]);
  expect(missingFlags('  --resume ID   or resume it by hand\n  resume-all', ['resume'])).toEqual(['resume']);
});

test('what is left out stands nowhere but in a prompt', () => {
  const adapter = { ...acme, args: { ...acme.args, new: [['--quiet'], ['--', '{prompt}']] } };
  const { args } = buildInvocation(adapter, { ...base, via: 'new', prompt: '--quiet', without: ['--quiet'] });
  expect(args.slice(-2)).toEqual(['--', '--quiet']);
  expect(args.indexOf('--quiet')).toBe(args.length - 1);
});

test.each([
  ['nothing', [], null],
  ['the longest argument Linux takes', ['x'.repeat(131_071)], null],
  ['one byte more', ['a', 'x'.repeat(131_072)], 'argument 2 has 131072 bytes, and one can have 131071'],
  ['bytes and not characters count', ['ä'.repeat(65_536)], 'argument 1 has 131072 bytes, and one can have 131071'],
  ['NUL would cut it silently', ['ok', 'a\0b'], 'argument 2 holds a NUL character'],
] as const)('arguments a program can be given: %s', (_, args, problem) => {
  expect(checkArguments(args)).toBe(problem);
});

const filed = {
  ...acme,
  levels: { ask: { ...acme.levels.ask, args: ['--rules={file}', '--mode', 'ask'], file: { name: 'rules', text: '' } } },
};

test('a level that needs a file names it, and is not promised without', () => {
  const request = { via: 'new', nativeId: null, prompt: null, level: 'ask', extra: [] } as const;
  const { args } = buildInvocation(filed, { ...request, levelFile: '/data/$&/rules' });
  expect(args).toEqual(['--rules=/data/$&/rules', '--mode', 'ask']);
  expect(() => buildInvocation(filed, request)).toThrow(RangeError);
});
