/**
 * What may stand in settings of Claude Code and lets things run unasked, whatever level it was started at; and what its locks cost
 * those who have it. Data. Seen with 2.1.332 on 2026-11-30 unless a line says otherwise; adapters/README.md tells how.
 */

import type { Raise, RaisePlace } from '../../src/provider/adapter.ts';

const OWN: readonly RaisePlace[] = [
  { base: 'root', file: 'settings.json' },
  { base: 'workspace', file: '.claude/settings.local.json' },
];

const SETTINGS: readonly RaisePlace[] = [...OWN, { base: 'workspace', file: '.claude/settings.json', shared: true }];

/** Of the organisation: on the machine (Linux was run, macOS is a string of the program), and what its server sent (a string). */
const MANAGED: readonly RaisePlace[] = [
  { base: 'machine', file: '/etc/claude-code/managed-settings.json' },
  { base: 'machine', file: '/etc/claude-code/managed-settings.d/*.json' },
  { base: 'machine', file: '/Library/Application Support/ClaudeCode/managed-settings.json' },
  { base: 'machine', file: '/Library/Application Support/ClaudeCode/managed-settings.d/*.json' },
  { base: 'root', file: 'remote-settings.json' },
];

/** Their front matter may hold hooks. An agent was run, and its PermissionRequest hook allowed; skills and commands were not. */
const DEFINITIONS: readonly RaisePlace[] = [
  { base: 'root', file: 'agents/*.md' },
  { base: 'root', file: 'commands/*.md' },
  { base: 'root', file: 'skills/*/SKILL.md' },
  { base: 'workspace', file: '.claude/agents/*.md', shared: true },
  { base: 'workspace', file: '.claude/commands/*.md', shared: true },
  { base: 'workspace', file: '.claude/skills/*/SKILL.md', shared: true },
];

const asking = { levels: ['ask', 'edits'], reaches: 'auto' } as const;

const allowRules = { what: 'permissions.allow', places: [...SETTINGS, ...MANAGED], reaches: 'auto' } as const;

export const claudeRaises: readonly Raise[] = [
  {
    ...allowRules,
    id: 'command-rules',
    levels: ['ask', 'edits'],
    look: { key: ['permissions', 'allow'], matching: '^(Bash|PowerShell|Monitor|EnterWorktree|mcp__|\\*)' },
  },
  {
    ...allowRules,
    id: 'edit-rules',
    levels: ['ask'],
    look: { key: ['permissions', 'allow'], matching: '^(Edit|MultiEdit|Write|NotebookEdit|\\*)' },
  },
  // outside the folder: with "Write" a file in another folder was written unasked
  {
    ...allowRules,
    id: 'wide-edit-rules',
    levels: ['edits'],
    look: {
      key: ['permissions', 'allow'],
      matching: '^(\\*|(Edit|MultiEdit|Write|NotebookEdit)(\\(\\*|\\(//|\\(~|\\(\\.\\.|\\s*$))',
    },
  },
  {
    id: 'folders',
    what: 'permissions.additionalDirectories',
    // a folder that users add for themselves is one that they work in
    places: SETTINGS.filter(({ shared }) => shared),
    look: { key: ['permissions', 'additionalDirectories'] },
    levels: ['edits'],
    reaches: 'auto',
  },
  {
    ...asking,
    id: 'permission-hooks',
    what: 'PermissionRequest hooks',
    places: SETTINGS,
    look: { key: ['hooks', 'PermissionRequest'] },
  },
  {
    ...asking,
    id: 'managed-hooks',
    what: 'PermissionRequest hooks',
    places: MANAGED,
    look: { key: ['hooks', 'PermissionRequest'] },
  },
  {
    ...asking,
    id: 'tool-hooks',
    what: 'PreToolUse hooks',
    places: SETTINGS,
    look: { key: ['hooks', 'PreToolUse'] },
  },
  {
    ...asking,
    id: 'hooks-of-definitions',
    what: 'hooks',
    places: DEFINITIONS,
    look: { text: '^hooks\\s*:' },
  },
  // a string of the program, not run: commands in its sandbox need no answer, rules for all commands notwithstanding
  {
    ...asking,
    id: 'sandbox',
    what: 'sandbox.autoAllowBashIfSandboxed',
    places: SETTINGS,
    look: { key: ['sandbox', 'autoAllowBashIfSandboxed'] },
  },
  // these raise nothing by themselves, and are off where hooks are
  { id: 'hooks', what: 'hooks', places: SETTINGS, look: { key: ['hooks'] }, levels: [], reaches: 'auto' },
  {
    id: 'status-line',
    what: 'statusLine',
    places: SETTINGS,
    look: { key: ['statusLine', 'command'] },
    levels: [],
    reaches: 'auto',
  },
  {
    id: 'plugins',
    what: 'enabledPlugins',
    places: SETTINGS,
    look: { key: ['enabledPlugins'] },
    levels: [],
    reaches: 'auto',
  },
];
