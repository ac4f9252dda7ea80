/**
 * Claude Code. What is known of it, as data: each fact has its version, date and the way it was seen in `sources`.
 * adapters/README.md says how to read this file and what each level really holds.
 */

import type { Adapter } from '../src/provider/adapter.ts';

export const claude = {
  id: 'claude',
  title: 'Claude Code',
  homepage: 'https://code.claude.com',
  bin: 'claude',
  install: 'npm install -g @anthropic-ai/claude-code',
  testedWith: '2.1.332',
  probe: true,
  needsTerminal: true,
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
    ask: {
      args: ['--permission-mode', 'manual'],
      strength: 'at-launch',
      reaches: 'auto',
      enforcedBy: [{ how: 'flag', what: '--permission-mode manual' }],
    },
    edits: {
      args: ['--permission-mode', 'acceptEdits'],
      strength: 'at-launch',
      reaches: 'auto',
      enforcedBy: [{ how: 'flag', what: '--permission-mode acceptEdits' }],
    },
    auto: {
      args: ['--permission-mode', 'auto'],
      strength: 'at-launch',
      reaches: 'auto',
      enforcedBy: [{ how: 'flag', what: '--permission-mode auto' }],
    },
    bypass: {
      args: ['--permission-mode', 'bypassPermissions'],
      strength: 'at-launch',
      reaches: 'bypass',
      enforcedBy: [{ how: 'flag', what: '--permission-mode bypassPermissions' }],
    },
  },
  defaultLevel: 'auto',
  settingsDefaults: [],
  allowedFlags: { '--model': 'value', '--fallback-model': 'value', '--effort': 'value', '--verbose': 'flag' },
  env: { set: {}, unset: ['CLAUDECODE', 'CLAUDE_CODE_ENTRYPOINT', 'CLAUDE_CODE_SESSION_ID', 'CLAUDE_CODE_SANDBOXED'] },
  native: {
    root: { env: 'CLAUDE_CONFIG_DIR', home: '.claude' },
    folderOf: (workspace) => `projects/${workspace.replace(/[^a-zA-Z0-9]/g, '-')}`,
    idFrom: (fileName) => /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/.exec(fileName)?.[1] ?? null,
    registry: {
      file: 'sessions/{pid}.json',
      idKey: 'sessionId',
      workspaceKey: 'cwd',
      startedAtKey: 'startedAt',
    },
  },
  limitPatterns: [],
  sources: {
    args: '2.1.332, 2026-11-30: --help, and run against a loopback model',
  },
} as const satisfies Adapter;
