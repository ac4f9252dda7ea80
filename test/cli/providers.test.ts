/** `uuldana providers`: what is installed, what each can promise, from the cache when it was asked before. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSandbox } from '../support/sandbox.ts';

interface Listed {
  provider: string;
  [key: string]: unknown;
}

const HELP = '--session-id --resume --continue --permission-mode --settings --tools --strict-mcp-config';
const AGENT = `#!/bin/sh\necho "$1" >> "$HOME/asked"\ncase $1 in --help) echo "${HELP}" ;; --version) echo 2.0.1 ;; esac\n`;

test('each provider has the documented shape; what is not installed says how to install it', async () => {
  const box = createSandbox();
  const program = box.program('claude', AGENT);
  box.writeConfig({
    providers: { mine: { bin: 'mine', args: { new: [], continue: [['-c']] }, permissions: { ask: [], auto: ['-a'] } } },
  });
  const all = await box.json<Listed[]>(['providers']);
  const [claude, demo, mine] = ['claude', 'demo', 'mine'].map((id) => all.find(({ provider }) => provider === id));
  expect(claude).toEqual({
    provider: 'claude',
    title: 'Claude Code',
    installed: true,
    path: program,
    version: '2.0.1',
    resume: 'by-id',
    default_level: 'auto',
    levels: { 'read-only': 'held', ask: 'held', edits: 'held', auto: 'at-launch', bypass: 'at-launch' },
    notes: [expect.stringMatching(/was seen with 2\.1\.332/)],
  });
  expect(demo).toMatchObject({ installed: true, path: null, resume: 'by-id', default_level: 'ask' });
  expect(mine).toMatchObject({
    installed: false,
    resume: 'latest',
    default_level: 'auto',
    levels: { edits: 'none', auto: 'at-launch' },
  });
  expect(all.find(({ provider }) => provider === 'codex')?.['notes']).toEqual([
    expect.stringContaining('npm install -g @openai/codex'),
  ]);
});

test('a program is asked once, and again with --check', async () => {
  const box = createSandbox();
  box.program('claude', AGENT);
  const asked = () => readFileSync(join(box.home, 'asked'), 'utf8').trim().split('\n').length;
  await box.run(['providers']);
  await box.run(['providers']);
  expect(asked()).toBe(2);
  await box.run(['providers', '--check']);
  expect(asked()).toBe(4);
});

test('a level whose flags the installed help does not name is not promised', async () => {
  const box = createSandbox();
  box.program('claude', AGENT.replace(' --tools', ''));
  const all = await box.json<Listed[]>(['providers']);
  expect(all.find(({ provider }) => provider === 'claude')).toMatchObject({
    levels: { 'read-only': 'none', ask: 'held' },
  });
});

test('a flag that the installed help does not name takes the way away', async () => {
  const box = createSandbox();
  box.program('claude', AGENT.replace('--resume ', ''));
  const all = await box.json<Listed[]>(['providers']);
  expect(all.find(({ provider }) => provider === 'claude')).toMatchObject({ resume: 'latest' });
  expect((await box.run(['providers'])).stdout).toMatch(/claude +Claude Code +2\.0\.1 +latest/);
});
