import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { NativeStore } from '../../src/provider/adapter.ts';
import * as listing from '../../src/provider/listing.ts';
import * as native from '../../src/provider/native.ts';
import * as ownLog from '../../src/provider/own-log-reader.ts';
import type { RunEnd } from '../../src/pty/live-event.ts';
import { identityAtEnd, identityLeft } from '../../src/session/last-words.ts';
import type { RunPlan } from '../../src/session/plan.ts';
import type { Ports } from '../../src/session/ports.ts';
import type { Recorder } from '../../src/session/record.ts';
import { acme } from '../provider/sample-adapter.ts';
import { tempFolder } from '../provider/temp-folder.ts';

const store: NativeStore = {
  root: { env: null, home: '.acme' },
  folderOf: null,
  idFrom: () => null,
  registry: null,
  log: { file: 'all.log', run: '^(?<run>r\\d) ', conversation: '^(?<run>r\\d) talks in (?<id>\\S+)$' },
  listing: {
    args: ['list'],
    env: {},
    read: (stdout) => JSON.parse(stdout),
    program: 'acme',
  },
  farewell: '^Resume: (?<id>\\S+)$',
};

/** An agent that logged this much and lists these conversations. */
function lab(log: string, listed: readonly [id: string, createdAt: number][]) {
  const home = tempFolder();
  mkdirSync(join(home, '.acme'));
  writeFileSync(join(home, '.acme', 'all.log'), log);
  const file = join(home, 'acme');
  const rows = listed.map(([id, createdAt]) => ({ id, createdAt, modifiedAt: createdAt }));
  writeFileSync(file, `#!/bin/sh\necho '${JSON.stringify(rows)}'\n`);
  chmodSync(file, 0o755);
  const ports = {
    env: { PATH: '/usr/bin:/bin' },
    home,
    provider: async () => ({ ...listing, ...native, ...ownLog }),
  } as unknown as Ports;
  return { ports, who: { program: { adapter: { ...acme, native: store }, file }, workspace: home } };
}

const TRAIL = { run: 1, since: 10, aloneUntil: 20, log: { run: 'r1', from: 0 } };

test('its own last lines come before what is listed', async () => {
  const { ports, who } = lab('r1 talks in t-1\nr2 talks in t-2\n', [['t-2', 15]]);
  expect(await identityLeft(ports, who, TRAIL)).toMatchObject({ nativeId: 't-1', spoken: true });
});

test('killed before it wrote them, its conversation is the one that only it can have begun', async () => {
  const { ports, who } = lab('r2 talks in t-2\n', [
    ['t-0', 5],
    ['t-1', 15],
    ['t-2', 16],
  ]);
  const seen = await identityLeft(ports, who, TRAIL);
  expect(seen).toMatchObject({ nativeId: 't-1', spoken: true });
  expect(seen?.evidence).toContain('while no other acme worked in the folder');
  expect(await identityLeft(ports, who, { ...TRAIL, log: null })).toBeNull();
});

test('whoever was not alone, or only until before, is given none', async () => {
  const { ports, who } = lab('', [['t-1', 15]]);
  expect(await identityLeft(ports, who, { ...TRAIL, aloneUntil: null })).toBeNull();
  expect(await identityLeft(ports, who, { ...TRAIL, aloneUntil: 14 })).toBeNull();
  expect(await identityLeft(ports, who, TRAIL)).toMatchObject({ nativeId: 't-1' });
});

const ended = (status: RunEnd['status'], exitCode: number | null, lines: readonly string[] = []) =>
  ({ status, exitCode, snapshot: { lines } }) as unknown as RunEnd;
const recorder = (nativeId: string | null, spoken: boolean) =>
  ({ nativeId: () => nativeId, spoken: () => spoken }) as unknown as Recorder;

test.each<[string, string | null, RunEnd, Recorder]>([
  ['that names it', 't-9', ended('exited', 0, ['Resume: t-9']), recorder(null, true)],
  ['that names another one', 't-9', ended('exited', 0, ['Resume: t-9']), recorder('t-1', true)],
  ['that names the known one', null, ended('exited', 0, ['Resume: t-1']), recorder('t-1', true)],
  ['that was killed, and shows what names one', 't-1', ended('signaled', null, ['Resume: t-9']), recorder(null, true)],
  ['that was killed', 't-1', ended('signaled', null), recorder(null, true)],
  ['that failed', 't-1', ended('exited', 1), recorder(null, true)],
  ['that was killed when its id was known', null, ended('signaled', null), recorder('t-5', true)],
  ['that was killed when nobody had spoken', null, ended('signaled', null), recorder(null, false)],
  ['that was left as usual', null, ended('exited', 0), recorder(null, true)],
])('of an agent %s the conversation is %j', async (_, nativeId, end, known) => {
  const { ports, who } = lab('', [['t-1', 15]]);
  const seen = await identityAtEnd(ports, who as unknown as RunPlan, { end, recorder: known, trail: TRAIL });
  expect(seen?.nativeId ?? null).toBe(nativeId);
});
