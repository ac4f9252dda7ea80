/**
 * The demo agent that ships with uuldana (src/demo): offline, deterministic, with a store of its own, for newcomers and
 * tests. Its facts are promises of this repository, so nothing has to be probed.
 */

import type { Adapter, LevelPromise } from '../src/provider/adapter.ts';

/** Nothing inside the demo agent changes its level. */
const held = <L extends LevelPromise['reaches']>(level: L) =>
  ({
    args: ['--permission', level],
    strength: 'held',
    reaches: level,
    enforcedBy: [{ how: 'flag', what: `--permission ${level}` }],
  }) as const satisfies LevelPromise;

export const demo = {
  id: 'demo',
  title: 'Demo agent',
  homepage: null,
  bin: 'uuldana-demo',
  builtIn: 'demo/main.js',
  install: null,
  testedWith: '1.0.0',
  probe: false,
  needsTerminal: false,
  args: {
    new: [
      ['--session-id', '{native_id}'],
      ['--', '{prompt}'],
    ],
    resume: [
      ['--resume', '{native_id}'],
      ['--', '{prompt}'],
    ],
    continue: [['--continue'], ['--', '{prompt}']],
  },
  levels: {
    'read-only': held('read-only'),
    ask: held('ask'),
    edits: held('edits'),
    auto: held('auto'),
    bypass: held('bypass'),
  },
  defaultLevel: 'ask',
  settingsDefaults: [],
  allowedFlags: { '--full-screen': 'flag', '--inline': 'flag' },
  env: { set: {}, unset: [] },
  native: {
    root: { env: 'UULDANA_DEMO_HOME', home: '.uuldana-demo' },
    folderOf: (workspace) => `sessions/${encodeURIComponent(workspace).slice(-180)}`,
    idFrom: (fileName) => /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/.exec(fileName)?.[1] ?? null,
    registry: {
      file: 'live/{pid}.json',
      idKey: 'session_id',
      workspaceKey: 'workspace',
      startedAtKey: 'started_at',
    },
  },
  speakers: {
    chrome: [
      '^uuldana demo agent \\d',
      '^[╭╰]─+[╮╯]\\n',
      '^│ (?:uuldana demo agent|Repeats what you say|folder|conversation|permission|\\s) *.*│',
      '^ *permission \\S+ · conversation ',
      '^[❯>]\\s*\\n',
    ],
    user: ['^(?<mark>[❯>] )\\S'],
    agent: [
      '^(?<mark>● )',
      // notes have no bullet
      '^(?<mark> {2})(?:line \\d+|Say anything\\b.*|Usage limit .*|\\/\\w+ .*)\\n',
      '^(?:First you|You) said: ',
    ],
  },
  limitPatterns: ['^\\W*Usage limit reached\\. It resets at (?<resets_at>[^.]{1,60})\\.'],
  sources: {
    speakers: 'uuldana-demo 1.0.0: src/demo/entry-rows.ts, src/demo/plain.ts',
    args: 'uuldana-demo 1.0.0: src/demo/options.ts',
    levels: 'uuldana-demo 1.0.0: it changes nothing at any level and has no command that changes the level',
    native: 'uuldana-demo 1.0.0: src/demo/store.ts',
    limitPatterns: 'uuldana-demo 1.0.0: the /limit command',
  },
} as const satisfies Adapter;
