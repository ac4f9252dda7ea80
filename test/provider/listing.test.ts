import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { askForConversations } from '../../src/provider/listing.ts';
import { tempFolder } from './temp-folder.ts';

const listing = {
  args: ['list', '--all'],
  env: { ACME_QUIET: '1' },
  read: (stdout: string, workspace: string) =>
    stdout.startsWith(workspace)
      ? stdout
          .split('\n')
          .slice(1, -1)
          .map((id) => ({ id, createdAt: 1, modifiedAt: 2 }))
      : null,
};

function ask(script: string, more: Partial<typeof listing> = {}) {
  const workspace = tempFolder();
  const file = join(workspace, 'acme');
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return askForConversations({ listing: { ...listing, ...more } }, { file, workspace, env: { PATH: '/usr/bin:/bin' } });
}

test('the agent is asked in the workspace, with its arguments and variables', async () => {
  const found = await ask('printf "%s\\n" "$PWD" "t-1" "$1.$2.$ACME_QUIET"');
  expect(found).toEqual([
    { id: 't-1', createdAt: 1, modifiedAt: 2 },
    // what stands at the beginning of an argument is checked, what follows is not
    { id: 'list.--all.1', createdAt: 1, modifiedAt: 2 },
  ]);
});

test('what could be a flag is no id', async () => {
  expect(await ask('printf "%s\\n" "$PWD" "--yolo" "t 1" "t-2"')).toEqual([{ id: 't-2', createdAt: 1, modifiedAt: 2 }]);
});

test.each([
  ['a program that fails', 'printf "%s\\n" "$PWD" t-1; exit 1'],
  ['an answer that is not understood', 'echo help'],
])('%s says nothing', async (_, script) => {
  expect(await ask(script)).toBeNull();
});

test('a program that is not there, and one that cannot list, say nothing', async () => {
  const request = { file: '/no/such', workspace: '/', env: {} };
  expect(await askForConversations({ listing }, request)).toBeNull();
  expect(await askForConversations({}, request)).toBeNull();
});
