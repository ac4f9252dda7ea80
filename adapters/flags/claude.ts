/** Which flags of Claude Code may follow `--` below bypass, and why others may not. Data; 2.1.332, 2026-11-30: --help, unless a line says otherwise. */

import type { AllowedFlags } from '../../src/provider/adapter.ts';
import { BRINGS_IN, because, ELSEWHERE, KNOWN, LEAVES, STATED } from './reasons.ts';

/** Nothing that brings in tools, rules or code, that changes mode or conversation, or that ends the interactive mode. */
export const claudeFlags = {
  // what is in the folder is read, and where edits are free it would be edited
  '--add-dir': { takes: 'value', upTo: 'ask' },
  '--append-system-prompt': 'value',
  '--autocompact': 'value',
  '--ax-screen-reader': 'flag',
  '--betas': 'value',
  '--brief': 'flag',
  '--debug': 'flag',
  '-d': 'flag',
  '--disable-slash-commands': 'flag',
  '--disallowed-tools': 'value',
  '--disallowedTools': 'value',
  '--effort': 'value',
  '--exclude-dynamic-system-prompt-sections': 'flag',
  '--fallback-model': 'value',
  '--model': 'value',
  '--name': 'value',
  '-n': 'value',
  '--no-chrome': 'flag',
  '--prompt-suggestions': 'value',
  '--strict-mcp-config': 'flag',
  '--system-prompt': 'value',
  '--system-prompt-snapshot': 'value',
  '--verbose': 'flag',
} as const satisfies AllowedFlags;

export const claudeRefusedFlags: Readonly<Record<string, string>> = {
  ...because(STATED, [
    '--permission-mode',
    '--dangerously-skip-permissions',
    '--allow-dangerously-skip-permissions',
    '--allowedTools',
    '--allowed-tools',
    '--tools',
    // hidden; the last one on a command line replaces those before
    '--managed-settings',
  ]),
  ...because(KNOWN, [
    '-c',
    '--continue',
    '-r',
    '--resume',
    '--session-id',
    '--fork-session',
    '--from-pr',
    '--teleport',
  ]),
  ...because(BRINGS_IN, [
    '--agent',
    '--agents',
    '--chrome',
    '--ide',
    '--mcp-config',
    '--plugin-dir',
    '--plugin-url',
    '--settings',
    '--setting-sources',
  ]),
  ...because(LEAVES, ['-p', '--print', '--bg', '--background', '--cloud', '--desktop', '--remote-control', '--tmux']),
  ...because(ELSEWHERE, ['-w', '--worktree']),
};
