/** Runs the model of loopback/ for one test, and reads back what it was asked. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const PROGRAM = fileURLToPath(new URL('loopback/fake-model.mjs', import.meta.url));

export interface ModelRequest {
  readonly path: string;
  /** Names of the tools that the agent offered: what the model could do, whatever the agent's screen says. */
  readonly tools: readonly string[];
  /** The latest entry of the history that it was sent; missing where there is none. */
  readonly last?: { readonly role: string; readonly text: string };
  readonly decision: { readonly turn: number; readonly text: string };
}

export interface Model {
  readonly url: string;
  requests(): readonly ModelRequest[];
}

export async function startModel(log: string): Promise<Model> {
  const child = spawn(process.execPath, [PROGRAM, '--log', log], { env: {}, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  const [url] = await once(createInterface(child.stdout), 'line');
  return {
    url: String(url),
    requests: () => (existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n').map(parse) : []),
  };
}

function parse(line: string): ModelRequest {
  return JSON.parse(line);
}
