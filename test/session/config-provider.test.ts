import { expect, test } from 'vitest';
import { errorOf, FILE, parse, withProvider } from './config-sample.ts';

test.each([
  [{ args: { new: [['--text={prompt}']] } }],
  [{ args: { new: [['-i', '{prompt}']] } }],
  [{ args: { new: [['run', '--', 'do: {prompt}']] } }],
  [{ args: { new: [['--json={"a":1}']], resume: null } }],
  [{ args: { new: [], continue: [['--last'], ['--', '{prompt}']] } }],
  [{ bin: '~/bin/mine' }],
  [{ env: { unset: ['MINE_*'] } }],
])('%j is fine', (changes) => {
  expect(errorOf(() => parse(withProvider(changes)))).toBe('no error');
});

const LEVELS = 'read-only, ask, edits, auto, bypass';
const ARGS = '"providers.mine.args';
const BEHIND =
  'write ["--", "{prompt}"], ["--flag={prompt}"] or ["--flag", "{prompt}"], so that a prompt is never read as a flag or a command';

const wrong: readonly [unknown, string][] = [
  [withProvider({ bin: '' }), '"providers.mine.bin" must be a command, or the absolute path of one, not ""'],
  [
    withProvider({ bin: './mine' }),
    '"providers.mine.bin" must be a command, or the absolute path of one, not "./mine"',
  ],
  [
    withProvider({ bin: 'a\0' }),
    '"providers.mine.bin" must be a command, or the absolute path of one, without NUL, not "a\\u0000"',
  ],
  [withProvider({ title: '' }), '"providers.mine.title" must be a name for people, not ""'],
  [
    withProvider({ tilte: 'x' }),
    '"providers.mine.tilte" is no known key | Did you mean "title"? Known are: title, bin, args, permissions, env, limit_patterns.',
  ],
  [withProvider({ args: {} }), `${ARGS}.new" is missing`],
  [
    withProvider({ args: { new: [], rezume: [] } }),
    `${ARGS}.rezume" is no known key | Did you mean "resume"? Known are: new, resume, continue.`,
  ],
  [withProvider({ args: { new: ['--x'] } }), `${ARGS}.new.0" must be a list of arguments, not "--x"`],
  [withProvider({ args: { new: [[]] } }), `${ARGS}.new.0" must be a list of arguments that is not empty, not []`],
  [withProvider({ args: { new: [['--x', 5]] } }), `${ARGS}.new.0.1" must be text, not 5`],
  [
    withProvider({ args: { new: [['--x={nativ_id}']] } }),
    `${ARGS}.new": {nativ_id} is no placeholder; {native_id} and {prompt} are`,
  ],
  [withProvider({ args: { new: [['{prompt}']] } }), `${ARGS}.new": ${BEHIND}`],
  [withProvider({ args: { new: [['run', '{prompt}']] } }), `${ARGS}.new": ${BEHIND}`],
  [withProvider({ args: { new: [['{prompt}', '--']] } }), `${ARGS}.new": ${BEHIND}`],
  [
    withProvider({ args: { new: [['--a={prompt}'], ['--b={prompt}']] } }),
    `${ARGS}.new": {prompt} may stand in one place only`,
  ],
  [
    withProvider({ args: { new: [['--', 'x']] } }),
    `${ARGS}.new": "--" belongs into the group of {prompt}, which is put last`,
  ],
  [
    withProvider({ args: { new: [['--id', '{native_id}', '--', '{prompt}']] } }),
    `${ARGS}.new": {native_id} and {prompt} need groups of their own, since a group without a value is left out`,
  ],
  [withProvider({ args: { new: [], resume: [['--resume']] } }), `${ARGS}.resume": a resume needs {native_id}`],
  [withProvider({ args: { new: [], resume: [] } }), `${ARGS}.resume": a resume needs {native_id}`],
  [
    withProvider({ args: { new: [], continue: [['-c', '{native_id}']] } }),
    `${ARGS}.continue": {native_id} has no value here: the agent chooses the conversation`,
  ],
  [
    withProvider({ args: { new: [], continue: [['--', '{prompt}']] } }),
    `${ARGS}.continue": it needs a group without {prompt}`,
  ],
  [withProvider({ args: { new: [], continue: [] } }), `${ARGS}.continue": it needs a group without {prompt}`],
  [
    withProvider({ permissions: {} }),
    '"providers.mine.permissions" must be an object with one level or more, since a level that is missing cannot be granted, not {}',
  ],
  [
    withProvider({ permissions: { edit: [] } }),
    `"providers.mine.permissions.edit" is no known key | Did you mean "edits"? Known are: ${LEVELS}.`,
  ],
  [
    withProvider({ permissions: { ask: '--ask' } }),
    '"providers.mine.permissions.ask" must be a list of arguments, [] when the level takes none, not "--ask"',
  ],
  [
    withProvider({ permissions: { ask: ['{prompt}'] } }),
    '"providers.mine.permissions.ask": the arguments of a level hold no placeholders',
  ],
  [
    withProvider({ env: { set: { 'A=B': 'x' } } }),
    '"providers.mine.env.set.A=B" must be the name of a variable, not "A=B"',
  ],
  [withProvider({ env: { set: { A: 5 } } }), '"providers.mine.env.set.A" must be text, not 5'],
  [withProvider({ env: [] }), '"providers.mine.env" must be an object, not []'],
  [withProvider({ env: { unset: 'A' } }), '"providers.mine.env.unset" must be a list of names of variables, not "A"'],
  [
    withProvider({ env: { unset: ['*'] } }),
    '"providers.mine.env.unset.0" must be the name of a variable, or its beginning and "*", not "*"',
  ],
  [
    withProvider({ env: { unsett: [] } }),
    '"providers.mine.env.unsett" is no known key | Did you mean "unset"? Known are: set, unset.',
  ],
  [
    withProvider({ limit_patterns: ['ok', '('] }),
    '"providers.mine.limit_patterns.1" must be a regular expression, not "("',
  ],
  [
    withProvider({ limit_patterns: '.' }),
    '"providers.mine.limit_patterns" must be a list of regular expressions, not "."',
  ],
];

test.each(wrong)('%j: %s', (config, message) => {
  expect(errorOf(() => parse(config))).toBe(`${FILE}: ${message}`);
});
