/** No text of the user's or of a conversation comes into the audit log: prompts, names, titles, screens, values of arguments. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSandbox } from '../support/sandbox.ts';
import { talk, withAcme } from './audit-support.ts';

/** Planted everywhere; made of what a flag may be made of, so that only its place can keep it out. */
const SECRET = 'correct-horse-battery';

test('secrets planted in every text are not found in any file of the log', async () => {
  const box = createSandbox();
  withAcme(box, { title: `Agent ${SECRET}`, env: { set: { ACME_KEY: SECRET } } });
  const title = `/title ${SECRET} title`;
  await talk(box, ['demo', '--prompt', `tell ${SECRET}`, '--name', `${SECRET} name`], SECRET, title);
  await talk(box, ['resume', `${SECRET} name`, '--prompt', `more ${SECRET}`], SECRET);
  await box.run(['rename', `${SECRET} name`, `${SECRET} other`]);
  for (const args of [
    [`--api-key=${SECRET}`],
    ['--api-key', SECRET],
    [`-k${SECRET}`],
    [`--api-key:${SECRET}`],
    [SECRET],
    ['--', SECRET],
    [`--key\n--${SECRET}`],
    [`${SECRET}=1`],
  ]) {
    expect((await box.run(['demo', '--', ...args])).exitCode).toBe(126);
    expect((await box.run(['resume', `${SECRET} other`, '--', ...args])).exitCode).toBe(126);
  }
  await box.run(['resume', `${SECRET} other`, '--bypass-permissions', '--prompt', SECRET]);
  await box.run(['acme', '--permission', 'edits', '--prompt', SECRET]);
  await box.run(['acme', '--prompt', SECRET], { input: `${SECRET}\n`, env: { ACME_TOKEN: SECRET } });
  await box.run(['audit', '--rotate']);
  await box.run(['delete', `${SECRET} other`, '--yes']);
  const logs = readdirSync(box.data).filter((name) => name.startsWith('audit'));
  expect(logs).toHaveLength(2);
  const stored = logs.map((name) => readFileSync(join(box.data, name), 'utf8')).join('');
  expect(stored.split('\n').length).toBeGreaterThan(25);
  expect(stored).not.toContain(SECRET);
  expect(stored).not.toMatch(/horse|battery|hello|turn 1/);
  expect((await box.run(['audit', '--all'])).stdout).not.toContain(SECRET);
});
