import { expect, test } from 'vitest';
import { buildInvocation } from '../../src/provider/argv.ts';
import { customAdapter, type ProviderConfig } from '../../src/provider/custom.ts';

const config: ProviderConfig = {
  title: 'My agent',
  bin: 'myagent',
  args: {
    new: [
      ['--session-id', '{native_id}'],
      ['--', '{prompt}'],
    ],
    resume: [['--resume', '{native_id}']],
    continue: null,
  },
  permissions: { bypass: ['--yolo', '--now'], ask: [] },
  env: { set: { MYAGENT_LOG: 'off' }, unset: ['MYAGENT_YOLO'] },
  limitPatterns: ['usage limit'],
};

test('a declared provider promises no more than its user declared', () => {
  expect(customAdapter('mine', config)).toEqual({
    id: 'mine',
    title: 'My agent',
    homepage: null,
    bin: 'myagent',
    install: null,
    testedWith: null,
    probe: false,
    needsTerminal: false,
    args: config.args,
    levels: {
      ask: { args: [], strength: 'at-launch', reaches: 'bypass', enforcedBy: [{ how: 'declared', what: 'no flag' }] },
      bypass: {
        args: ['--yolo', '--now'],
        strength: 'at-launch',
        reaches: 'bypass',
        enforcedBy: [{ how: 'declared', what: '--yolo --now' }],
      },
    },
    defaultLevel: null,
    settingsDefaults: [],
    allowedFlags: 'any',
    env: config.env,
    native: null,
    limitPatterns: ['usage limit'],
    sources: {},
  });
});

test('without a title the id stands in', () => {
  expect(customAdapter('mine', { ...config, title: null }).title).toBe('mine');
});

test('it builds arguments like any other', () => {
  const request = { via: 'new', nativeId: 'n', prompt: 'hi', level: 'bypass', extra: ['-x'] } as const;
  expect(buildInvocation(customAdapter('mine', config), request).args).toEqual([
    '--session-id',
    'n',
    '--yolo',
    '--now',
    '-x',
    '--',
    'hi',
  ]);
});
