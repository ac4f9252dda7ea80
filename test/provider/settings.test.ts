import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SettingsDefault } from '../../src/provider/adapter.ts';
import { readJsonFile, valueAt } from '../../src/provider/json-file.ts';
import { settingsLevel } from '../../src/provider/settings.ts';
import { tempFolder } from './temp-folder.ts';

const place = (base: 'root' | 'workspace', file: string): SettingsDefault => ({
  base,
  file,
  key: ['permissions', 'mode'],
  levels: { manual: 'ask', everything: 'bypass' },
});
const adapter = { settingsDefaults: [place('root', 'settings.json'), place('workspace', '.acme/settings.json')] };

function lab() {
  const top = tempFolder();
  const [root, workspace] = [join(top, 'root'), join(top, 'ws')];
  for (const folder of [root, join(workspace, '.acme')]) mkdirSync(folder, { recursive: true });
  const files = { root: join(root, 'settings.json'), workspace: join(workspace, '.acme/settings.json') };
  const write = (where: 'root' | 'workspace', text: string) => writeFileSync(files[where], text);
  const mode = (where: 'root' | 'workspace', word: string) =>
    write(where, JSON.stringify({ permissions: { mode: word } }));
  return { root, workspace, files, write, mode };
}

test('the last file that names a level wins', () => {
  const { root, workspace, files, mode } = lab();
  expect(settingsLevel(adapter, root, workspace)).toBeNull();
  mode('root', 'everything');
  expect(settingsLevel(adapter, root, workspace)).toEqual({ level: 'bypass', file: files.root });
  mode('workspace', 'manual');
  expect(settingsLevel(adapter, root, workspace)).toEqual({ level: 'ask', file: files.workspace });
});

test('settings may be TOML, of which the strings above the first table count', () => {
  const { root, workspace, files, write } = lab();
  const toml = { ...place('root', 'settings.json'), format: 'toml', key: ['mode'] } as const;
  const ask = () => settingsLevel({ settingsDefaults: [toml] }, root, workspace);
  write('root', '# mine\nmode = "everything"\n');
  expect(ask()).toEqual({ level: 'bypass', file: files.root });
  write('root', '[profiles.fast]\nmode = "everything"\n');
  expect(ask()).toBeNull();
});

test.each([
  ['an unknown word', '{"permissions":{"mode":"toString"}}'],
  ['no word', '{"permissions":{"mode":["manual"]}}'],
  ['another form', '{"permissions":"mode"}'],
  ['nothing', 'null'],
  ['half a file', '{"permissions":{"mode":"man'],
  ['a huge file', `{"permissions":{"mode":"manual"},"x":"${'x'.repeat(1_100_000)}"}`],
])('a file with %s is passed over', (_, text) => {
  const { root, workspace, files, write, mode } = lab();
  mode('root', 'manual');
  write('workspace', text);
  expect(settingsLevel(adapter, root, workspace)).toEqual({ level: 'ask', file: files.root });
});

test('a provider without a folder of its own has only settings of the workspace', () => {
  const { workspace, mode } = lab();
  mode('root', 'everything');
  expect(settingsLevel(adapter, null, workspace)).toBeNull();
  mode('workspace', 'manual');
  expect(settingsLevel(adapter, null, workspace)?.level).toBe('ask');
});

test('a relative root is meant from the workspace', () => {
  const { workspace, mode } = lab();
  mode('root', 'everything');
  expect(settingsLevel(adapter, '../root', workspace)?.level).toBe('bypass');
});

test('what is no regular file is there and not read, and never waited for', () => {
  const { root } = lab();
  const pipe = join(root, 'pipe');
  execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', pipe]);
  expect(readJsonFile(pipe, 1000)).toEqual({ ok: false, absent: false });
  expect(readJsonFile(root, 1000)).toEqual({ ok: false, absent: false });
  expect(readJsonFile(join(root, 'none'), 1000)).toEqual({ ok: false, absent: true });
  expect(readJsonFile(join(root, 'settings.json/none'), 1000)).toEqual({ ok: false, absent: true });
});

test('a value is found by own keys only', () => {
  expect(valueAt({ a: { b: 5 } }, ['a', 'b'])).toBe(5);
  expect(valueAt({ a: [7] }, ['a', '0'])).toBe(7);
  expect(valueAt({ a: {} }, ['a', 'constructor', 'name'])).toBeUndefined();
  expect(valueAt('text', ['length'])).toBeUndefined();
  expect(valueAt(5, [])).toBe(5);
});
