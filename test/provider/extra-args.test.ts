import fc from 'fast-check';
import { expect, test } from 'vitest';
import { refusedArguments } from '../../src/provider/extra-args.ts';

const allowed = { '--model': 'value', '-m': 'value', '--verbose': 'flag' } as const;
const refuse = (extra: readonly string[]) => refusedArguments({ allowedFlags: allowed }, 'ask', extra);

const passing: readonly (readonly string[])[] = [
  [],
  ['--verbose'],
  ['--model', 'x'],
  ['--model=x'],
  ['--model=--yolo'],
  ['--model='],
  ['--model', ''],
  ['-m', 'x', '--verbose', '--model=y'],
];

test.each(passing)('%j may pass', (...extra) => {
  expect(refuse(extra)).toEqual([]);
});

const refused: readonly [string, readonly string[], readonly string[]][] = [
  ['an unknown flag', ['--yolo'], ['--yolo']],
  ['its value is not told, it may be a secret', ['--key=hush'], ['--key']],
  ['an abbreviation', ['--verb'], ['--verb']],
  ['another case', ['--Verbose'], ['--Verbose']],
  ['a cluster', ['-mx'], ['-mx']],
  ['a cluster of letters', ['-ym'], ['-ym']],
  ['a flag with a value it does not take', ['--verbose=false'], ['--verbose']],
  ['a flag in the place of a value', ['--model', '--yolo'], ['--model', '--yolo']],
  ['a missing value', ['--verbose', '--model'], ['--model']],
  ['a subcommand', ['exec', '--verbose'], ['exec']],
  ['what follows a flag without a value', ['--verbose', 'exec'], ['exec']],
  ['a lone dash', ['-'], ['-']],
  ['an empty argument', [''], ['']],
  ['a second --, and what follows it', ['--', 'exec', '--verbose'], ['--', 'exec']],
  ['names of every object', ['--__proto__', '--constructor=x'], ['--__proto__', '--constructor']],
  ['white space around a name', [' --verbose', '--verbose '], [' --verbose', '--verbose ']],
  ['a line break in a value does not hide a name', ['--yolo\n=x'], ['--yolo\n']],
  ['a Unicode dash', ['—verbose'], ['—verbose']],
];

test.each(refused)('%s is refused', (_, extra, named) => {
  const found = refuse(extra);
  expect(found.map(({ argument }) => argument)).toEqual(named);
  expect(found.every(({ reason }) => reason.length > 10)).toBe(true);
});

test('a flag that widens something passes up to the level where it does not', () => {
  const allowedFlags = { '--dir': { takes: 'value', upTo: 'ask' } } as const;
  expect(refusedArguments({ allowedFlags }, 'read-only', ['--dir', 'x'])).toEqual([]);
  expect(refusedArguments({ allowedFlags }, 'ask', ['--dir', 'x'])).toEqual([]);
  expect(refusedArguments({ allowedFlags }, 'ask', ['--dir'])).toHaveLength(1);
  expect(refusedArguments({ allowedFlags }, 'edits', ['--dir=x'])).toEqual([
    { argument: '--dir', reason: 'it passes up to ask; at edits it would widen what is done unasked' },
  ]);
});

test('what an adapter knows of a refused flag is said, and allows nothing', () => {
  const refusedFlags = { '--yolo': 'say --permission', '--model': 'never said' };
  expect(refusedArguments({ allowedFlags: allowed, refusedFlags }, 'ask', ['--yolo', '--model=x'])).toEqual([
    { argument: '--yolo', reason: 'say --permission' },
  ]);
});

test('a custom provider is given what its user typed', () => {
  expect(refusedArguments({ allowedFlags: 'any' }, 'ask', ['--', 'exec', '--yolo'])).toEqual([]);
});

test('whatever passes is made of listed flags and their values only', () => {
  const word = fc.oneof(
    fc.constantFrom('--model', '-m', '--verbose', '--', '-', '', 'x', '--yolo', '-mx', '--model=1'),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), (extra) => {
      fc.pre(refuse(extra).length === 0);
      for (const [index, argument] of extra.entries()) {
        const isValue = ['--model', '-m'].includes(extra[index - 1] ?? '') && !argument.startsWith('-');
        const isListed = Object.hasOwn(allowed, argument.split('=')[0] ?? '');
        expect(isValue || isListed).toBe(true);
      }
    }),
    { numRuns: 2000 },
  );
});
