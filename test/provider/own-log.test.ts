import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { conversationsIn, groupIn, lineAtEnd } from '../../src/provider/own-log.ts';
import { followLog } from '../../src/provider/own-log-reader.ts';
import { tempFolder } from './temp-folder.ts';

test.each<[string, string | null]>([
  ['one\ntwo\n', 'two'],
  ['\none\n', 'one'],
  ['\n\n', ''],
  ['one\ntwo', null],
  ['begins inside\n', null],
  ['', null],
  ['\n', null],
])('the last line of %j is %j', (text, line) => {
  expect(lineAtEnd(text)).toBe(line);
});

const PATTERN = /^(?<run>r\d) talks in (?<id>\S+)$/u;

test('of each process the conversation that was named last counts', () => {
  const lines = ['r1 talks in t-1', 'r2 talks in t-2', 'r1 rests', 'r1 talks in t-3', 'r2 talks in --yolo', ''];
  expect([...conversationsIn(PATTERN, lines)]).toEqual([
    ['r1', 't-3'],
    ['r2', 't-2'],
  ]);
  expect(groupIn(PATTERN, 'r1 talks in t-1', 'run')).toBe('r1');
  expect(groupIn(PATTERN, 'no', 'run')).toBeNull();
});

/** From /proc; elsewhere nothing is known. */
const seen = (value: string): string | null => (process.platform === 'linux' ? value : null);

const store = { log: { file: 'all.log', run: '^(?<run>r\\d) ', conversation: PATTERN.source } };

/** A log, and processes that append to it what they are told. */
function lab() {
  const root = tempFolder();
  const path = join(root, 'all.log');
  const script = `const log = require('node:fs').openSync(process.argv[1], 'a');
    process.stdin.on('data', (text) => { require('node:fs').writeSync(log, text); console.log('done'); });`;
  const writer = () => {
    const child = spawn(process.execPath, ['-e', script, path]);
    onTestFinished(() => void child.kill('SIGKILL'));
    const log = async (text: string) => {
      child.stdin.write(text);
      await once(child.stdout, 'data');
    };
    return { pid: child.pid ?? 0, log };
  };
  const follow = () => {
    const look = followLog(store, root, '/');
    return (...pids: number[]) => look({ pids, workspace: '/', notBefore: 0, known: null })?.nativeId ?? null;
  };
  return { path, writer, follow };
}

test('two processes that write to one log each tell their own conversation', async () => {
  const { path, writer, follow } = lab();
  writeFileSync(path, 'r1 talks in old\n');
  const [one, two, look] = [writer(), writer(), follow()];
  await one.log('r1 starts\n');
  await two.log('r2 starts\nr2 talks in t-2\n');
  expect(look(one.pid)).toBeNull();
  await one.log('r1 talks in t-1\n');
  await two.log('r2 rests\n');
  expect(look(one.pid)).toBe(seen('t-1'));
  await one.log('r1 talks in t-3\n');
  expect(look(one.pid)).toBe(seen('t-3'));
  expect(follow()(two.pid)).toBeNull();
});

test('who writes is the first process that wrote at all', async () => {
  const { writer, follow } = lab();
  const [wrapper, one, two, look] = [writer(), writer(), writer(), follow()];
  await one.log('r1 starts\n');
  await two.log('r2 talks in t-2\n');
  expect(look(wrapper.pid, one.pid, two.pid)).toBeNull();
  await one.log('r1 talks in t-1\n');
  expect(look(wrapper.pid, one.pid, two.pid)).toBe(seen('t-1'));
});

test('half a line is waited for, and a log that begins anew is followed', async () => {
  const { path, writer, follow } = lab();
  const [one, look] = [writer(), follow()];
  await one.log(`r1 starts${' '.repeat(200)}\nr1 talks `);
  expect(look(one.pid)).toBeNull();
  await one.log('in t-1\n');
  expect(look(one.pid)).toBe(seen('t-1'));
  writeFileSync(path, '');
  await one.log('r1 talks in t-2\n');
  expect(look(one.pid)).toBe(seen('t-2'));
});

test('more than is read at once is followed at its end', async () => {
  const { path, writer, follow } = lab();
  const [one, look] = [writer(), follow()];
  await one.log('r1 talks in t-1\n');
  appendFileSync(path, `r9 ${'x'.repeat(2_000_000)}\n`);
  await one.log('r1 talks in t-2\n');
  expect(look(one.pid)).toBe(seen('t-2'));
});

test('without a log nothing is told', () => {
  const { follow } = lab();
  expect(follow()(process.pid)).toBeNull();
  expect(followLog({}, '/', '/')({ pids: [1], workspace: '/', notBefore: 0, known: null })).toBeNull();
});
