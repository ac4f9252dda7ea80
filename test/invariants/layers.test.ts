/** The invariants of src/README.md that can be read off the source. */

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { adapters } from '../../adapters/index.ts';

const TOP = fileURLToPath(new URL('../..', import.meta.url));
const FILES = ['src', 'adapters'].flatMap((folder) =>
  readdirSync(join(TOP, folder), { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((name) => name.endsWith('.ts')),
);

const STATIC_IMPORT = /^(?:import|export)\s+(?!type\b)[^'"]*?from\s+'([^']+)'/gm;
const DYNAMIC_IMPORT = /import\('([^']+)'\)/g;

/** What a file imports at run time (`import type` is gone by then), own files as paths from the top. */
function imports(file: string, pattern: RegExp): readonly string[] {
  const text = readFileSync(join(TOP, file), 'utf8');
  const targets = [...text.matchAll(pattern)].map(([, target]) => target ?? '');
  return targets.map((target) => (target.startsWith('.') ? relative(TOP, join(TOP, dirname(file), target)) : target));
}

function runtimeImports(file: string): readonly string[] {
  return [...imports(file, STATIC_IMPORT), ...imports(file, DYNAMIC_IMPORT)];
}

/** All files that loading `entry` loads, dynamic imports aside. */
function staticClosure(entry: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    if (file.endsWith('.ts')) waiting.push(...imports(file, STATIC_IMPORT));
  }
  return seen;
}

test('core imports nothing of ours and nothing of Node', () => {
  const foreign = FILES.filter((file) => file.startsWith('src/core/'))
    .flatMap(runtimeImports)
    .filter((target) => !target.startsWith('src/core/'));
  expect(foreign).toEqual([]);
});

test.each(['policy', 'handoff', 'redact', 'recall'])(
  'no file of %s knows the file system, the clock or the terminal',
  (folder) => {
    const foreign = FILES.filter((file) => file.startsWith(`src/${folder}/`))
      .flatMap(runtimeImports)
      .filter((target) => target.startsWith('node:'));
    expect(foreign).toEqual([]);
    const clocks = FILES.filter(
      (file) =>
        file.startsWith(`src/${folder}/`) &&
        /Date\.now|performance\.now|Math\.random|process\./.test(withoutProse(readFileSync(join(TOP, file), 'utf8'))),
    );
    expect(clocks).toEqual([]);
  },
);

test('an adapter imports nothing that runs but other data of adapters', () => {
  const foreign = FILES.filter((file) => file.startsWith('adapters/') && file !== 'adapters/index.ts')
    .flatMap(runtimeImports)
    .filter((target) => !target.startsWith('adapters/'));
  expect(foreign).toEqual([]);
});

test('no name of a provider occurs in src outside prose', () => {
  const names = adapters.filter(({ builtIn }) => builtIn === undefined).map(({ id }) => id);
  expect(names.length).toBeGreaterThan(0);
  const word = new RegExp(`\\b(${names.join('|')})\\b`, 'i');
  const found = FILES.filter((file) => file.startsWith('src/')).flatMap((file) =>
    withoutProse(readFileSync(join(TOP, file), 'utf8'))
      .split('\n')
      .filter((line) => word.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

/** Comments are prose. */
function withoutProse(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

test('reading commands load neither the PTY binding nor the screen model', () => {
  const loaded = [
    ...staticClosure('src/cli/main.ts'),
    ...staticClosure('src/cli/program.ts'),
    ...staticClosure('src/cli/ports.ts'),
  ];
  for (const verb of ['list', 'show', 'log', 'verify', 'rename', 'delete', 'audit', 'search', 'read', 'preview'])
    loaded.push(...staticClosure(`src/session/${verb}.ts`));
  expect(
    loaded.filter((name) => ['node-pty', '@xterm/headless', 'execa'].includes(name) || name.startsWith('src/pty/')),
  ).toEqual([]);
});

test('the libraries of the MCP server and of the picker are loaded by nothing else', () => {
  const loaded = [
    'src/cli/main.ts',
    'src/cli/program.ts',
    'src/cli/ports.ts',
    'src/session/search.ts',
    'src/session/read.ts',
  ];
  const names = loaded.flatMap((entry) => [...staticClosure(entry)]);
  expect(names.filter((name) => /^@modelcontextprotocol|^@clack|^src\/mcp\//.test(name))).toEqual([]);
  const program = [...staticClosure('src/cli/program.ts'), ...staticClosure('src/cli/ports.ts')];
  expect(program.filter((name) => /^src\/(mcp|recall)\//.test(name))).toEqual([]);
});
