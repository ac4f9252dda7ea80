import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { descendants } from '../../src/provider/process-tree.ts';
import { hasNoRival, isAlone } from '../../src/provider/rivals.ts';
import { tempFolder } from './temp-folder.ts';

/** From /proc; elsewhere it is never sure. */
const sure = process.platform === 'linux';

/** A program that starts another as it is told, and says when all of them run. */
const SCRIPT = `const { spawn } = require('node:child_process');
const [next, ...rest] = process.argv.slice(2);
if (next === 'self') spawn(process.execPath, [__filename, ...rest], { stdio: 'inherit' });
else if (next === 'shell') spawn('/bin/sh', ['-c', '"$0" "$@"; :', process.execPath, __filename, ...rest], { stdio: 'inherit' });
else console.log('running');
setInterval(() => {}, 1000);`;

function lab() {
  const [folder, elsewhere] = [tempFolder(), tempFolder()];
  writeFileSync(join(folder, 'acme.js'), SCRIPT);
  writeFileSync(join(folder, 'other.js'), SCRIPT);
  const start = async (name: string, cwd: string, ...starts: string[]) => {
    const child = spawn(process.execPath, [join(folder, name), ...starts], { cwd, detached: true });
    const pid = child.pid ?? 0;
    onTestFinished(() => void process.kill(-pid, 'SIGKILL'));
    await once(child.stdout, 'data');
    return pid;
  };
  const question = (pid: number) => ({ program: 'acme', folder, own: [pid, ...descendants(pid)] });
  const ask = (pid: number) => isAlone(question(pid));
  return { folder, elsewhere, start, ask, isFree: (pid: number) => hasNoRival(question(pid)) };
}

test('an agent is alone beside other programs, and beside its like in other folders', async () => {
  const { folder, elsewhere, start, ask } = lab();
  const agent = await start('acme.js', folder);
  await start('other.js', folder);
  await start('acme.js', elsewhere);
  expect(ask(agent)).toBe(sure);
});

test('another of its kind in the folder is a rival', async () => {
  const { folder, start, ask } = lab();
  const agent = await start('acme.js', folder);
  await start('acme.js', folder);
  expect(ask(agent)).toBe(false);
});

test('an agent that starts itself anew is one, and one that it runs as a tool is a rival', async () => {
  const { folder, start, ask } = lab();
  expect(ask(await start('acme.js', folder, 'self'))).toBe(sure);
});

test('an agent that it runs as a tool is a rival', async () => {
  const { folder, start, ask } = lab();
  expect(ask(await start('acme.js', folder, 'shell'))).toBe(false);
});

test('an agent that is not seen is not alone, and has no rival until there is one', async () => {
  const { folder, start, ask, isFree } = lab();
  expect(ask(process.pid)).toBe(false);
  expect(isFree(2 ** 30)).toBe(sure);
  const agent = await start('acme.js', folder);
  expect(isFree(agent)).toBe(sure);
  expect(isFree(2 ** 30)).toBe(false);
});

test('an agent that it runs as a tool is a rival, even when nothing else is', async () => {
  const { folder, start, isFree } = lab();
  expect(isFree(await start('acme.js', folder, 'shell'))).toBe(false);
});
