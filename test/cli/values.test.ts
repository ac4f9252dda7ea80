/** A value of an option is a value, whatever it looks like. */

import { expect, test } from 'vitest';
import { createSandbox } from '../support/sandbox.ts';

test.each(
  ['--version', '-V', '--help', '-h', '--json', 'list', 'help', '-'].flatMap((text) => [
    [['demo', '--dry-run', '--prompt', text], text],
    [['launch', 'demo', '--dry-run', '--prompt', text], text],
    [['--dry-run', '--prompt', text], text],
  ]) as [string[], string][],
)('uuldana %j has this prompt', async (args, text) => {
  const box = createSandbox();
  box.writeConfig({ default_provider: 'demo' });
  const answer = await box.run(args, { input: 'from stdin\n' });
  expect(answer.stdout).toMatch(text === '-' ? /from stdin/ : new RegExp(`"[^"]*${text}"`));
  expect(answer.exitCode).toBe(0);
});
