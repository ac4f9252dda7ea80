/**
 * What may stand in files of Codex and lets things run unasked, whatever level it was started at. Data. Seen with 0.171.0 on
 * 2026-11-30; adapters/README.md tells how.
 */

import type { Raise, RaisePlace } from '../../src/provider/adapter.ts';

/** The folder's count where it is trusted. The machine's are a string of the program. */
const below = (file: string): readonly RaisePlace[] => [
  { base: 'root', file },
  { base: 'workspace', file: `.codex/${file}`, shared: true },
  { base: 'machine', file: `/etc/codex/${file}` },
];

export const codexRaises: readonly Raise[] = [
  {
    id: 'rules',
    what: 'rules that allow commands',
    places: below('rules/*.rules'),
    // without a decision it allows
    look: { text: '^\\s*prefix_rule\\s*\\((?![^)]*\\bdecision\\s*=\\s*["\'](?:prompt|forbidden)["\'])' },
    levels: ['read-only', 'ask'],
    reaches: 'auto',
  },
  // once its user has trusted them
  {
    id: 'permission-hooks',
    what: 'PermissionRequest hooks',
    places: below('hooks.json'),
    look: { key: ['hooks', 'PermissionRequest'] },
    levels: ['ask'],
    reaches: 'auto',
  },
  // not run: the same in TOML
  {
    id: 'permission-hooks-in-config',
    what: 'PermissionRequest hooks',
    places: below('config.toml'),
    look: { text: '^\\s*(?:\\[{1,2}\\s*)?hooks\\s*\\.\\s*PermissionRequest\\b' },
    levels: ['ask'],
    reaches: 'auto',
  },
];
