/**
 * Claude Code on a stage: a user with a HOME in which its first-run questions are answered, the pinned program on the PATH, a
 * model on loopback, and a shell in a terminal. Facts about its screen that the tests wait for stand here once.
 */

import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { claude } from '../../../adapters/claude.ts';
import { openPty, openShell, type TestPty } from '../../support/pty-harness.ts';
import { BIN, createSandbox, type Sandbox } from '../../support/sandbox.ts';
import { endProcessesOf } from '../leftovers.ts';
import { type Model, startModel } from '../model.ts';
import pinned from '../pinned.json' with { type: 'json' };

export const VERSION = pinned.claude.version;

/** Claude's own settings, by the file they stand in. */
interface Settings {
  readonly user?: object;
  readonly project?: object;
  readonly local?: object;
}

export interface Stage extends Sandbox {
  readonly model: Model;
  /** Path of the program. */
  readonly claude: string;
  /** Has it trust this folder instead of the workspace; before it is started. */
  trust(folder: string): void;
  /** A shell in the workspace, with `uuldana` and `claude` on its PATH. */
  shell(env?: Readonly<Record<string, string>>): TestPty;
  /** Claude without uuldana. */
  plain(args: readonly string[], options?: { cwd?: string; env?: Readonly<Record<string, string>> }): TestPty;
  /** Ids of its conversations in the workspace, or in another folder. */
  conversations(workspace?: string): readonly string[];
  conversationFile(id: string): string;
  /** What its live registry says of the process, or null. */
  registered(pid: number): { sessionId: string; cwd: string; startedAt: number } | null;
}

export async function createStage(settings: Settings = {}): Promise<Stage> {
  const sandbox = createSandbox();
  // runs before the sandbox is removed: what is registered last comes first
  onTestFinished(() => endProcessesOf(sandbox.home));
  const model = await startModel(join(sandbox.home, 'model.log'));
  const program = join(sandbox.bin, 'claude');
  symlinkSync(installedProgram(), program);
  sandbox.program('uuldana', `#!/bin/sh\nexec '${process.execPath}' '${BIN}' "$@"\n`);
  const key = `sk-dummy-${randomUUID()}-${randomUUID()}`;
  const root = join(sandbox.home, '.claude');
  const trust = (folder: string) => writeJson(join(sandbox.home, '.claude.json'), firstRunDone(folder, key));
  trust(sandbox.workspace);
  if (settings.user) writeJson(join(root, 'settings.json'), settings.user);
  if (settings.project) writeJson(join(sandbox.workspace, '.claude', 'settings.json'), settings.project);
  if (settings.local) writeJson(join(sandbox.workspace, '.claude', 'settings.local.json'), settings.local);
  const env = { ...sandbox.env, ...claudeEnv(model.url, key) };
  const folderOf = (workspace: string) => join(root, claude.native.folderOf(workspace));
  return {
    ...sandbox,
    env,
    model,
    claude: program,
    trust,
    run: (args, options) => sandbox.run(args, { ...options, env: { ...claudeEnv(model.url, key), ...options?.env } }),
    shell: (more) => openShell({ cwd: sandbox.workspace, env: { ...env, ...more }, cols: 120, rows: 40 }),
    plain: (args, { cwd = sandbox.workspace, env: more } = {}) =>
      openPty(program, args, { cwd, env: { ...env, ...more }, cols: 120, rows: 40 }),
    conversations(workspace = sandbox.workspace) {
      const folder = folderOf(workspace);
      return existsSync(folder) ? readdirSync(folder).flatMap((name) => claude.native.idFrom(name) ?? []) : [];
    },
    conversationFile: (id) => join(folderOf(sandbox.workspace), `${id}.jsonl`),
    registered(pid) {
      const file = join(root, claude.native.registry.file.replace('{pid}', String(pid)));
      return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
    },
  };
}

function installedProgram(): string {
  const folders: Record<string, string> = JSON.parse(process.env['UULDANA_AGENT_FOLDERS'] ?? '{}');
  const folder = folders['claude'];
  if (folder === undefined) throw new Error('claude is not installed: npm run test:agents does it');
  return join(folder, 'node_modules', '.bin', pinned.claude.command);
}

/** Without this it asks for a theme and a login, and without a network it ends there. */
function firstRunDone(folder: string, key: string): object {
  return {
    hasCompletedOnboarding: true,
    lastOnboardingVersion: VERSION,
    theme: 'dark',
    customApiKeyResponses: { approved: [key.slice(-20)], rejected: [] },
    projects: { [folder]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
  };
}

function claudeEnv(url: string, key: string): Record<string, string> {
  return {
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: key,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    SHELL: '/bin/bash',
  };
}

function writeJson(path: string, value: object): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(value));
}

/** Its footer, in every mode, once it takes input. */
export const READY = /(manual|plan|auto) mode on|accept edits on|bypass permissions on/;

/** Types a prompt as a person does: Enter only once the text stands in the input box. */
export async function say(pty: TestPty, prompt: string, answer: RegExp): Promise<string> {
  await type(pty, prompt);
  return pty.waitForText(answer);
}

export async function type(pty: TestPty, text: string): Promise<void> {
  pty.send(text);
  await pty.waitForText(new RegExp(`❯\\s${text.replace(/[^\w ]/g, '\\$&')}`));
  pty.send('\r');
}

/** Presses a key in a dialog until something follows: for a moment after it appears, a dialog takes no keys. */
export async function press(pty: TestPty, key: string, dialog: RegExp, then: RegExp): Promise<void> {
  for (let presses = 1; ; presses++) {
    pty.send(key);
    try {
      return void (await pty.waitForText(then, 2000));
    } catch (error) {
      if (presses === 10) throw error;
      // the key was taken and the rest is slow: it is not pressed again
      if (!dialog.test(pty.screen())) return void (await pty.waitForText(then));
    }
  }
}

/** Leaves it as a person does, and waits for the shell. */
export async function leave(pty: TestPty): Promise<void> {
  await type(pty, '/exit');
  await pty.waitForText(/\$ $/);
}
