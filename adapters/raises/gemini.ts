/** What makes the rules that uuldana gives Gemini CLI ineffective. Data, from its source (0.61.0, 2026-11-30), not run. */

import type { Raise } from '../../src/provider/adapter.ts';

export const geminiRaises: readonly Raise[] = [
  {
    // "Ignoring --admin-policy because system policies are already defined", whatever those say
    id: 'machine-policies',
    what: 'rules in place of ours',
    places: [
      { base: 'machine', file: '/etc/gemini-cli/policies/*.toml' },
      { base: 'machine', file: '/Library/Application Support/GeminiCli/policies/*.toml' },
    ],
    // fits once, at the end of any file
    look: { text: '(?![\\s\\S])' },
    levels: ['read-only', 'ask', 'edits'],
    reaches: 'bypass',
  },
];
