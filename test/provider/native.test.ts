import { mkdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { keyOf, listConversations, listResumable, nativeRoot, readRegistry } from '../../src/provider/native.ts';
import { acme } from './sample-adapter.ts';
import { tempFolder } from './temp-folder.ts';

const store = acme.native;

test.each([
  [{ ACME_HOME: '/elsewhere' }, '/elsewhere'],
  [{ ACME_HOME: '' }, '/home/u/.acme'],
  [{ ACME_HOME: undefined }, '/home/u/.acme'],
  [{}, '/home/u/.acme'],
])('the root with %j is %s', (env, root) => {
  expect(nativeRoot(store, env, '/home/u')).toBe(root);
});

test('a provider without a variable for its root keeps to the home directory', () => {
  expect(nativeRoot({ ...store, root: { env: null, home: '.acme' } }, { null: '/x' }, '/home/u')).toBe('/home/u/.acme');
});

/** A root with files in it, and a workspace. */
function lab() {
  const top = tempFolder();
  const [root, workspace] = [join(top, 'root'), join(top, 'ws')];
  mkdirSync(workspace);
  const talks = join(root, store.folderOf(workspace));
  const write = (path: string, text: string, unixS = 1) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    utimesSync(path, unixS, unixS);
  };
  const entry = (pid: number, fields: Record<string, unknown>) =>
    write(
      join(root, `live/${pid}.json`),
      JSON.stringify({ talk: 't-1', folder: workspace, since: 100_000, ...fields }),
    );
  const ask = (pids: readonly number[], notBefore = 100_000) =>
    readRegistry(store, root, { pids, workspace, notBefore });
  return { top, root, workspace, talks, write, entry, ask };
}

test('conversations are listed latest first, by name and time', () => {
  const { root, workspace, talks, write } = lab();
  write(join(talks, 't-1.jsonl'), 'x', 1);
  write(join(talks, 't-2.jsonl'), '', 3);
  write(join(talks, 'notes.txt'), 'x', 9);
  mkdirSync(join(talks, 't-3.jsonl.d'));
  symlinkSync('/no/such/file', join(talks, 't-4.jsonl'));
  expect(listConversations(store, root, workspace)).toEqual([
    { id: 't-2', path: join(talks, 't-2.jsonl'), createdAt: expect.any(Number), modifiedAt: 3000, onlyBegun: false },
    { id: 't-1', path: join(talks, 't-1.jsonl'), createdAt: expect.any(Number), modifiedAt: 1000, onlyBegun: false },
  ]);
});

test('where a file appears before anybody speaks, one that was written at its birth only cannot be resumed', () => {
  const { root, workspace, talks } = lab();
  const path = join(talks, 't-1.jsonl');
  mkdirSync(talks, { recursive: true });
  writeFileSync(path, 'begun');
  const resumable = (begunEmpty: boolean) =>
    listResumable({ ...store, begunEmpty }, root, workspace)?.map(({ id }) => id);
  expect(resumable(false)).toEqual(['t-1']);
  // where the file system keeps no time of birth it counts as one that can
  expect(resumable(true)).toEqual(statSync(path).birthtimeMs > 0 ? [] : ['t-1']);
  const later = Date.now() / 1000 + 1;
  utimesSync(path, later, later);
  expect(resumable(true)).toEqual(['t-1']);
});

test('a folder that is not there holds none, and one that cannot be listed is not known', () => {
  const { root, workspace, talks, write } = lab();
  expect(listConversations(store, root, workspace)).toEqual([]);
  write(talks, 'a file in its place');
  expect(listConversations(store, root, workspace)).toBeNull();
});

test('a relative root is meant from the workspace', () => {
  const { workspace, write, talks } = lab();
  write(join(talks, 't-1.jsonl'), 'x');
  expect(listConversations(store, '../root', workspace)?.map(({ id }) => id)).toEqual(['t-1']);
});

test('a variable may name the folder above', () => {
  const root = { env: 'ACME_HOME', below: '.acme', home: '.acme' };
  expect(nativeRoot({ root }, { ACME_HOME: '/moved' }, '/home/u')).toBe('/moved/.acme');
  expect(nativeRoot({ root }, {}, '/home/u')).toBe('/home/u/.acme');
});

test('files below folders of the day are found, and what lies beside these folders is not', () => {
  const { root, workspace, write } = lab();
  write(join(root, 'all/2026/11/t-1.jsonl'), 'x', 1);
  write(join(root, 'all/2026/12/t-2.jsonl'), 'x', 2);
  write(join(root, 'all/2026/t-3.jsonl'), 'x', 3);
  write(join(root, 'all/t-4.jsonl'), 'x', 4);
  const deep = { ...store, folderOf: () => 'all', depth: 2 };
  expect(listConversations(deep, root, workspace)?.map(({ id }) => id)).toEqual(['t-2', 't-1']);
});

test.each([
  ['a name', 'one', ['t-1']],
  ['none', undefined, []],
  ['one that leads elsewhere', '../one', []],
  ['one that leads up', '..', []],
  ['no text', 5, []],
])('a workspace that the settings give %s', (_, name, ids) => {
  const { root, workspace, write } = lab();
  write(join(root, 'talks/one/t-1.jsonl'), 'x');
  write(join(root, 'talks/t-2.jsonl'), 'x');
  write(join(root, 'names.json'), JSON.stringify({ folders: { [workspace]: name } }));
  const indexed = {
    ...store,
    index: { file: 'names.json', key: ['folders'] },
    folderOf: (_workspace: string, given: string | null) => (given === null ? null : `talks/${given}`),
  };
  expect(listConversations(indexed, root, workspace)?.map(({ id }) => id)).toEqual(ids);
});

test('names may hold a part of an id', () => {
  const { root, workspace, talks, write } = lab();
  write(join(talks, 't-1.jsonl'), 'x');
  const short = { ...store, keyOf: (id: string) => id.slice(0, 3) };
  expect(listConversations(short, root, workspace)?.map(({ id }) => id)).toEqual([keyOf(short, 't-1-and-more')]);
  expect(keyOf({}, 't-1-and-more')).toBe('t-1-and-more');
});

test('conversations without files of their own cannot be listed', () => {
  const { root, workspace } = lab();
  expect(listConversations({ ...store, folderOf: null }, root, workspace)).toBeNull();
});

test('the live conversation is what the agent says of itself', () => {
  const { entry, ask } = lab();
  entry(7, {});
  expect(ask([7])).toEqual({ nativeId: 't-1', evidence: 'live registry live/7.json', spoken: false });
  entry(7, { talk: 't-2' });
  expect(ask([7])?.nativeId).toBe('t-2');
});

test('the same folder may be written another way', () => {
  const { entry, ask, top, workspace } = lab();
  symlinkSync(workspace, join(top, 'link'));
  entry(7, { folder: join(top, 'link') });
  expect(ask([7])?.nativeId).toBe('t-1');
});

test.each([
  ['up to 5 s before the start, for clocks that were set', 100_000, 105_000, 't-1'],
  ['before that: of a process that had the pid earlier', 100_000, 105_001, undefined],
  ['long after', 900_000, 100_000, 't-1'],
])('an entry from %s', (_, since, notBefore, nativeId) => {
  const { entry, ask } = lab();
  entry(7, { since });
  expect(ask([7], notBefore)?.nativeId).toBe(nativeId);
});

test('after a crash the entry of a later process with the same pid is not taken', () => {
  const { entry, root, workspace } = lab();
  entry(7, { since: 900_000 });
  const ask = (notAfter: number) => readRegistry(store, root, { pids: [7], workspace, notBefore: 100_000, notAfter });
  expect(ask(900_000)?.nativeId).toBe('t-1');
  expect(ask(899_999)).toBeNull();
});

test('an entry of a descendant counts when the agent itself has none, or a stale one', () => {
  const { entry, ask } = lab();
  entry(9, { talk: 't-9' });
  expect(ask([7, 8, 9])?.nativeId).toBe('t-9');
  entry(7, { since: 1 });
  expect(ask([7, 8, 9])?.nativeId).toBe('t-9');
});

test('the agent goes before an agent that it runs as a tool', () => {
  const { entry, ask } = lab();
  entry(7, { talk: 't-7' });
  entry(9, { talk: 't-9' });
  expect(ask([7, 9])?.nativeId).toBe('t-7');
});

test.each([
  ['another folder', (write: (fields: Record<string, unknown>) => void) => write({ folder: '/' })],
  ['a folder that is gone', (write: (fields: Record<string, unknown>) => void) => write({ folder: '/no/such' })],
  ['no folder', (write: (fields: Record<string, unknown>) => void) => write({ folder: 5 })],
  ['an id that is none', (write: (fields: Record<string, unknown>) => void) => write({ talk: null })],
  ['an id that would be a flag', (write: (fields: Record<string, unknown>) => void) => write({ talk: '--yolo' })],
  ['an id with a line break', (write: (fields: Record<string, unknown>) => void) => write({ talk: 't-1\n' })],
  ['an endless id', (write: (fields: Record<string, unknown>) => void) => write({ talk: 't'.repeat(201) })],
])('an entry with %s gives no id, nor does a process below it', (_, spoil) => {
  const { entry, ask } = lab();
  spoil((fields) => entry(7, fields));
  entry(9, { talk: 't-9' });
  expect(ask([7, 9])).toBeNull();
});

test.each([
  ['half-written', '{"talk":"t-'],
  ['empty', ''],
  ['huge', JSON.stringify({ talk: 't-1', padding: 'x'.repeat(70_000) })],
])('an entry that is %s is waited for', (_, text) => {
  const { root, write, entry, ask } = lab();
  write(join(root, 'live/7.json'), text);
  entry(9, { talk: 't-9' });
  expect(ask([7, 9])).toBeNull();
});

test.each(['[]', '5', 'null', '{}'])('an entry %s names no start and is passed over', (text) => {
  const { root, write, ask } = lab();
  write(join(root, 'live/7.json'), text);
  expect(ask([7])).toBeNull();
});

test('without a registry, or with no process, nothing is known', () => {
  const { root, workspace, entry, ask } = lab();
  entry(7, {});
  expect(ask([])).toBeNull();
  expect(readRegistry({ ...store, registry: null }, root, { pids: [7], workspace, notBefore: 0 })).toBeNull();
  rmSync(root, { recursive: true });
  expect(ask([7])).toBeNull();
});
