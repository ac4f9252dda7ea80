import { existsSync, mkdirSync, readdirSync, rmSync, type Stats, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ConversationFile, setStubsAside, stubsAmong } from '../../src/provider/stub-files.ts';
import { acme } from './sample-adapter.ts';
import { tempFolder } from './temp-folder.ts';

const file = (path: string, bytes: number, createdAt: number, modifiedAt: number): ConversationFile => ({
  id: path.split('.')[0] ?? '',
  path,
  bytes,
  createdAt,
  modifiedAt,
});

const limits = { now: 100_000, maxBytes: 1000 };
const first = file('a.1', 5000, 1000, 60_000);
const stub = file('a.2', 800, 50_000, 50_000);

test.each<[string, ConversationFile[], string[]]>([
  ['a stub of a resume', [first, stub], ['a.2']],
  ['stubs of several', [stub, first, file('a.3', 700, 55_000, 55_000)], ['a.2', 'a.3']],
  ['the first of the conversation alone', [first], []],
  ['a small one of another conversation', [first, file('b.2', 800, 50_000, 50_000)], []],
  ['a stub of a resume that was cut off', [file('a.1', 5000, 1000, 40_000), stub], ['a.2']],
  ['one in which the conversation went on', [first, file('a.2', 800, 50_000, 61_000)], []],
  ['one that is larger than the first', [file('a.1', 700, 1000, 60_000), stub], []],
  ['one that is no longer small', [first, file('a.2', 1001, 50_000, 50_000)], []],
  ['one that was written just now', [file('a.1', 5000, 1000, 99_000), file('a.2', 800, 50_000, 98_500)], []],
])('%s', (_, files, found) => {
  expect(stubsAmong(files, limits).map(({ path }) => path)).toEqual(found);
});

const store = {
  ...acme.native,
  folderOf: () => 'talks',
  idFrom: (name: string) => /^(t\d)-\d\.jsonl$/.exec(name)?.[1] ?? null,
  stubs: { prefix: 'aside-', maxBytes: 1000 },
};

/** Files in the order of their making, `name: [bytes, Unix seconds of the last write]`. */
function lab(files: Record<string, [number, number]>) {
  const root = tempFolder();
  mkdirSync(join(root, 'talks'));
  for (const [name, [bytes, writtenAt]] of Object.entries(files)) {
    const path = join(root, 'talks', name);
    writeFileSync(path, 'x'.repeat(bytes));
    utimesSync(path, writtenAt, writtenAt);
    untilYoungerAreBornAfter(path);
  }
  const names = () => readdirSync(join(root, 'talks')).sort();
  return { root, names };
}

/** The clock of a file system may stand still for 10 ms and more: files made in one of its ticks are of the same age. */
function untilYoungerAreBornAfter(path: string): void {
  const probe = `${path}.probe`;
  const bornAt = ({ birthtimeMs, ctimeMs }: Stats) => birthtimeMs || ctimeMs;
  do {
    rmSync(probe, { force: true });
    writeFileSync(probe, '');
  } while (bornAt(statSync(probe)) <= bornAt(statSync(path)));
  rmSync(probe);
}

test('a stub is renamed, and what it holds stays', () => {
  const { root, names } = lab({ 't1-1.jsonl': [5000, 60], 't1-2.jsonl': [800, 50], 't2-1.jsonl': [100, 50] });
  const [aside] = setStubsAside(store, root, '/', 100_000);
  expect(names()).toEqual(['aside-t1-2.jsonl', 't1-1.jsonl', 't2-1.jsonl']);
  expect(aside).toBe(join(root, 'talks', 'aside-t1-2.jsonl'));
  expect(setStubsAside(store, root, '/', 100_000)).toEqual([]);
});

test('nothing is overwritten', () => {
  const { root, names } = lab({ 'aside-t1-2.jsonl': [7, 1], 't1-1.jsonl': [5000, 60], 't1-2.jsonl': [800, 50] });
  expect(setStubsAside(store, root, '/', 100_000)).toEqual([]);
  expect(names()).toEqual(['aside-t1-2.jsonl', 't1-1.jsonl', 't1-2.jsonl']);
});

test('a store whose agent leaves no stubs is left alone, and so is a folder that is not there', () => {
  const { root, names } = lab({ 't1-1.jsonl': [5000, 60], 't1-2.jsonl': [800, 50] });
  expect(setStubsAside({ ...acme.native, folderOf: () => 'talks' }, root, '/', 100_000)).toEqual([]);
  expect(names().length).toBe(2);
  expect(setStubsAside(store, join(root, 'none'), '/', 100_000)).toEqual([]);
  expect(existsSync(join(root, 'none'))).toBe(false);
});
