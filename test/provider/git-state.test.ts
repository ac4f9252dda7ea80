import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { gitState } from '../../src/provider/git-state.ts';

interface Repository {
  readonly folder: string;
  readonly git: (...args: string[]) => void;
  readonly ask: (env?: Record<string, string>) => ReturnType<typeof gitState>;
}

function folder(): Repository {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'uuldana-git-')));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const workspace = join(home, 'work');
  mkdirSync(workspace);
  const env = { PATH: process.env['PATH'] ?? '', HOME: home };
  return {
    folder: workspace,
    git: (...args) => void execFileSync('git', args, { cwd: workspace, env, stdio: 'ignore' }),
    ask: (more = {}) => gitState({ workspace, home, env: { ...env, ...more } }),
  };
}

function repository(): Repository {
  const made = folder();
  made.git('init', '-q', '-b', 'main');
  made.git('config', 'user.email', 'ada@example.org');
  made.git('config', 'user.name', 'Ada');
  return made;
}

/** Two committed files. */
function committed(): Repository {
  const made = repository();
  for (const name of ['a.ts', 'b.ts']) writeFileSync(join(made.folder, name), 'one\n');
  made.git('add', '.');
  made.git('commit', '-q', '-m', 'first');
  return made;
}

test('branch, commit and what changed', async () => {
  const { folder: at, git, ask } = committed();
  expect(await ask()).toEqual({
    branch: 'main',
    commit: expect.stringMatching(/^[0-9a-f]{7,}$/),
    changed: [],
    more: 0,
  });
  writeFileSync(join(at, 'a.ts'), 'changed\n');
  writeFileSync(join(at, 'b.ts'), 'staged\n');
  git('add', 'b.ts');
  writeFileSync(join(at, 'new.ts'), '');
  mkdirSync(join(at, 'folder'));
  writeFileSync(join(at, 'folder', 'x'), '');
  writeFileSync(join(at, '.gitignore'), 'ignored\n');
  writeFileSync(join(at, 'ignored'), '');
  expect((await ask())?.changed).toEqual(['M b.ts', 'M a.ts', '?? .gitignore', '?? folder/', '?? new.ts']);
});

test('before the first commit, without a branch, without a repository, without git', async () => {
  const fresh = repository();
  expect(await fresh.ask()).toMatchObject({ branch: 'main', commit: null });
  const detached = committed();
  detached.git('checkout', '-q', '--detach');
  expect(await detached.ask()).toMatchObject({ branch: null, commit: expect.any(String) });
  expect(await folder().ask()).toBeNull();
  expect(await committed().ask({ PATH: '/nonexistent' })).toBeNull();
});

test('what the environment says of another repository does not count', async () => {
  const other = committed();
  other.git('checkout', '-q', '-b', 'elsewhere');
  expect(await committed().ask({ GIT_DIR: join(other.folder, '.git') })).toMatchObject({ branch: 'main' });
});

test('of many changed files some are named, and the rest counted', async () => {
  const { folder: at, ask } = committed();
  for (let index = 0; index < 100; index++) writeFileSync(join(at, `new-${index}`), '');
  const state = await ask();
  expect([state?.changed.length, state?.more]).toEqual([40, 60]);
});

test('nothing that the repository brings along runs', async () => {
  const { folder: at, git, ask } = committed();
  const marker = join(at, '..', 'ran');
  const program = join(at, 'evil.sh');
  writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> '${marker}'\ncat\n`);
  chmodSync(program, 0o755);
  mkdirSync(join(at, 'hooks'));
  for (const hook of [
    'fsmonitor-watchman',
    'post-index-change',
    'post-checkout',
    'pre-auto-gc',
    'reference-transaction',
  ]) {
    writeFileSync(join(at, 'hooks', hook), `#!/bin/sh\necho ${hook} >> '${marker}'\n`);
    chmodSync(join(at, 'hooks', hook), 0o755);
  }
  writeFileSync(join(at, '.gitattributes'), '* filter=evil diff=evil\n');
  for (const [key, value] of [
    ['core.fsmonitor', program],
    ['core.hooksPath', join(at, 'hooks')],
    ['core.pager', program],
    ['core.editor', program],
    ['core.sshCommand', program],
    ['core.askPass', program],
    ['credential.helper', program],
    ['diff.external', program],
    ['diff.evil.command', program],
    ['diff.evil.textconv', program],
    ['filter.evil.clean', program],
    ['filter.evil.smudge', program],
    ['filter.evil.process', program],
    ['filter.evil.required', 'true'],
    ['gpg.program', program],
    ['log.showSignature', 'true'],
    ['alias.diff-files', `!${program}`],
    ['alias.rev-parse', `!${program}`],
    ['extensions.partialClone', 'origin'],
    ['remote.origin.url', `ext::${program}`],
    ['remote.origin.promisor', 'true'],
    ['protocol.ext.allow', 'always'],
  ] as const)
    git('config', key, value);
  writeFileSync(join(at, 'a.ts'), 'changed\n');
  // the same content with another time: what compares contents would have to read, and filter, it
  utimesSync(join(at, 'b.ts'), 1, 1);
  expect(await ask()).toMatchObject({ branch: 'main', changed: expect.arrayContaining(['M a.ts']) });
  expect(existsSync(marker)).toBe(false);
  // the trap is one: an ordinary status falls into it
  spawnSync('git', ['status'], { cwd: at, stdio: 'ignore', env: { PATH: process.env['PATH'], HOME: join(at, '..') } });
  expect(existsSync(marker)).toBe(true);
});
