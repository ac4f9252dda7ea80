import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunRecord } from '../../src/journal/fold.ts';
import type { Adapter, NativeStore } from '../../src/provider/adapter.ts';
import * as listing from '../../src/provider/listing.ts';
import * as native from '../../src/provider/native.ts';
import * as stubs from '../../src/provider/stub-files.ts';
import { climb } from '../../src/session/climb.ts';
import type { Ports } from '../../src/session/ports.ts';
import { acme } from '../provider/sample-adapter.ts';
import { tempFolder } from '../provider/temp-folder.ts';

const STARTED = '2026-11-30T10:00:00.000Z';

const run = (...ids: string[]): RunRecord =>
  ({
    run: 1,
    provider: 'acme',
    startedAt: STARTED,
    spoken: true,
    spokenSinceIdentity: true,
    identities: ids.map((nativeId) => ({ nativeId, how: 'discovered', evidence: '', at: STARTED })),
    screen: { kind: 'screen', lines: ['hello'], size: { cols: 80, rows: 24 }, redacted: {}, from: 'end' },
  }) as unknown as RunRecord;

const asked = {
  args: ['list'],
  env: {},
  read: (stdout: string) =>
    stdout
      .split('\n')
      .filter(Boolean)
      .map((id) => ({ id, createdAt: 0, modifiedAt: 0 })),
};

/** Names hold the first three characters of an id. */
const shortNames: NativeStore = {
  root: { env: null, home: '.acme' },
  folderOf: () => 'talks',
  idFrom: (name) => /^(t-\d)\.jsonl$/.exec(name)?.[1] ?? null,
  keyOf: (id) => id.slice(0, 3),
  registry: null,
  listing: asked,
};

/** An agent that lists `listed`, and files in its folder. */
function lab(store: NativeStore, files: readonly string[], listed: string) {
  const home = tempFolder();
  const talks = join(home, '.acme/talks');
  mkdirSync(talks, { recursive: true });
  for (const name of files) writeFileSync(join(talks, name), 'x'.repeat(name.includes('stub') ? 10 : 100));
  const file = join(home, 'acme');
  writeFileSync(file, `#!/bin/sh\n${listed}\n`);
  chmodSync(file, 0o755);
  const adapter: Adapter = { ...acme, native: store };
  const program = { adapter, file, prefix: [], version: null, help: null, probeFailure: null };
  const ports = {
    env: { PATH: '/usr/bin:/bin' },
    home,
    clock: { now: Date.now, elapsed: () => performance.now() },
    provider: async () => ({ ...listing, ...native, ...stubs }),
  } as unknown as Ports;
  const found = { session: 's-1', workspace: home, provider: 'acme' };
  const ask = (...runs: RunRecord[]) =>
    climb(ports, { found, program, workspace: home, history: { runs }, sessions: [] } as unknown as Parameters<
      typeof climb
    >[1]);
  return { ask, talks };
}

test('an id that names hold a part of is recognised, and nobody is asked', async () => {
  const { ask } = lab(shortNames, ['t-1.jsonl'], 'exit 1');
  expect(await ask(run('t-1-and-more'))).toMatchObject({ via: 'native-id', nativeId: 't-1-and-more' });
});

test('of a conversation seen by its name alone the agent is asked for the rest', async () => {
  const { ask } = lab(shortNames, ['t-1.jsonl', 't-2.jsonl'], 'printf "%s\\n" t-1-and-more t-2-and-more');
  expect(await ask(run('t-1-and-more', 't-2'))).toMatchObject({ via: 'native-id', nativeId: 't-2-and-more' });
});

test.each([
  ['does not list it', 'echo t-1-and-more'],
  ['lists two of the name', 'printf "%s\\n" t-2-and-more t-2-and-less'],
  ['cannot say', 'exit 1'],
])('where the agent %s, the id is not guessed', async (_, listed) => {
  const { ask } = lab(shortNames, ['t-1.jsonl', 't-2.jsonl'], listed);
  const rung = await ask(run('t-1-and-more', 't-2'));
  expect(rung.via).not.toBe('native-id');
  expect(rung.notes[0]).toBe('Acme Agent no longer has its conversation t-2');
});

test('to ask is to start for some agents, so a stub is set aside before, and one that was written just now is waited for', async () => {
  const store: NativeStore = {
    ...shortNames,
    idFrom: (name) => /^(t-\d)(?:_stub)?\.jsonl$/.exec(name)?.[1] ?? null,
    stubs: { prefix: 'aside-', maxBytes: 50 },
  };
  const files = ['t-1.jsonl', 't-1_stub.jsonl'];
  const { ask, talks } = lab(store, files, 'ls .acme/talks | grep -q "^t-1_stub" || echo t-1-and-more');
  expect(await ask(run('t-1'))).toMatchObject({ via: 'native-id', nativeId: 't-1-and-more' });
  expect(readdirSync(talks).sort()).toEqual(['aside-t-1_stub.jsonl', 't-1.jsonl']);
});

test('where conversations have no files of their own, the agent is asked whether it has one', async () => {
  const store = { ...shortNames, folderOf: null, keyOf: (id: string) => id };
  const { ask } = lab(store, [], 'echo t-1');
  expect(await ask(run('t-1'))).toMatchObject({ via: 'native-id', nativeId: 't-1' });
  expect((await ask(run('t-9'))).notes[0]).toContain('no longer has its conversation');
});
