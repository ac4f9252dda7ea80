/** Runs uuldana for the story, as a user would who has no terminal: pipes in and out. */

import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export interface StoryProcess {
  /** Resolves with the first line of output that holds the text. */
  until(text: string): Promise<string>;
  say(line: string): void;
  kill(): void;
  /** Waits for the end. All output, and the exit code, which is null when a signal ended it. */
  end(): Promise<{ readonly output: string; readonly exitCode: number | null }>;
}

const PATIENCE_MS = 60_000;

export function runUuldana(
  script: URL,
  args: readonly string[],
  options: { cwd: string; env: Readonly<Record<string, string | undefined>> },
): StoryProcess {
  const child = spawn(process.execPath, [fileURLToPath(script), ...args], { ...options, stdio: 'pipe' });
  const seen = collect(child);
  const ended = new Promise<{ output: string; exitCode: number | null }>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ output: seen.text(), exitCode }));
  });
  // written to after its end it fails, which `ended` tells better
  child.stdin.on('error', () => undefined);
  return {
    until: (text) => lineWith(text, seen, ended),
    say: (line) => void child.stdin.write(`${line}\n`),
    kill: () => void child.kill('SIGKILL'),
    end: () => withPatience(ended, () => `it did not end. Its output:\n${seen.text()}`),
  };
}

interface Seen {
  text(): string;
  onMore(listener: () => void): void;
}

function collect(child: ChildProcess): Seen {
  let text = '';
  const listeners: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk.replaceAll('\r', '');
      for (const listener of listeners) listener();
    });
  }
  return { text: () => text, onMore: (listener) => void listeners.push(listener) };
}

function lineWith(text: string, seen: Seen, ended: Promise<unknown>): Promise<string> {
  const found = new Promise<string>((resolve, reject) => {
    const look = () => {
      const line = seen
        .text()
        .split('\n')
        .find((candidate) => candidate.includes(text));
      if (line !== undefined) resolve(line);
    };
    seen.onMore(look);
    look();
    const missing = () => reject(new Error(`it ended without saying "${text}". Its output:\n${seen.text()}`));
    ended.then(missing, reject);
  });
  return withPatience(found, () => `it did not say "${text}". Its output:\n${seen.text()}`);
}

function withPatience<T>(promise: Promise<T>, complaint: () => string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`In ${PATIENCE_MS / 1000} s ${complaint()}`)), PATIENCE_MS);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
