import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ConversationFile, SETTLED_MS, setStubsAside, stubsAmong } from '../../src/provider/stub-files.ts';
import { acme } from './sample-adapter.ts';
import { tempFolder } from './temp-folder.ts';

const file = (path: string, bytes: number, createdAt: number, modifiedAt: number): ConversationFile => ({
  id: path.slice(0, path.indexOf('.')),
  path,
  bytes,
  createdAt,
  modifiedAt,
});

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
  [
    'the conversation itself, which the agent took over into a newer form',
    [first, file('a.1l', 800, 50_000, 50_000)],
    [],
  ],
  ['one that is no longer small', [first, file('a.2', 1001, 50_000, 50_000)], []],
  ['a stub where the file system keeps no time of birth', [file('a.1', 5000, 60_000, 60_000), stub], ['a.2']],
])('%s', (_, files, found) => {
  expect(stubsAmong(files, 1000).map(({ path }) => path)).toEqual(found);
});

const store = {
  ...acme.native,
  folderOf: () => 'talks',
  idFrom: (name: string) => /^(t\d)-\d\.jsonl$/.exec(name)?.[1] ?? null,
  stubs: { prefix: 'aside-', maxBytes: 1000 },
};

/** `name: [bytes, Unix seconds of the last write]`. */
function lab(files: Record<string, [number, number]>) {
  const root = tempFolder();
  mkdirSync(join(root, 'talks'));
  for (const [name, [bytes, writtenAt]] of Object.entries(files)) {
    const path = join(root, 'talks', name);
    writeFileSync(path, 'x'.repeat(bytes));
    utimesSync(path, writtenAt, writtenAt);
  }
  const names = () => readdirSync(join(root, 'talks')).sort();
  return { root, names };
}

const LATER = 100_000;

test('a stub is renamed, and what it holds stays', () => {
  const { root, names } = lab({ 't1-1.jsonl': [5000, 60], 't1-2.jsonl': [800, 50], 't2-1.jsonl': [100, 50] });
  const { aside, inWork } = setStubsAside(store, root, '/', LATER);
  expect(names()).toEqual(['aside-t1-2.jsonl', 't1-1.jsonl', 't2-1.jsonl']);
  expect(aside).toEqual([join(root, 'talks', 'aside-t1-2.jsonl')]);
  expect(inWork).toBe(false);
  expect(setStubsAside(store, root, '/', LATER).aside).toEqual([]);
});

test('a second resume within the minute leaves a stub of the same name: it is set aside, too, and nothing is overwritten', () => {
  const { root, names } = lab({ 'aside-t1-2.jsonl': [7, 1], 't1-1.jsonl': [5000, 60], 't1-2.jsonl': [800, 50] });
  setStubsAside(store, root, '/', LATER);
  expect(names()).toEqual(['aside-2-t1-2.jsonl', 'aside-t1-2.jsonl', 't1-1.jsonl']);
  expect(statSync(join(root, 'talks', 'aside-t1-2.jsonl')).size).toBe(7);
});

test('a stub that was written just now is left where it is, and that there is one is said', () => {
  const { root, names } = lab({ 't1-1.jsonl': [5000, 60], 't1-2.jsonl': [800, 50] });
  expect(setStubsAside(store, root, '/', 50_000 + SETTLED_MS - 1)).toEqual({ aside: [], inWork: true });
  expect(names()).toEqual(['t1-1.jsonl', 't1-2.jsonl']);
  expect(setStubsAside(store, root, '/', 50_000 + SETTLED_MS)).toMatchObject({ inWork: false });
  expect(names()).toEqual(['aside-t1-2.jsonl', 't1-1.jsonl']);
});

test('a store whose agent leaves no stubs is left alone, and so is a folder that is not there', () => {
  const { root, names } = lab({ 't1-1.jsonl': [5000, 60], 't1-2.jsonl': [800, 50] });
  const nothing = { aside: [], inWork: false };
  expect(setStubsAside({ ...acme.native, folderOf: () => 'talks' }, root, '/', LATER)).toEqual(nothing);
  expect(names().length).toBe(2);
  expect(setStubsAside(store, join(root, 'none'), '/', LATER)).toEqual(nothing);
  expect(existsSync(join(root, 'none'))).toBe(false);
});
