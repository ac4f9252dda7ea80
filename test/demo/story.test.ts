import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { closePtys, openPty } from '../support/pty-harness.ts';

const START = fileURLToPath(new URL('../../dist/src/demo/start.js', import.meta.url));

afterEach(closePtys);

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'uuldana-start-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('without a terminal: a launch, a crash, a resume, each shown, and journals that are whole', async () => {
  const told = await execa(process.execPath, [START], {
    env: { TMPDIR: temporaryFolder() },
    stdin: 'ignore',
    reject: false,
    all: true,
  });
  expect(told.all).toContain('All went as told.');
  expect(told).toMatchObject({ exitCode: 0, stderr: '' });
  for (const command of ['demo --name story', 'list', 'resume story', 'show story', 'verify']) {
    expect(told.stdout).toContain(`\n  $ uuldana ${command}`);
  }
  expect(told.stdout).toMatch(/resume story.*First you said: The blue folder .* \(turn 3\)/s);
  expect(told.stdout).toMatch(/Run 1: demo, new.*\(turn 2\).*Run 2: demo, native-id/s);
  const [, journals = ''] = /The journal is in (.*)$/m.exec(told.stdout) ?? [];
  expect(existsSync(journals)).toBe(true);
});

test('what does not go as told is said, with status 1', async () => {
  const folder = temporaryFolder();
  const env = { TMPDIR: folder, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(BROKEN)}` };
  const told = await execa(process.execPath, [START], { env, stdin: 'ignore', reject: false });
  expect(told.exitCode).toBe(1);
  expect(told.stdout).toContain('It did not go as told: it ended without saying');
});

/** Ends every program but the one that tells the story. */
const BROKEN = `if (!process.argv[1].endsWith('start.js')) process.exit(9)`;

test('at a terminal it is uuldana', async () => {
  const pty = openPty(process.execPath, [START, '--version']);
  expect(await pty.exit).toEqual({ exitCode: 0, signal: null });
  expect(pty.screen()).toMatch(/^(uuldana )?\d+\.\d+\.\d+$/);
});
