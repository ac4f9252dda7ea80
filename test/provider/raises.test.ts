import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Raise, RaiseLook } from '../../src/provider/adapter.ts';
import { countIn, foundText } from '../../src/provider/raise.ts';
import { findRaises } from '../../src/provider/raises.ts';
import { tempFolder } from './temp-folder.ts';

const JSON_TEXT = JSON.stringify({
  permissions: { allow: ['Bash(ls)', 'Read', 'Bash', 7], mode: 'free', off: false, empty: '' },
  hooks: { PermissionRequest: [{ hooks: [] }], Stop: [] },
});

const looks: readonly [RaiseLook, string, number | null][] = [
  [{ key: ['permissions', 'allow'], matching: '^Bash' }, JSON_TEXT, 2],
  [{ key: ['permissions', 'allow'] }, JSON_TEXT, 4],
  [{ key: ['permissions', 'mode'], matching: '^free$' }, JSON_TEXT, 1],
  [{ key: ['permissions', 'mode'], matching: '^ask$' }, JSON_TEXT, 0],
  [{ key: ['permissions', 'off'] }, JSON_TEXT, 0],
  [{ key: ['permissions', 'empty'] }, JSON_TEXT, 0],
  [{ key: ['permissions', 'none'] }, JSON_TEXT, 0],
  [{ key: ['constructor'] }, JSON_TEXT, 0],
  [{ key: ['hooks'] }, JSON_TEXT, 2],
  [{ key: ['hooks', 'PermissionRequest'] }, JSON_TEXT, 1],
  [{ key: ['hooks', 'Stop'] }, JSON_TEXT, 0],
  [{ key: ['hooks'] }, 'null', 0],
  [{ key: ['hooks'] }, '{"hooks": {', null],
  [{ key: ['hooks'] }, '{} // mine', null],
  [{ text: '^allow ' }, 'allow ls\ndeny rm\nallow cp\n', 2],
  [{ text: '^allow ' }, '', 0],
];

test.each(looks)('%j in %j: %j', (look, text, count) => {
  expect(countIn(look, text)).toBe(count);
});

const rules = (places: Raise['places'], changes: Partial<Raise> = {}): Raise => ({
  id: 'rules',
  what: 'rules.allow',
  places,
  look: { key: ['allow'] },
  levels: ['ask'],
  reaches: 'auto',
  ...changes,
});

function lab() {
  const top = tempFolder();
  const bases = { root: join(top, 'home/.acme'), workspace: join(top, 'home/work'), home: join(top, 'home') };
  for (const folder of Object.values(bases)) mkdirSync(folder, { recursive: true });
  const write = (base: keyof typeof bases, file: string, text: string) => {
    const path = join(bases[base], file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  };
  return { top, bases, write };
}

const PLACES = [
  { base: 'root', file: 'settings.json' },
  { base: 'workspace', file: '.acme/settings.json', shared: true },
  { base: 'home', file: '.acmerc' },
] as const;

test('what is there is told with its file as people write it, and nothing else is', () => {
  const { bases, write } = lab();
  expect(findRaises({ raises: [rules(PLACES)] }, bases)).toEqual([]);
  write('root', 'settings.json', '{"allow":["a","b"]}');
  write('workspace', '.acme/settings.json', '{"allow":["c"]}');
  write('home', '.acmerc', '{"allow":[]}');
  const found = findRaises({ raises: [rules(PLACES)] }, bases);
  expect(found).toMatchObject([
    { id: 'rules', file: '~/.acme/settings.json', shared: false, count: 2 },
    { file: '.acme/settings.json', shared: true, count: 1 },
  ]);
  expect(foundText(found)).toBe('rules.allow in ~/.acme/settings.json (2), rules.allow in .acme/settings.json');
});

test('a file that cannot be read is taken for the worst, and never waited for', () => {
  const { bases, write } = lab();
  write('root', 'settings.json', '{"allow":[');
  write('workspace', '.acme/settings.json', `{"allow":["${'x'.repeat(1_100_000)}"]}`);
  execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', join(bases.home, '.acmerc')]);
  const found = findRaises({ raises: [rules(PLACES), rules(PLACES, { id: 'more' })] }, bases);
  expect(found.map(({ count }) => count)).toEqual([null, null, null, null, null, null]);
  expect(foundText(found)).toBe(
    '~/.acme/settings.json, which cannot be read, .acme/settings.json, which cannot be read, ~/.acmerc, which cannot be read',
  );
});

test('a star stands for any name of one segment; of a folder with thousands only some are looked at', () => {
  const { top, bases, write } = lab();
  const places = [
    { base: 'root', file: 'rules/*.json' },
    { base: 'root', file: 'skills/*/SKILL.json' },
    { base: 'machine', file: `${top}/etc/*.json` },
  ] as const;
  for (const file of [
    'rules/a.json',
    'rules/b.json',
    'rules/c.toml',
    'skills/x/SKILL.json',
    'skills/deep/er/SKILL.json',
  ])
    write('root', file, '{"allow":["a"]}');
  const files = () => findRaises({ raises: [rules(places)] }, bases).map(({ file }) => file);
  expect(files()).toEqual(['~/.acme/rules/a.json', '~/.acme/rules/b.json', '~/.acme/skills/x/SKILL.json']);
  mkdirSync(join(top, 'etc'));
  writeFileSync(join(top, 'etc/policy.json'), '{"allow":["a"]}');
  expect(files().at(-1)).toBe(join(top, 'etc/policy.json'));
  for (let n = 0; n < 1000; n += 1) write('root', `rules/n${n}.json`, '{"allow":["a"]}');
  expect(files().length).toBe(202);
});

test('where the workspace is the home directory a file is told once', () => {
  const { bases, write } = lab();
  write('home', '.acme/settings.json', '{"allow":["a"]}');
  expect(findRaises({ raises: [rules(PLACES)] }, { ...bases, workspace: bases.home })).toHaveLength(1);
});

test('a provider without a folder of its own, or without such places, has none', () => {
  const { bases, write } = lab();
  write('root', 'settings.json', '{"allow":["a"]}');
  expect(findRaises({ raises: [rules(PLACES)] }, { ...bases, root: null })).toEqual([]);
  expect(findRaises({}, bases)).toEqual([]);
});
