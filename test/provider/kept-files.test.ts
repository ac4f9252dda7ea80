import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { NativeStore } from '../../src/provider/adapter.ts';
import { keepConversation, releaseKept } from '../../src/provider/kept-files.ts';
import { acme } from './sample-adapter.ts';
import { tempFolder } from './temp-folder.ts';

const store: NativeStore = {
  ...acme.native,
  folderOf: () => 'talks',
  idFrom: (name) => /^\d-(t\d)\.jsonl$/.exec(name)?.[1] ?? null,
  keyOf: (id) => id.slice(0, 2),
  keptPrefix: 'kept-',
};
const FILE = '1-t1.jsonl';

/** A folder with a conversation t1 that is kept. */
function lab(kind: NativeStore = store) {
  const root = tempFolder();
  const talks = join(root, 'talks');
  mkdirSync(talks);
  const path = join(talks, FILE);
  writeFileSync(path, 'begun\n');
  const keeper = keepConversation(kind, root, '/');
  keeper.look('t1-and-more');
  return { root, path, keeper, in: (name: string) => join(talks, name), names: () => readdirSync(talks).sort() };
}

test('the file of a live conversation is put back when another start has deleted it, and goes on where it was', () => {
  const { path, keeper, names } = lab();
  rmSync(path);
  keeper.look('t1-and-more');
  appendFileSync(path, 'spoken\n');
  keeper.release();
  expect(names()).toEqual([FILE]);
  expect(readFileSync(path, 'utf8')).toBe('begun\nspoken\n');
});

test('it is put back at the end, too', () => {
  const { path, keeper, names } = lab();
  rmSync(path);
  keeper.release();
  expect(names()).toEqual([FILE]);
});

test('what the agent began under the same name since has no beginning: it is put beside, and nothing is lost', () => {
  const { path, keeper, names, in: at } = lab();
  rmSync(path);
  writeFileSync(path, 'spoken\n');
  keeper.look('t1-and-more');
  const [, rest = ''] = names().filter((name) => name.startsWith(FILE));
  expect(readFileSync(path, 'utf8')).toBe('begun\n');
  expect(readFileSync(at(rest), 'utf8')).toBe('spoken\n');
});

test('a stub beside it is not kept, and neither is a conversation that was left', () => {
  const { path, keeper, names, in: at } = lab();
  writeFileSync(at('2-t1.jsonl'), '');
  writeFileSync(at('3-t2.jsonl'), '');
  keeper.look('t1-and-more');
  expect(names()).toEqual([FILE, '2-t1.jsonl', '3-t2.jsonl', `kept-${FILE}`]);
  keeper.look('t2-and-more');
  expect(names()).toEqual([FILE, '2-t1.jsonl', '3-t2.jsonl', 'kept-3-t2.jsonl']);
  rmSync(path);
  keeper.look('t2-and-more');
  expect(names()).not.toContain(FILE);
});

test('after a crash what was kept of a run is put back and no longer kept, and what others keep stays', () => {
  const { root, path, names, in: at } = lab();
  writeFileSync(at('3-t2.jsonl'), '');
  keepConversation(store, root, '/').look('t2-and-more');
  rmSync(path);
  releaseKept(store, root, '/', ['t1-and-more']);
  expect(names()).toEqual([FILE, '3-t2.jsonl', 'kept-3-t2.jsonl']);
  expect(readFileSync(path, 'utf8')).toBe('begun\n');
});

test('a run takes over what a run that crashed had kept', () => {
  const { root, path, names } = lab();
  const next = keepConversation(store, root, '/');
  next.look('t1-and-more');
  rmSync(path);
  next.release();
  expect(names()).toEqual([FILE]);
});

test('a store whose agents leave each other alone, a conversation that is not known and one without a file have no second name', () => {
  const { names, root } = lab(acme.native);
  const keeper = keepConversation(store, root, '/');
  keeper.look(null);
  keeper.look('t9');
  keeper.release();
  releaseKept(acme.native, root, '/', ['t1']);
  releaseKept(store, root, '/', ['t1']);
  expect(names()).toEqual([FILE]);
});
