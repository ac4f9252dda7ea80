/**
 * A user of uuldana who exists only for one test: a HOME, a data and a config directory, a workspace, and the built program
 * to run in it. Nothing of the real environment but what Node needs is passed on.
 */

import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { onTestFinished } from 'vitest';

export const BIN = fileURLToPath(new URL('../../bin/uuldana.js', import.meta.url));

export interface Answer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | undefined;
  /** stdout and stderr as a person would see them, for messages of failed expectations. */
  readonly all: string;
}

interface RunOptions {
  /** What stands on stdin; without it stdin is /dev/null. */
  readonly input?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Sandbox {
  readonly home: string;
  readonly data: string;
  readonly config: string;
  readonly workspace: string;
  /** A folder on the PATH, for agents of the test's own. */
  readonly bin: string;
  readonly env: Readonly<Record<string, string>>;
  run(args: readonly string[], options?: RunOptions): Promise<Answer>;
  /** Runs it with `--json` and parses what it printed. */
  json<T>(args: readonly string[], options?: RunOptions): Promise<T>;
  writeConfig(value: unknown): void;
  /** Makes a program in `bin` and returns its path. */
  program(name: string, source: string): string;
}

export function createSandbox(): Sandbox {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'uuldana-test-')));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const [data, config, workspace, bin] = ['data', 'config', 'work', 'bin'].map((name) => join(home, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const folder of [workspace, bin, config]) mkdirSync(folder);
  const env = {
    HOME: home,
    PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`,
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    UULDANA_DATA_DIR: data,
    UULDANA_CONFIG_DIR: config,
    UULDANA_DEMO_HOME: join(home, 'demo'),
  };
  const run: Sandbox['run'] = async (args, options = {}) => {
    const result = await execa(process.execPath, [BIN, ...args], {
      cwd: options.cwd ?? workspace,
      env: { ...env, ...options.env },
      extendEnv: false,
      reject: false,
      all: true,
      stripFinalNewline: false,
      timeout: 30_000,
      ...(options.input === undefined ? { stdin: 'ignore' } : { input: options.input }),
    });
    return { stdout: result.stdout, stderr: result.stderr, exitCode: result.exitCode, all: result.all };
  };
  return {
    home,
    data,
    config,
    workspace,
    bin,
    env,
    run,
    async json<T>(args: readonly string[], options?: RunOptions) {
      const { stdout, all } = await run([...args, '--json'], options);
      try {
        return JSON.parse(stdout) as T;
      } catch (cause) {
        throw new Error(`uuldana ${args.join(' ')} --json printed no JSON:\n${all}`, { cause });
      }
    },
    writeConfig: (value) =>
      writeFileSync(join(config, 'config.json'), typeof value === 'string' ? value : JSON.stringify(value)),
    program(name, source) {
      const path = join(bin, name);
      writeFileSync(path, source);
      chmodSync(path, 0o755);
      return path;
    },
  };
}
