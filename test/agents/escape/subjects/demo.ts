import type { Subject } from '../subject.ts';

/** The agent that ships with uuldana; what it takes is a promise of this repository. */
export const demo: Subject = {
  id: 'demo',
  flags: [
    ['--permission', 'bypass'],
    ['--permission', 'auto'],
    ['--resume', 'x'],
    ['--session-id', 'x'],
    ['--continue'],
  ],
  words: [['--perm', 'bypass'], ['--permission', 'ask', '--permission', 'bypass'], ['bypass']],
  passes: null,
  variables: { UULDANA_DEMO_PERMISSION: 'bypass' },
  files: {},
  dialogs: [],
  inside: {},
};
