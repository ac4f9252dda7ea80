/** The story that `npm start` tells without a terminal: each step is done for real, shown, and checked. */

import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { checkpointWith } from './story-checkpoint.ts';
import { runUuldana, type StoryProcess } from './story-process.ts';

const PROMPT = 'The blue folder holds the plans for the harbour.';
/** A screen is kept at most 5 s after it changed. */
const CHECKPOINT_PATIENCE_MS = 20_000;

interface Teller {
  /** Where uuldana keeps what it knows of living runs. */
  readonly live: string;
  /** Starts uuldana and shows the command. */
  run(...args: readonly string[]): StoryProcess;
  /** Shows what a process said. */
  show(output: string): void;
  tell(text: string): void;
  /** Ends what still runs. */
  stop(): void;
}

/**
 * @param uuldana  the script to run
 * @param print    takes what is told, a few lines at a time
 * @returns exit status: 0 when all went as told
 */
export async function tellStory(uuldana: URL, print: (text: string) => void): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'uuldana-story-'));
  const teller = tellerFor(uuldana, folder, print);
  teller.tell(`A story of uuldana and its built-in demo agent. All of it happens in ${folder}`);
  try {
    await launchAndCrash(teller);
    await resume(teller);
    await look(teller);
  } catch (error) {
    print(`\nIt did not go as told: ${error instanceof Error ? error.message : String(error)}\nSee ${folder}`);
    return 1;
  } finally {
    teller.stop();
  }
  teller.tell(`All went as told. The journal is in ${join(folder, 'data', 'journals')}`);
  return 0;
}

async function launchAndCrash(teller: Teller): Promise<void> {
  teller.tell('1. Launch the agent and talk to it.');
  const run = teller.run('demo', '--name', 'story', '--prompt', PROMPT);
  await run.until(`You said: ${PROMPT} (turn 1)`);
  run.say('It is on the second shelf.');
  await run.until('You said: It is on the second shelf. (turn 2)');
  await checkpointWith(teller.live, 'turn 2', CHECKPOINT_PATIENCE_MS);
  run.kill();
  const { output, exitCode } = await run.end();
  teller.show(output);
  expect(exitCode === null, 'uuldana was to be killed in the middle of it');
  teller.tell('2. Crash: uuldana was just killed with SIGKILL. What does it know of that session now?');
  await succeed(teller, 'list');
}

async function resume(teller: Teller): Promise<void> {
  teller.tell('3. Resume. The agent is asked for the first thing it was told: only the same conversation knows.');
  const run = teller.run('resume', 'story');
  await run.until('You said: It is on the second shelf. (turn 2)');
  run.say('/first');
  await run.until(`First you said: ${PROMPT} (turn 3)`);
  run.say('/exit');
  const { output, exitCode } = await run.end();
  teller.show(output);
  expect(exitCode === 0, `uuldana resume story ended with ${exitCode}`);
}

async function look(teller: Teller): Promise<void> {
  teller.tell('4. What the journal says, and whether it is whole.');
  const shown = await succeed(teller, 'show', 'story');
  const [crashed = ''] = shown.split('Run 2:');
  expect(crashed.includes('(turn 2)'), 'the journal was to hold the screen of the run that crashed');
  await succeed(teller, 'verify');
}

async function succeed(teller: Teller, ...args: readonly string[]): Promise<string> {
  const { output, exitCode } = await teller.run(...args).end();
  teller.show(output);
  expect(exitCode === 0, `uuldana ${args.join(' ')} ended with ${exitCode}`);
  return output;
}

function expect(isAsTold: boolean, complaint: string): void {
  if (!isAsTold) throw new Error(complaint);
}

function tellerFor(uuldana: URL, folder: string, print: (text: string) => void): Teller {
  const cwd = join(folder, 'workspace');
  mkdirSync(cwd);
  const env = {
    ...process.env,
    UULDANA_DATA_DIR: join(folder, 'data'),
    UULDANA_CONFIG_DIR: join(folder, 'config'),
    UULDANA_DEMO_HOME: join(folder, 'demo'),
    // the agent then writes lines and draws nothing
    TERM: 'dumb',
    NO_COLOR: '1',
  };
  const runs: StoryProcess[] = [];
  return {
    live: join(folder, 'data', 'live'),
    run(...args) {
      print(`\n  $ uuldana ${args.map((arg) => (arg.includes(' ') ? `"${arg}"` : arg)).join(' ')}`);
      const run = runUuldana(uuldana, args, { cwd, env });
      runs.push(run);
      return run;
    },
    show: (output) => print(output.trimEnd().replace(/^(?=.)/gm, '    ')),
    tell: (text) => print(`\n${text}`),
    stop: () => {
      for (const run of runs) run.kill();
    },
  };
}
