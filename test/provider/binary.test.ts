import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { type BinaryLocation, locateBinary } from '../../src/provider/binary.ts';
import { tempFolder } from './temp-folder.ts';

/** A machine: home with a workspace in it, and folders beside it. */
function machine() {
  const top = tempFolder();
  const at = (path: string) => join(top, path);
  const program = (path: string, mode = 0o755, text = '#!/bin/sh\n') => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
    chmodSync(at(path), mode);
    return at(path);
  };
  const link = (path: string, target: string) => {
    mkdirSync(dirname(at(path)), { recursive: true });
    symlinkSync(target, at(path));
    return at(path);
  };
  mkdirSync(at('home/ws'), { recursive: true });
  const search = (path: string | undefined, workspace = 'home/ws') => ({
    path,
    workspace: at(workspace),
    home: at('home'),
  });
  return { at, program, link, search };
}

function skippedIn(location: BinaryLocation): string[] {
  return location.skipped.map(({ reason }) => reason);
}

test('the first good entry of PATH supplies it, by the path as found', () => {
  const { at, program, link, search } = machine();
  const real = program('opt/acme-1.2/acme.js');
  const shim = link('bin/acme', real);
  program('later/acme');
  const found = locateBinary('acme', search(`${at('none')}:${at('bin')}/:${at('later')}`));
  expect(found).toEqual({ ok: true, path: shim, realPath: real, skipped: [] });
});

test('what cannot be run is passed over and told', () => {
  const { at, program, link, search } = machine();
  program('a/acme', 0o644);
  mkdirSync(at('b/acme'), { recursive: true });
  link('c/acme', at('nowhere'));
  program('d/acme', 0o755, '#!/no/such/interpreter -x\n');
  const good = program('e/acme');
  const found = locateBinary('acme', search(['a', 'b', 'c', 'd', 'e'].map(at).join(':')));
  expect(found).toMatchObject({ ok: true, path: good });
  expect(skippedIn(found)).toEqual(['not-executable', 'not-a-file', 'no-interpreter']);
});

test('where nothing good is found, the first that was passed over is the reason', () => {
  const { at, program, search } = machine();
  const path = program('a/acme', 0o644);
  expect(locateBinary('acme', search(at('a')))).toMatchObject({
    ok: false,
    reason: 'not-executable',
    detail: `${path} is not executable`,
  });
});

test.each([
  ['PATH without it', '/no/such/folder', '"acme" is not on PATH'],
  ['no PATH', undefined, '"acme" cannot be looked up, since PATH is not set'],
  ['an empty PATH', '', '"acme" cannot be looked up, since PATH is not set'],
])('not found: %s', (_, path, detail) => {
  expect(locateBinary('acme', machine().search(path))).toEqual({ ok: false, reason: 'not-found', detail, skipped: [] });
});

test.each(['.', '', './', 'sub/..', '../ws'])('a relative entry of PATH (%j) never supplies it', (entry) => {
  const { at, program, search } = machine();
  program('home/ws/acme');
  mkdirSync(at('home/ws/sub'));
  const good = program('bin/acme');
  const found = locateBinary('acme', search(`${entry}:${at('bin')}`));
  expect(found).toMatchObject({ ok: true, path: good });
  expect(skippedIn(found)).toEqual(['relative-entry']);
});

test.each(['node_modules/.bin', 'node_modules/.bin/'])('an entry %s never supplies it, wherever it lies', (entry) => {
  const { at, program, search } = machine();
  program('elsewhere/node_modules/.bin/acme');
  expect(locateBinary('acme', search(at(`elsewhere/${entry}`)))).toMatchObject({ ok: false, reason: 'node-modules' });
});

test('a global install below node_modules is no node_modules/.bin', () => {
  const { at, program, link, search } = machine();
  const real = program('lib/node_modules/acme/bin/acme');
  link('bin/acme', real);
  expect(locateBinary('acme', search(at('bin')))).toMatchObject({ ok: true, realPath: real });
});

test('a folder of the workspace on PATH never supplies it', () => {
  const { at, program, search } = machine();
  const path = program('home/ws/tools/acme');
  expect(locateBinary('acme', search(at('home/ws/tools')))).toMatchObject({
    ok: false,
    reason: 'in-workspace',
    detail: `${path} lies in the workspace ${at('home/ws')}, which never supplies it`,
  });
});

test('a workspace is a folder and not the beginning of a name', () => {
  const { at, program, search } = machine();
  const good = program('home/ws-tools/acme');
  expect(locateBinary('acme', search(at('home/ws-tools')))).toMatchObject({ ok: true, path: good });
});

test('links lead neither into the workspace nor out of it nor through it', () => {
  const { at, program, link, search } = machine();
  link('a/acme', program('home/ws/inside'));
  link('home/ws/b/acme', program('outside'));
  link('c/acme', link('home/ws/hop', at('outside')));
  link('d', at('home/ws/b'));
  link('ws-link', at('home/ws'));
  link('e/acme', at('ws-link/inside'));
  const found = locateBinary('acme', search(['a', 'home/ws/b', 'c', 'd', 'e'].map(at).join(':')));
  expect(skippedIn(found)).toEqual(['in-workspace', 'in-workspace', 'in-workspace', 'in-workspace', 'in-workspace']);
  expect(found.ok).toBe(false);
});

test('relative links are followed from where they stand', () => {
  const { at, program, link, search } = machine();
  const real = program('opt/acme');
  link('bin/hop', '../opt/acme');
  link('bin/acme', 'hop');
  expect(locateBinary('acme', search(at('bin')))).toMatchObject({ ok: true, path: at('bin/acme'), realPath: real });
});

test('links in a circle end, and are no program', () => {
  const { at, link, search } = machine();
  link('bin/acme', link('bin/other', at('bin/acme')));
  expect(locateBinary('acme', search(at('bin')))).toMatchObject({ ok: false, reason: 'not-found' });
});

test.each(['home', '.', '/'])('a workspace at the home directory or above it (%s) forbids nothing', (workspace) => {
  const { at, program, search } = machine();
  const good = program('home/.local/bin/acme');
  const question =
    workspace === '/' ? { ...search(at('home/.local/bin')), workspace: '/' } : search(at('home/.local/bin'), workspace);
  expect(locateBinary('acme', question)).toMatchObject({ ok: true, path: good });
});

test('a program that the config names by its path may lie anywhere', () => {
  const { program, search } = machine();
  const inWorkspace = program('home/ws/tools/acme');
  expect(locateBinary(inWorkspace, search(undefined))).toMatchObject({ ok: true, path: inWorkspace });
  const inHome = program('home/bin/acme');
  expect(locateBinary('~/bin/acme', search(undefined))).toMatchObject({ ok: true, path: inHome });
});

test.each([
  ['absent', '/no/such/acme', 'not-found', 'there is no file /no/such/acme'],
  ['relative', 'tools/acme', 'not-found', '"tools/acme" is neither a command nor an absolute path'],
  ['a folder', '/', 'not-a-file', '/ is not a regular file'],
  ['a device', '/dev/null', 'not-a-file', '/dev/null is not a regular file'],
])('a path that is %s is no program', (_, bin, reason, detail) => {
  expect(locateBinary(bin, machine().search('/bin'))).toMatchObject({ ok: false, reason, detail });
});

test.each([
  ['#!/no/such/node\n', '/no/such/node'],
  ['#! /no/such/node --flag\n', '/no/such/node'],
  ['#!/usr/bin/env no-such-node\n', 'no-such-node'],
  ['#!/usr/bin/env -S no-such-node --flag\n', 'no-such-node'],
  [`#!/${'x'.repeat(400)}`, `/${'x'.repeat(253)}`],
])('a script without its interpreter is told as such: %j', (text, missing) => {
  const { program, search } = machine();
  const path = program('bin/acme', 0o755, text);
  expect(locateBinary(path, search('/usr/bin:/bin'))).toMatchObject({
    ok: false,
    reason: 'no-interpreter',
    detail: `${path} is a script for ${missing}, which does not exist`,
  });
});

test.each([
  '#!/bin/sh -e\n',
  '#!/usr/bin/env sh\n',
  '#!/usr/bin/env -S sh -e\n',
  '#!/usr/bin/env A=b sh\n',
  '#!/usr/bin/env -i sh\n',
  '#!\n',
  '',
  '\x7fELF',
])('a file that begins with %j lacks nothing', (text) => {
  const { program, search } = machine();
  expect(locateBinary(program('bin/acme', 0o755, text), search('/usr/bin:/bin')).ok).toBe(true);
});
