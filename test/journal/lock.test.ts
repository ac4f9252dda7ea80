import { chmodSync, cpSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { acquireLock } from '../../src/journal/lock.ts';
import { startChild } from './child.ts';
import { tempFolder } from './support.ts';

const fresh = () => join(tempFolder(), 'session.lock');

test('a lock keeps everybody else out until it is given back, and its file stays', async () => {
  const path = fresh();
  const lock = await acquireLock(path);
  expect(lock).not.toBeNull();
  expect(await acquireLock(path, { waitMs: 0 })).toBeNull();
  lock?.release();
  lock?.release();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const again = await acquireLock(path, { waitMs: 0 });
  expect(again).not.toBeNull();
  again?.release();
});

test('who waits gets it when it becomes free', async () => {
  const path = fresh();
  const lock = await acquireLock(path);
  const waiting = acquireLock(path, { waitMs: 10_000 });
  lock?.release();
  const got = await waiting;
  expect(got).not.toBeNull();
  got?.release();
});

test('another process is kept out, and the lock is free the moment its holder is killed', async () => {
  const path = fresh();
  const holder = startChild('hold-lock.mjs', [path]);
  expect(await holder.next()).toBe('held');
  expect(await acquireLock(path, { waitMs: 0 })).toBeNull();
  const second = startChild('hold-lock.mjs', [path, '50']);
  expect(await second.next()).toBe('taken');
  await holder.kill();
  const lock = await acquireLock(path, { waitMs: 0 });
  expect(lock).not.toBeNull();
  lock?.release();
});

test('reading the lock file elsewhere in the process does not free it', async () => {
  const path = fresh();
  const lock = await acquireLock(path);
  readFileSync(path);
  const other = startChild('hold-lock.mjs', [path]);
  expect(await other.next()).toBe('taken');
  lock?.release();
});

test('without the addon the error says so', async () => {
  const folder = tempFolder();
  for (const part of ['core', 'journal']) {
    cpSync(fileURLToPath(new URL(`../../dist/src/${part}`, import.meta.url)), join(folder, part), { recursive: true });
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const script = `import('./journal/lock.js').then((lock) => lock.acquireLock('x.lock')).catch((error) => console.log(error.code))`;
  const { stdout } = await execa(process.execPath, ['-e', script], { cwd: folder });
  expect(stdout).toBe('unsupported');
});

test.each<[string, (path: string) => void]>([
  ['a symbolic link', (path) => symlinkSync(`${path}.elsewhere`, path)],
  ['a folder', (path) => mkdirSync(path)],
  [
    'a file that others may open',
    (path) => {
      writeFileSync(path, '');
      chmodSync(path, 0o666);
    },
  ],
])('%s is no lock', async (_, make) => {
  const path = fresh();
  make(path);
  await expect(acquireLock(path)).rejects.toMatchObject({ code: 'data-dir', message: expect.stringContaining(path) });
});
