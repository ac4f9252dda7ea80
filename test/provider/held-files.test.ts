import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type HeldConversation, latestHeld, readHeld } from '../../src/provider/held-files.ts';
import { tempFolder } from './temp-folder.ts';

const held = (nativeId: string, madeAt: number, ofPerson = true): HeldConversation => ({ nativeId, madeAt, ofPerson });

test.each<[string, HeldConversation[], string | null, string | null]>([
  ['nothing held', [], null, null],
  ['one', [held('a', 1)], null, 'a'],
  ['the one made last', [held('a', 1), held('c', 3), held('b', 2)], null, 'c'],
  ['one that is older than the known one', [held('a', 1)], 'b', 'a'],
  ['one that the agent started by itself', [held('a', 1), held('sub', 9, false)], null, 'a'],
  ['only such a one', [held('sub', 9, false)], null, null],
  ['a known one without a mark', [held('a', 1, false)], 'a', 'a'],
  ['two made at once', [held('a', 1), held('b', 1)], null, null],
])('the live conversation of %s', (_, files, known, nativeId) => {
  expect(latestHeld(files, known)).toBe(nativeId);
});

/** From /proc; elsewhere nothing is known. */
const seen = <T>(value: T): T | null => (process.platform === 'linux' ? value : null);

const store = {
  held: {
    folder: 'locks',
    idFrom: (name: string) => /^(t-\d+)\.lock$/.exec(name)?.[1] ?? null,
    mark: 'persons/{native_id}',
  },
};

/** A root, files in it, and a process that holds those it is told to. */
async function lab(names: readonly string[]) {
  const root = tempFolder();
  mkdirSync(join(root, 'locks'));
  mkdirSync(join(root, 'persons'));
  for (const [index, name] of names.entries()) {
    writeFileSync(join(root, 'locks', name), '');
    utimesSync(join(root, 'locks', name), index + 1, index + 1);
  }
  const script = `for (const path of process.argv.slice(1)) require('node:fs').openSync(path, 'r'); console.log('open');
    setInterval(() => {}, 1000);`;
  const hold = async (...paths: string[]) => {
    const child = spawn(process.execPath, ['-e', script, ...paths.map((path) => join(root, path))]);
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    return child.pid ?? 0;
  };
  const mark = (nativeId: string) => writeFileSync(join(root, 'persons', nativeId), '');
  const ask = (pids: readonly number[], known: string | null = null) =>
    readHeld(store, root, { pids, workspace: '/', notBefore: 0, known });
  return { hold, mark, ask };
}

test('a process tells its conversation by what it holds, and not by what lies beside it', async () => {
  const { hold, mark, ask } = await lab(['t-1.lock', 't-2.lock', 't-3.lock', 'other.lock']);
  for (const id of ['t-1', 't-2', 't-3']) mark(id);
  const pid = await hold('locks/t-1.lock', 'locks/t-2.lock', 'locks/other.lock');
  expect(ask([pid])).toEqual(seen({ nativeId: 't-2', evidence: `process ${pid} holds locks of it`, spoken: false }));
});

test('several processes in one folder each tell their own', async () => {
  const { hold, mark, ask } = await lab(['t-1.lock', 't-2.lock']);
  mark('t-1');
  mark('t-2');
  const [one, two] = [await hold('locks/t-1.lock'), await hold('locks/t-2.lock')];
  expect([ask([one])?.nativeId ?? null, ask([two])?.nativeId ?? null]).toEqual([seen('t-1'), seen('t-2')]);
});

test('the process above decides, even when it says nothing', async () => {
  const { hold, mark, ask } = await lab(['t-1.lock', 't-2.lock']);
  mark('t-2');
  const [above, below] = [await hold('locks/t-1.lock'), await hold('locks/t-2.lock')];
  expect(ask([process.pid, above, below])).toBeNull();
  expect(ask([process.pid, below])?.nativeId ?? null).toBe(seen('t-2'));
});

test('nobody, a process that is gone, and a store without such files tell nothing', async () => {
  const { ask } = await lab([]);
  expect(ask([])).toBeNull();
  expect(ask([2 ** 22 + 1])).toBeNull();
  expect(readHeld({}, '/', { pids: [process.pid], workspace: '/', notBefore: 0, known: null })).toBeNull();
});
