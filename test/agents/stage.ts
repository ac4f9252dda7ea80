/**
 * A real agent on a stage: a user with a HOME in which its first-run questions are answered, the pinned program on the PATH, a
 * model on loopback, and a shell in a terminal.
 */

import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { openPty, openShell, type TestPty } from '../support/pty-harness.ts';
import { BIN, createSandbox, type Sandbox } from '../support/sandbox.ts';
import type { Cast, Place, Server } from './cast/cast.ts';
import { pinnedOf } from './casts.ts';
import { endProcessesOf } from './leftovers.ts';
import { type Model, startModel } from './model.ts';

interface Where {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Stage extends Sandbox {
  readonly cast: Cast;
  readonly model: Model;
  /** Path of the agent's program. */
  readonly agent: string;
  /** Writes what a HOME, or a folder in its place, has to hold so that the agent asks nothing in these folders. */
  furnish(home: string, trusted?: readonly string[]): void;
  /** Gives it an MCP server. */
  addServer(name: string, server: Server): void;
  /** A shell in the workspace, with `uuldana` and the agent on its PATH. */
  shell(where?: Where): TestPty;
  /** The agent without uuldana. */
  plain(args: readonly string[], where?: Where): TestPty;
}

/** How large a terminal is here: the screens of casts and tests are those of this size. */
const SIZE = { cols: 120, rows: 40 };

/** @param others  agents that are installed as well; the first one is the one that `begin` starts */
export async function createStage(cast: Cast, ...others: readonly Cast[]): Promise<Stage> {
  const sandbox = createSandbox();
  // runs before the sandbox is removed: what is registered last comes first
  onTestFinished(() => endProcessesOf(sandbox.home));
  const model = await startModel(join(sandbox.home, 'model.log'));
  const all = [cast, ...others];
  for (const { adapter } of all)
    symlinkSync(installedProgram(adapter.id), join(sandbox.bin, pinnedOf(adapter.id).command));
  const agent = join(sandbox.bin, pinnedOf(cast.adapter.id).command);
  sandbox.program('uuldana', `#!/bin/sh\nexec '${process.execPath}' '${BIN}' "$@"\n`);
  const { home, workspace } = sandbox;
  const place = { home, workspace, trusted: [workspace], url: model.url };
  mkdirSync(join(sandbox.home, 'tmp'));
  for (const each of all) write(each, place);
  const ofAgent = Object.assign({}, ...all.map((each) => each.env(place)));
  const env = { ...sandbox.env, ...ofAgent };
  return {
    ...sandbox,
    cast,
    model,
    env,
    agent,
    furnish: (folder, trusted = [workspace]) => write(cast, { ...place, home: folder, trusted }),
    run: (args, options) => sandbox.run(args, { ...options, env: { ...ofAgent, ...options?.env } }),
    addServer: (name, server) => writeAll(place.home, cast.withServer(place, name, server)),
    shell: ({ cwd = sandbox.workspace, env: more } = {}) => openShell({ ...SIZE, cwd, env: { ...env, ...more } }),
    plain: (args, { cwd = sandbox.workspace, env: more } = {}) =>
      openPty(agent, args, { ...SIZE, cwd, env: { ...env, ...more } }),
  };
}

function write(cast: Cast, place: Place): void {
  writeAll(place.home, cast.files(place));
}

function writeAll(home: string, files: Readonly<Record<string, string | object>>): void {
  for (const [path, content] of Object.entries(files)) writeFile(join(home, path), content);
}

function writeFile(path: string, content: string | object): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
}

export function installedProgram(id: string): string {
  const folders: Record<string, string> = JSON.parse(process.env['UULDANA_AGENT_FOLDERS'] ?? '{}');
  const program = join(folders[id] ?? '', 'node_modules', '.bin', pinnedOf(id).command);
  if (!existsSync(program)) throw new Error(`${id} is not installed at ${program}: npm run test:agents does it`);
  return program;
}

/** Types a prompt as a person does, and waits for what follows. */
export async function say(stage: Pick<Stage, 'cast'>, pty: TestPty, prompt: string, answer: RegExp): Promise<string> {
  await type(stage, pty, prompt);
  return pty.waitForText(settled(stage, answer), 60_000);
}

const settled = ({ cast }: Pick<Stage, 'cast'>, { source, flags }: RegExp) =>
  new RegExp(source + (cast.rests ?? ''), flags);

/**
 * Enter only once the text stands in the input box. An agent that is behind takes an Enter for a part of what it has just read, as
 * in a paste (Gemini CLI 0.61.0 does): it is pressed again while the text still stands there.
 */
export async function type({ cast }: Pick<Stage, 'cast'>, pty: TestPty, text: string): Promise<void> {
  const boxed = `${cast.box}${text.replace(/[^\w ]/g, '\\$&')}`;
  pty.send(text);
  // one that has drawn its box may not read yet, and what is typed until then is lost (Gemini CLI 0.61.0, after a resume)
  if (!(await shows(pty, new RegExp(boxed), 10_000))) pty.send(text);
  await pty.waitForText(new RegExp(boxed));
  if (text.startsWith('/') && cast.lists !== undefined) await untilListed(pty, text, cast.lists(text));
  // never where a dialog has taken the place of the box: there Enter is an answer
  const below = cast.below ?? `\\s*(\\n(?!.*${cast.box}).*){0,${ROWS_BELOW}}$`;
  const taken = new RegExp(`^(?![\\s\\S]*${boxed}${below})`);
  for (let presses = 1; presses <= 5; presses++) {
    pty.send('\r');
    // a box that is drawn anew is gone for a moment, too
    if ((await shows(pty, taken, 3000)) && (await stays(pty, taken))) return;
  }
  throw new Error(`Enter has no effect:\n${pty.screen()}`);
}

/** Commands are loaded after the box is drawn; it looks for one when a letter is typed. */
async function untilListed(pty: TestPty, command: string, row: RegExp): Promise<void> {
  for (let tries = 1; tries <= 20; tries++) {
    if (await shows(pty, row, 1000)) return;
    pty.send(`\x7f${command.slice(-1)}`);
  }
  throw new Error(`${command} is no command:\n${pty.screen()}`);
}

/** Rows of an agent's screen below the text in its input box. */
const ROWS_BELOW = 8;

async function shows(pty: TestPty, pattern: RegExp, timeoutMs: number): Promise<boolean> {
  try {
    await pty.waitForText(pattern, timeoutMs);
    return true;
  } catch {
    // it ended, or it shows something else: the caller decides
    return false;
  }
}

async function stays(pty: TestPty, pattern: RegExp): Promise<boolean> {
  for (let looks = 0; looks < 3; looks++) {
    await wait(300);
    if (!pattern.test(pty.screen())) return false;
  }
  return true;
}

/** Leaves it as a person does, and waits for the shell. */
export async function leave(stage: Pick<Stage, 'cast'>, pty: TestPty): Promise<void> {
  await type(stage, pty, stage.cast.leave);
  await pty.waitForText(/\$ $/, 60_000);
}

/** Starts a session by name with a first prompt, at a level that asks, and waits for the model's answer to it. */
export async function begin(stage: Stage, name: string, prompt: string, where?: Where): Promise<TestPty> {
  const shell = stage.shell(where);
  shell.send(`uuldana ${stage.cast.adapter.id} --name ${name} --permission ask --prompt '${prompt}'\r`);
  await shell.waitForText(settled(stage, new RegExp(`You said: ${prompt} \\(turn 1\\)`)), 120_000);
  return shell;
}

/** Resumes a session and waits until it takes input. */
export async function resume(stage: Stage, words: string, where?: Where): Promise<TestPty> {
  const shell = stage.shell(where);
  shell.send(`uuldana resume ${words}\r`);
  await shell.waitForText(stage.cast.ready, 120_000);
  return shell;
}
