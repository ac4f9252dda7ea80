/** The command line around a session: pipes, the first run, retention, dry runs, prompts, exit statuses, help. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { encodeLine, GENESIS } from '../../src/journal/line.ts';
import { createSandbox, type Sandbox } from '../support/sandbox.ts';

interface Listed {
  session: string;
  [key: string]: unknown;
}

const talk = (box: Sandbox, args: readonly string[], ...lines: string[]) =>
  box.run(args, { input: `${[...lines, '/exit'].join('\n')}\n` });

test('a closed pipe is a quiet success', async () => {
  const box = createSandbox();
  for (let index = 0; index < 3; index += 1) await talk(box, ['demo'], 'x');
  const { BIN } = await import('../support/sandbox.ts');
  const { execa } = await import('execa');
  const piped = await execa(
    'bash',
    [
      '-c',
      `set -o pipefail; "${process.execPath}" "${BIN}" log --json | head -c 1 > /dev/null; echo "status \${PIPESTATUS[0]}"`,
    ],
    {
      env: box.env,
      extendEnv: false,
      cwd: box.workspace,
    },
  );
  expect(piped.stdout).toBe('status 0');
  expect(piped.stderr).toBe('');
});

test('the first run says what is recorded, where, and how to keep less; the second does not', async () => {
  const box = createSandbox();
  const first = await talk(box, ['demo'], 'x');
  expect(first.stderr.split('\n').filter((line) => /recorded|stays here|keep_journals/.test(line))).toHaveLength(3);
  expect(first.stderr).toContain(box.data);
  const second = await talk(box, ['demo'], 'x');
  expect(second.stderr.trim().split('\n')).toHaveLength(4);
});

test('old journals are removed when a session starts: never named ones', async () => {
  const box = createSandbox();
  box.writeConfig({ keep_journals: 2 });
  await talk(box, ['demo', '--name', 'kept'], 'x');
  for (let index = 0; index < 4; index += 1) await talk(box, ['demo'], String(index));
  const fifth = await talk(box, ['demo'], 'last');
  expect(fifth.stderr).toMatch(/1 old session was removed/);
  const names = (await box.json<Listed[]>(['list'])).map(({ name }) => name);
  expect(names).toEqual([null, null, null, 'kept']);
});

test('a journal of a newer version, and one whose header is damaged, are never removed by themselves', async () => {
  const box = createSandbox();
  box.writeConfig({ keep_journals: 1 });
  await talk(box, ['demo'], 'damaged');
  await talk(box, ['demo'], 'newer');
  const folder = join(box.data, 'journals');
  const [damaged, newer] = readdirSync(folder).sort();
  for (const [name, from, to] of [
    [damaged, 'uuldana-journal', 'uuldana-jOurnal'],
    [newer, '"version":1', '"version":2'],
  ] as const) {
    const path = join(folder, String(name));
    const [header, ...events] = readFileSync(path, 'utf8').split('\n');
    const body = JSON.parse(String(header).replace(from, to)) as Record<string, unknown>;
    const { prev: _, sum: __, ...fields } = body;
    const line = name === newer ? encodeLine(fields, GENESIS).line.toString() : `${String(header).replace(from, to)}\n`;
    writeFileSync(path, line + events.join('\n'), { mode: 0o600 });
  }
  for (let index = 0; index < 4; index += 1) await talk(box, ['demo'], String(index));
  expect(readdirSync(folder)).toEqual(expect.arrayContaining([damaged, newer]));
  expect(readdirSync(folder)).toHaveLength(4);
  const refused = await box.run(['resume', String(newer).replace('.jsonl', '')], { input: '' });
  expect(refused.exitCode).toBe(125);
  expect(refused.stderr).toContain('newer uuldana');
});

test('a dry run prints what would be started and stores nothing', async () => {
  const box = createSandbox();
  const plan = await box.json<Record<string, unknown>>([
    'demo',
    '--dry-run',
    '--permission',
    'edits',
    '--prompt',
    'hi',
  ]);
  expect(plan).toMatchObject({
    provider: 'demo',
    via: 'new',
    permission: { requested: 'edits', effective: 'edits', ceiling: 'auto', strength: 'held' },
  });
  expect(plan['args']).toEqual(expect.arrayContaining(['--permission', 'edits', '--', 'hi']));
  expect(await box.json(['list'])).toEqual([]);
});

test('--prompt - reads the prompt from standard input', async () => {
  const box = createSandbox();
  const answer = await box.run(['demo', '--prompt', '-'], { input: 'piped words' });
  expect(answer.stdout).toContain('You said: piped words (turn 1)');
  expect(answer.exitCode).toBe(0);
});

test('a real agent with neither terminal, prompt nor input is refused instead of hanging', async () => {
  const box = createSandbox();
  box.program('claude', '#!/bin/sh\ncat\n');
  const answer = await box.run(['claude']);
  expect(answer.exitCode).toBe(126);
  expect(answer.stderr).toMatch(/nobody to talk to[\s\S]*--prompt/);
});

test('the exit status is the agent’s own, and 128+n when a signal ended it', async () => {
  const box = createSandbox();
  box.program('acme', '#!/bin/sh\nif [ "$1" = --kill ]; then kill -KILL $$; fi\nexit 7\n');
  box.writeConfig({ providers: { acme: { bin: 'acme', args: { new: [] }, permissions: { ask: [] } } } });
  expect((await box.run(['acme'])).exitCode).toBe(7);
  expect((await box.run(['acme', '--', '--kill'])).exitCode).toBe(137);
  const [killed, ended] = await box.json<Listed[]>(['list']);
  expect([killed?.['status'], ended?.['status']]).toEqual(['signaled', 'exited']);
});

test('help fits one screen, and names every command', async () => {
  const box = createSandbox();
  const { stdout, exitCode } = await box.run(['--help']);
  expect(exitCode).toBe(0);
  expect(stdout.split('\n').length).toBeLessThanOrEqual(40);
  for (const command of [
    'launch',
    'resume',
    'list',
    'show',
    'log',
    'verify',
    'rename',
    'delete',
    'providers',
    'completion',
  ]) {
    expect(stdout).toContain(command);
    const help = await box.run([command, '--help']);
    expect(help.stdout).toMatch(/Examples:/);
  }
});
