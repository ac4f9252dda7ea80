import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { closePtys } from '../support/pty-harness.ts';
import { agentsOutput, program, runSupervised, temporaryFolder } from './supervised.ts';

afterEach(closePtys);

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte);

test('all 256 bytes pass unchanged both ways', async () => {
  const run = runSupervised(['/bin/sh', '-c', 'stty raw -echo; printf ready; exec cat']);
  await run.waitForOutput(/ready/);
  run.send(ALL_BYTES);
  await run.waitForOutput(/\xfe\xff/);
  const { output } = run;
  expect(output().subarray(output().indexOf('ready') + 5)).toEqual(Buffer.from(ALL_BYTES));
});

test('the line feed of a program in raw mode does not return the cursor', async () => {
  const run = runSupervised(['/bin/sh', '-c', 'stty raw -echo; printf "ab\\ncd"']);
  await run.exit;
  expect(run.output().toString('latin1')).toContain('ab\ncd');
});

test('the kernel erases characters of UTF-8, not bytes, in what is typed at a simple program', async () => {
  const run = runSupervised(['/bin/sh', '-c', 'echo ready; read line; printf "<%s>" "$line"']);
  await run.waitForText(/ready/);
  run.send('aü\x7fb\r');
  await run.waitForText(/<ab>/);
});

test('the program is born at the size of the terminal and follows it', async () => {
  const run = runSupervised([process.execPath, program('size.mjs')], { cols: 93, rows: 31 });
  await run.waitForText(/born 93x31/);
  run.resize(70, 20);
  await run.waitForText(/now 70x20/);
  run.send('q');
  await run.exit;
  expect((await run.events.next('ended')).snapshot.size).toEqual({ cols: 70, rows: 20 });
});

test('of a storm of sizes the last one wins', async () => {
  const run = runSupervised([process.execPath, program('size.mjs')]);
  await run.waitForText(/born/);
  for (let round = 0; round < 500; round++) run.resize(1 + (round % 200), 1 + (round % 50));
  run.resize(77, 33);
  await run.waitForText(/now 77x33/);
  run.send('q');
  expect((await run.exit).exitCode).toBe(0);
});

test('a paste of 1 MB arrives whole at a slow reader', async () => {
  const folder = temporaryFolder();
  const paste = Buffer.from(Array.from({ length: 1_000_000 }, (_, at) => (at * 7) % 251));
  const run = runSupervised([process.execPath, program('slow-reader.mjs'), join(folder, 'got'), String(paste.length)]);
  await run.waitForText(/ready/);
  run.send(paste);
  await run.waitForText(/done/, 40_000);
  expect(sha(readFileSync(join(folder, 'got')))).toBe(sha(paste));
});

test('a program that never reads costs no CPU, and its output still flows', async () => {
  const run = runSupervised([process.execPath, program('never-reads.mjs')]);
  await run.waitForText(/ready/);
  run.send(Buffer.alloc(300_000, 'x'));
  await run.waitForText(/tick 20/);
  run.send('\x03');
  await run.exit;
  const { cpuMs, durationMs } = await run.events.next('ended');
  expect(durationMs).toBeGreaterThan(1900);
  expect(cpuMs).toBeLessThan(900);
});

test('a large output is the same in the terminal, in the order of the program', async () => {
  const folder = temporaryFolder();
  const text = Array.from({ length: 100_000 }, (_, at) => `${at};`).join('');
  writeFileSync(join(folder, 'text'), text);
  const run = runSupervised(['/bin/cat', join(folder, 'text')]);
  await run.exit;
  expect(agentsOutput(run) === text).toBe(true);
});
