/** Whatever was stored or typed, no command prints anything that a terminal acts on. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSandbox } from '../support/sandbox.ts';

/** Control characters but newline and tab, and what reorders text. */
const ACTIVE = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

const HOSTILE = [
  '\u001b[31mred',
  '\u001b]0;title\u0007',
  '\u009b2J',
  '\u202ereversed',
  '\u001bPq\u001b\\\\',
  'bell\u0007',
  '\u001b]52;c;aGk=\u0007',
  'back\b\b',
];

/** Both ways round, since one that is not closed may hide what follows it. */
const PAYLOADS = [HOSTILE.join('-'), HOSTILE.toReversed().join('-')];

test.each(PAYLOADS)('%j in a folder name, a prompt, an answer, a name and an argument', async (payload) => {
  const box = createSandbox();
  const folder = join(box.workspace, `w${payload.replaceAll('/', '')}`);
  mkdirSync(folder);
  await box.run(['demo', '--prompt', `x${payload}`], {
    cwd: folder,
    input: `say ${payload}\n/title ${payload}\n/exit\n`,
  });
  const commands: string[][] = [
    ['list'],
    ['show'],
    ['log'],
    ['verify'],
    ['resume', '--dry-run'],
    ['show', payload],
    ['rename', 'x', payload],
    ['demo', '--name', payload],
    [payload],
    ['demo', '--', payload],
    ['resume', payload],
  ];
  for (const command of commands) {
    for (const options of [[], ['--json']]) {
      const args = command.includes('--') ? command : [...command, ...options];
      const { all } = await box.run(args, { cwd: folder });
      expect({ args, found: ACTIVE.exec(all)?.[0] }).toEqual({ args, found: undefined });
    }
  }
});
