import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { probeProvider, versionIn } from '../../src/provider/probe.ts';
import { tempFolder } from './temp-folder.ts';

const HOUR_MS = 3_600_000;

/** An agent made of a shell script that notes each time it is run and where, a cache in memory and a clock that is set by hand. */
function lab(script: string, path = 'bin/acme') {
  const top = tempFolder();
  const file = join(top, path);
  const notes = join(top, 'notes');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\necho "$1 $PWD" >> '${notes}'\n${script}\n`);
  chmodSync(file, 0o755);
  const entries = new Map<string, string>();
  const cache = {
    read: (key: string) => entries.get(key) ?? null,
    write: (key: string, text: string) => void entries.set(key, text),
  };
  const time = { now: 1_000_000 };
  const clock = { now: () => time.now, elapsed: () => time.now };
  const binary = { path: file, realPath: file };
  const probe = (changes: { path?: string; timeoutMs?: number } = {}) => {
    const { path: as = file, ...rest } = changes;
    return probeProvider({ ...binary, path: as }, { cache, clock, env: { PATH: process.env['PATH'] }, ...rest });
  };
  const asked = () => (existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n') : []);
  return { top, file, entries, time, probe, asked };
}

const TALKATIVE = 'case $1 in --version) echo "2.1.332 (Acme)";; --help) printf "\\033[1m--resume\\033[22m ID";; esac';

test('version and help are asked for once, in an empty folder that is gone afterwards', async () => {
  const { asked, probe, entries } = lab(TALKATIVE);
  const answer = { version: '2.1.332', help: '--resume ID', failure: null };
  expect(await probe()).toEqual({ ...answer, fromCache: false });
  expect(await probe()).toEqual({ ...answer, fromCache: true });
  const flags = asked().map((line) => line.split(' ')[0]);
  const folders = asked().map((line) => line.split(' ')[1] ?? '');
  expect(flags.sort()).toEqual(['--help', '--version']);
  expect(new Set(folders).size).toBe(1);
  expect(folders.every((folder) => folder.includes('uuldana-probe-') && !existsSync(folder))).toBe(true);
  expect([...entries.keys()]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
});

test.each([
  ['another size', (file: string) => appendFileSync(file, '# longer\n')],
  ['another time', (file: string) => utimesSync(file, 1, 1)],
])('a file with %s is asked again', async (_, change) => {
  const { file, probe } = lab(TALKATIVE);
  await probe();
  change(file);
  expect((await probe()).fromCache).toBe(false);
});

test.each(['not JSON', '{}', 'null', '[]', '{"version":1,"help":"x","failure":null,"size":1,"mtime_ms":1,"at":1}'])(
  'a cache entry %j is asked anew',
  async (text) => {
    const { entries, probe } = lab(TALKATIVE);
    await probe();
    for (const key of entries.keys()) entries.set(key, text);
    expect(await probe()).toMatchObject({ version: '2.1.332', fromCache: false });
  },
);

test.each([
  ['a program', 'bin/acme', TALKATIVE, 1000 * HOUR_MS, true],
  ['a program, when the clock was set back', 'bin/acme', TALKATIVE, -1, false],
  ['a failure', 'bin/acme', 'exit 1', HOUR_MS, true],
  ['a failure', 'bin/acme', 'exit 1', HOUR_MS + 1, false],
  ['a help without a version', 'bin/acme', 'case $1 in --help) echo --flag ;; *) exit 1 ;; esac', HOUR_MS + 1, false],
  ['what stands behind a shim', '.asdf/shims/acme', TALKATIVE, 24 * HOUR_MS, true],
  ['what stands behind a shim', '.asdf/shims/acme', TALKATIVE, 24 * HOUR_MS + 1, false],
])('%s (%s) is remembered: %#', async (_, path, script, laterMs, fromCache) => {
  const { time, probe } = lab(script, path);
  await probe();
  time.now += laterMs;
  expect((await probe()).fromCache).toBe(fromCache);
});

test('a name that is not the name of the file counts as a shim, and each name has its own answer', async () => {
  const { top, time, file, probe, entries } = lab('echo "$0 1.2.3"');
  const names = ['one', 'two'].map((name) => join(top, name));
  for (const name of names) symlinkSync(file, name);
  for (const name of names)
    expect(await probe({ path: name })).toMatchObject({ help: `${name} 1.2.3`, fromCache: false });
  expect(entries.size).toBe(2);
  time.now += 25 * HOUR_MS;
  expect((await probe({ path: names[0] ?? '' })).fromCache).toBe(false);
});

test.each([
  [
    'help on stderr',
    '[ $1 = --help ] && exec 1>&2; echo 0.1.0 --flag',
    { version: '0.1.0', help: '0.1.0 --flag', failure: null },
  ],
  ['version on stderr', 'echo "v0.2.0 --help" >&2', { version: '0.2.0', help: 'v0.2.0 --help' }],
  ['stdout before stderr', 'echo "WARNING 9.9.9" >&2; echo "acme 0.3.0"', { version: '0.3.0', help: 'acme 0.3.0' }],
  [
    'a crash',
    'echo "SyntaxError at 1.2.3 --resume" >&2; exit 1',
    { version: null, help: '', failure: 'ended with status 1' },
  ],
  ['silence', 'exit 0', { version: null, help: '', failure: 'printed nothing' }],
  [
    'a version and no help',
    '[ $1 = --version ] && echo 1.0.0 || exit 2',
    { version: '1.0.0', help: '', failure: 'ended with status 2' },
  ],
])('%s', async (_, script, expected) => {
  expect(await lab(script).probe()).toMatchObject(expected);
});

test('an agent that hangs costs the time limit once, and its failure is remembered', async () => {
  const { probe } = lab('sleep 60');
  const failure = { version: null, help: '', failure: 'did not end within 0.3 s' };
  expect(await probe({ timeoutMs: 300 })).toEqual({ ...failure, fromCache: false });
  expect(await probe()).toEqual({ ...failure, fromCache: true });
});

test('a file that is gone is said and not remembered', async () => {
  const { entries, probe, top } = lab(TALKATIVE);
  const missing = join(top, 'missing');
  const cache = { read: () => null, write: (key: string, text: string) => void entries.set(key, text) };
  const clock = { now: () => 0, elapsed: () => 0 };
  expect(await probeProvider({ path: missing, realPath: missing }, { cache, clock, env: {} })).toEqual({
    version: null,
    help: '',
    failure: 'could not be started (ENOENT)',
    fromCache: false,
  });
  expect(entries.size).toBe(0);
  expect((await probe()).failure).toBeNull();
});

test.each([
  ['2.1.332 (Claude Code)', '2.1.332'],
  ['codex-cli 0.171.0', '0.171.0'],
  ['GitHub Copilot CLI 1.0.102.', '1.0.102'],
  ['acme/1.2.3-beta.4+build.5 linux-x64 node-v20.20.2', '1.2.3-beta.4+build.5'],
  ['v3.0.65', '3.0.65'],
  ['0.0.1790142911-g7618fb', '0.0.1790142911-g7618fb'],
  ['acme 1.2', null],
  ['listening on 127.0.0.1.5', null],
  ['', null],
])('the version in %j is %j', (text, version) => {
  expect(versionIn(text)).toBe(version);
});
