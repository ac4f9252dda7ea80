import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { collectTalks, groupIn, lineAtEnd } from '../../src/provider/own-log.ts';
import { followLog, readTrail } from '../../src/provider/own-log-reader.ts';
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
  const talks = collectTalks({ conversation: PATTERN.source });
  talks.take(['r1 talks in t-1', 'r2 talks in t-2', 'r1 rests']);
  talks.take(['r1 talks in t-3', 'r2 talks in --yolo', '']);
  expect(['r1', 'r2', 'r3'].map(talks.live)).toEqual(['t-3', 't-2', null]);
  expect([...talks.others('r1')]).toEqual(['t-2']);
  expect([...talks.others(null)].sort()).toEqual(['t-1', 't-2', 't-3']);
  expect(groupIn(PATTERN, 'r1 talks in t-1', 'run')).toBe('r1');
  expect(groupIn(PATTERN, 'no', 'run')).toBeNull();
});

const TURN = '^(?<run>r\\d) is asked in (?<id>\\S+)$';

test.each<[string, string | null, readonly string[]]>([
  ['begun and not yet named', null, ['r1 is asked in t-1']],
  ['named', 't-1', ['r1 is asked in t-1', 'r1 talks in t-1']],
  [
    'that goes on in the background',
    't-2',
    ['r1 is asked in t-1', 'r1 is asked in t-2', 'r1 talks in t-2', 'r1 talks in t-1'],
  ],
  ['of the agent itself', 't-1', ['r1 is asked in t-1', 'r1 talks in t-1', 'r1 is asked in child']],
  [
    'turned back to',
    't-1',
    ['r1 is asked in t-1', 'r1 talks in t-1', 'r1 is asked in t-2', 'r1 talks in t-2', 'r1 is asked in t-1'],
  ],
  ['where lines of turns are not understood', 't-2', ['r1 talks in t-1', 'r1 talks in t-2']],
])('where turns are told, of conversations one %s leaves %j live', (_, live, lines) => {
  const talks = collectTalks({ conversation: PATTERN.source, turn: TURN });
  talks.take(lines);
  expect(talks.live('r1')).toBe(live);
});

test('of thousands of processes the one that said nothing for longest is forgotten first', () => {
  const talks = collectTalks({ conversation: '^(?<run>r\\d+) talks in (?<id>\\S+)$' });
  for (let at = 0; at < 1500; at++) talks.take([`r${at} talks in t-${at}`, 'r0 talks in t-0']);
  expect(talks.live('r0')).toBe('t-0');
  expect(talks.live('r1')).toBeNull();
  expect(talks.others(null).size).toBe(1000);
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
    const { look, trail } = followLog(store, root, '/');
    const ask = (...pids: number[]) => look({ pids, workspace: '/', notBefore: 0, known: null })?.nativeId ?? null;
    return Object.assign(ask, { trail });
  };
  return { root, path, writer, follow };
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

test('what a process wrote late is found when it is gone, and by its own lines only', async () => {
  const { root, path, writer, follow } = lab();
  writeFileSync(path, 'r2 talks in old\n');
  const [one, look] = [writer(), follow()];
  expect(look.trail()).toEqual({ run: null, from: 16 });
  await one.log('r1 starts\n');
  expect(look(one.pid)).toBeNull();
  const trail = look.trail();
  expect(trail).toEqual({ run: seen('r1'), from: 16 });
  process.kill(one.pid, 'SIGKILL');
  appendFileSync(path, 'r1 talks in t-1\nr2 talks in t-2\n');
  expect(look()).toBe(seen('t-1'));
  const { live, others } = readTrail(store, root, '/', { run: 'r1', from: 16 });
  expect([live?.nativeId, [...others]]).toEqual(['t-1', ['t-2']]);
  const unknown = readTrail(store, root, '/', { run: null, from: 16 });
  expect([unknown.live, [...unknown.others]]).toEqual([null, ['t-1', 't-2']]);
});

test('without a log nothing is told', () => {
  const { follow } = lab();
  expect(follow()(process.pid)).toBeNull();
  const none = followLog({}, '/', '/');
  expect(none.look({ pids: [1], workspace: '/', notBefore: 0, known: null })).toBeNull();
  expect(none.trail()).toBeNull();
  expect(readTrail({}, '/', '/', { run: 'r1', from: 0 })).toEqual({ live: null, others: new Set() });
});
