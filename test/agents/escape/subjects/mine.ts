import type { ProviderConfig } from '../../../../src/provider/custom.ts';
import type { Subject } from '../subject.ts';

/** An agent of the user's own, declared in the config file: its arguments pass as they are, and nothing of it is called held. */
export const mine: Subject = {
  id: 'mine',
  flags: [['--yolo'], ['--mode', 'bypass'], ['--config', 'x=y']],
  words: [['-y'], ['run'], ['--permission', 'bypass']],
  passes: null,
  variables: { MINE_YOLO: '1' },
  files: {},
  dialogs: [],
  inside: {},
};

/** As it stands in the config file. */
export const MINE = {
  title: 'My agent',
  bin: 'mine',
  args: {
    new: [
      ['--session-id', '{native_id}'],
      ['--', '{prompt}'],
    ],
    resume: [['--resume', '{native_id}']],
  },
  permissions: {
    'read-only': ['--mode', 'plan'],
    ask: ['--mode', 'ask'],
    auto: ['--mode', 'auto'],
    bypass: ['--yolo'],
  },
};

/** The same as uuldana has it. */
export const DECLARED: ProviderConfig = {
  ...MINE,
  args: { ...MINE.args, continue: null },
  env: { set: {}, unset: [] },
  limitPatterns: [],
};
