/** An invented provider that uses what the contract offers. */

import type { Adapter } from '../../src/provider/adapter.ts';

export const acme = {
  id: 'acme',
  title: 'Acme Agent',
  homepage: null,
  bin: 'acme',
  install: 'get acme',
  testedWith: '1.4.2',
  probe: true,
  needsTerminal: true,
  args: {
    new: [
      ['--', '{prompt}'],
      ['--session-id', '{native_id}'],
    ],
    resume: [['--resume', '{native_id}'], ['--initial={prompt}']],
    continue: [['-c']],
  },
  levels: {
    'read-only': {
      args: ['--mode=plan'],
      env: { ACME_LOCK: '1' },
      strength: 'held',
      reaches: 'read-only',
      enforcedBy: [{ how: 'flag', what: '--mode=plan' }],
    },
    ask: {
      args: ['--mode', 'ask'],
      strength: 'at-launch',
      reaches: 'auto',
      enforcedBy: [{ how: 'flag', what: '--mode ask' }],
    },
    bypass: {
      args: ['--yolo'],
      strength: 'at-launch',
      reaches: 'bypass',
      enforcedBy: [{ how: 'flag', what: '--yolo' }],
    },
  },
  defaultLevel: 'ask',
  settingsDefaults: [],
  allowedFlags: { '--model': 'value', '-m': 'value', '--verbose': 'flag' },
  env: { set: { ACME_LOG: 'off' }, unset: ['ACME_YOLO', 'ACME_TOOL_*'] },
  native: {
    root: { env: 'ACME_HOME', home: '.acme' },
    folderOf: (workspace) => `talks/${workspace.replaceAll('/', '-')}`,
    idFrom: (fileName) => /^(t-[0-9]+)\.jsonl$/.exec(fileName)?.[1] ?? null,
    registry: { file: 'live/{pid}.json', idKey: 'talk', workspaceKey: 'folder', startedAtKey: 'since' },
  },
  limitPatterns: [],
  sources: {},
} as const satisfies Adapter;
