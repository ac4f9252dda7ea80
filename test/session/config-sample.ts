/** A config to change, and what is said of one that is wrong. */

import { expect } from 'vitest';
import { parseConfig } from '../../src/session/config-file.ts';

export const FILE = '/c/config.json';
export const BUILT_IN = ['acme', 'demo'];

/** The example of DESIGN 11. */
export const MYAGENT = {
  title: 'My agent',
  bin: 'myagent',
  args: {
    new: [
      ['--session-id', '{native_id}'],
      ['--', '{prompt}'],
    ],
    resume: [['--resume', '{native_id}']],
    continue: [['--continue']],
  },
  permissions: { ask: [], auto: ['--auto'], bypass: ['--yolo'] },
  env: { set: { MYAGENT_LOG: 'off' }, unset: ['MYAGENT_YOLO'] },
  limit_patterns: ['usage limit reached.*resets at (?<resets_at>.+)'],
};

export const parse = (value: unknown) => parseConfig(JSON.stringify(value), FILE, BUILT_IN);

/** The error for a config as one text: message, then hint. */
export function errorOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    expect(error).toMatchObject({ name: 'UuldanaError', code: 'config-invalid', exitCode: 125 });
    const { message, hint } = error as { message: string; hint?: string };
    return [message, ...(hint === undefined ? [] : [hint])].join(' | ');
  }
  return 'no error';
}

export const withProvider = (changes: Record<string, unknown>, id = 'mine') => ({
  providers: { [id]: { ...MYAGENT, ...changes } },
});
