/**
 * What may stand in settings of OpenCode and lets things run unasked, whatever level it was started at. Data. 1.18.33, 2026-11-30: calls
 * of an agent of the user's own with rules of its own, chosen with Tab, ran under read-only; the files and folders are from its source.
 */

import type { Raise } from '../../src/provider/adapter.ts';

const anyLevel = { levels: ['read-only', 'ask', 'edits'], reaches: 'bypass' } as const;

/** Those it ships with have the rules that uuldana gives them. */
const OTHERS = '^(?!(build|plan|general|explore)$)';

export const opencodeRaises: readonly Raise[] = [
  {
    ...anyLevel,
    id: 'agents',
    what: 'agents of your own',
    places: [
      { base: 'home', file: '.config/opencode/opencode.json' },
      { base: 'home', file: '.config/opencode/config.json' },
      { base: 'machine', file: '/etc/opencode/opencode.json' },
    ],
    look: { key: ['agent'], matching: OTHERS },
  },
  {
    ...anyLevel,
    id: 'agents-with-comments',
    what: 'agents of your own',
    places: [
      { base: 'home', file: '.config/opencode/opencode.jsonc' },
      { base: 'machine', file: '/etc/opencode/opencode.jsonc' },
    ],
    look: { text: '^\\s*"agent"\\s*:' },
  },
  {
    ...anyLevel,
    id: 'agent-files',
    what: 'rules of its own',
    places: [
      { base: 'home', file: '.config/opencode/agent/*.md' },
      { base: 'home', file: '.config/opencode/agents/*.md' },
    ],
    look: { text: '^(permission|tools):' },
  },
  // programs of the user inside the agent, which are told of each question and may answer it: from strings of the program, not run
  {
    ...anyLevel,
    id: 'plugin-files',
    what: 'plugins of your own',
    places: ['plugin', 'plugins'].flatMap((folder) =>
      ['js', 'ts'].map((end) => ({ base: 'home', file: `.config/opencode/${folder}/*.${end}` }) as const),
    ),
    // fits once, at the end of any file
    look: { text: '(?![\\s\\S])' },
  },
  {
    ...anyLevel,
    id: 'plugins',
    what: 'plugins of your own',
    places: [
      { base: 'home', file: '.config/opencode/opencode.json' },
      { base: 'home', file: '.config/opencode/config.json' },
      { base: 'machine', file: '/etc/opencode/opencode.json' },
    ],
    look: { key: ['plugin'] },
  },
];
