/** The demo agent in a test: the built program, a home and a workspace of its own. */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { onTestFinished } from 'vitest';
import { openPty, type PtyOptions, type TestPty } from '../support/pty-harness.ts';

const MAIN = fileURLToPath(new URL('../../dist/src/demo/main.js', import.meta.url));

export interface Home {
  readonly root: string;
  readonly workspace: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Runs it without a terminal. */
  pipe(
    input: string,
    ...args: readonly string[]
  ): Promise<{ stdout: string; stderr: string; exitCode: number | undefined }>;
  open(args?: readonly string[], options?: PtyOptions): TestPty;
  /** Ids of the conversations of the workspace. */
  conversations(): string[];
  /** The entries of the live registry. */
  live(): { pid: number; session_id: string; workspace: string; started_at: number }[];
}

export function createHome(): Home {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'uuldana-demo-test-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [root, workspace] = [join(folder, 'demo'), join(folder, 'work space')];
  mkdirSync(workspace);
  const env = { PATH: process.env['PATH'], HOME: folder, TERM: 'xterm-256color', UULDANA_DEMO_HOME: root };
  return {
    root,
    workspace,
    env,
    async pipe(input, ...args) {
      const done = await execa(process.execPath, [MAIN, ...args], {
        cwd: workspace,
        env,
        extendEnv: false,
        reject: false,
        input,
      });
      return { stdout: done.stdout, stderr: done.stderr, exitCode: done.exitCode };
    },
    open: (args = [], options = {}) => openPty(process.execPath, [MAIN, ...args], { cwd: workspace, env, ...options }),
    conversations: () =>
      namesIn(join(root, 'sessions', encodeURIComponent(workspace).slice(-180))).map((name) =>
        name.replace('.jsonl', ''),
      ),
    live: () => namesIn(join(root, 'live')).map((name) => JSON.parse(readFileSync(join(root, 'live', name), 'utf8'))),
  };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // nothing was written yet
    return [];
  }
}
