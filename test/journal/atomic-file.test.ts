import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSmallFile, replaceFile } from '../../src/journal/atomic-file.ts';
import { startChild } from './child.ts';
import { tempFolder } from './support.ts';

test.each([{}, { durable: false }])('a file is made and replaced for the user alone %j', (options) => {
  const folder = tempFolder();
  const path = join(folder, 'names.json');
  replaceFile(path, 'first', options);
  chmodSync(path, 0o644);
  replaceFile(path, Buffer.from('second'), options);
  expect(readFileSync(path, 'utf8')).toBe('second');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['names.json']);
});

test('an empty file is a file', () => {
  const path = join(tempFolder(), 'empty');
  replaceFile(path, '');
  expect(readSmallFile(path, 0)).toEqual(Buffer.alloc(0));
});

test('a symbolic link is replaced, and what it points to stays', () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'target'), 'mine');
  symlinkSync(join(folder, 'target'), join(folder, 'link'));
  replaceFile(join(folder, 'link'), 'new');
  expect(readFileSync(join(folder, 'target'), 'utf8')).toBe('mine');
  expect(readFileSync(join(folder, 'link'), 'utf8')).toBe('new');
});

test('when the rename fails nothing is left beside', () => {
  const folder = tempFolder();
  mkdirSync(join(folder, 'names.json', 'full'), { recursive: true });
  expect(() => replaceFile(join(folder, 'names.json'), 'x')).toThrow();
  expect(readdirSync(folder)).toEqual(['names.json']);
});

test('on a full disk the old content stays whole and nothing is left beside', async () => {
  const folder = tempFolder();
  const path = join(folder, 'names.json');
  replaceFile(path, 'precious');
  const child = startChild('replace.mjs', [path, '300000'], 'ulimit -f 64; exec "$@"');
  expect(await child.next()).toBe('EFBIG');
  expect(await child.next()).toBeNull();
  expect(readFileSync(path, 'utf8')).toBe('precious');
  expect(readdirSync(folder)).toEqual(['names.json']);
});

test('a small file is read, an absent one is null', () => {
  const path = join(tempFolder(), 'owner.json');
  expect(readSmallFile(path, 10)).toBeNull();
  replaceFile(path, '0123456789');
  expect(readSmallFile(path, 10)?.toString()).toBe('0123456789');
  expect(() => readSmallFile(path, 9)).toThrow(/larger than 9 bytes/);
});

test('a file that another process replaces without end is read each time, and never said to be deleted', async () => {
  const path = join(tempFolder(), 'names.json');
  replaceFile(path, 'name');
  const child = startChild('replace-always.mjs', [path, 'name']);
  expect(await child.next()).toBe('first');
  for (let reads = 0; reads < 20_000; reads += 1) expect(readSmallFile(path, 10)?.toString()).toBe('name');
});

test.each<[string, (path: string) => void, RegExp]>([
  ['a symbolic link', (path) => symlinkSync('/etc/hostname', path), /is a symbolic link/],
  ['a folder', (path) => mkdirSync(path), /is not a regular file/],
  [
    'a file that others may read',
    (path) => {
      writeFileSync(path, '');
      chmodSync(path, 0o604);
    },
    /is open to others \(mode 0604\)/,
  ],
  [
    'a file with a second name',
    (path) => {
      replaceFile(path, '');
      linkSync(path, `${path}.2`);
    },
    /has another hard link/,
  ],
])('%s is not read', (_, make, message) => {
  const path = join(tempFolder(), 'owner.json');
  make(path);
  expect(() => readSmallFile(path, 10)).toThrow(
    expect.objectContaining({ code: 'data-dir', message: expect.stringMatching(message) }),
  );
  expect(existsSync(path)).toBe(true);
});
