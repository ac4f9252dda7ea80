/**
 * Hostile first prompts against each agent's own parser: whatever they look like, the model gets them as text, and nothing else
 * happens. A file behind `@` is a mention, which agents read as they read what they are asked to, so it is none of them. All take half an hour; without `UULDANA_PROMPTS` a run takes a few, and with another
 * `UULDANA_SEED` others.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, describe, expect, test } from 'vitest';
import { closePtys, openPty } from '../../support/pty-harness.ts';
import { BIN } from '../../support/sandbox.ts';
import { casts } from '../casts.ts';
import { type HostilePrompt, hostilePrompts } from '../hostile-prompts.ts';
import { until } from '../processes.ts';
import { createStage, type Stage } from '../stage.ts';

afterEach(closePtys);

const COUNT = Number(process.env['UULDANA_PROMPTS'] ?? 6);
const SEED = Number(process.env['UULDANA_SEED'] ?? 947);
const AT_ONCE = 2;

/** What is left of a text when nobody minds blanks and control characters. */
const canonical = (text: string): string => text.replace(/[\s\p{C}]+/gu, '');

async function reaches(stage: Stage, id: string, { text }: HostilePrompt): Promise<string | null> {
  const args = [BIN, id, '--permission', 'ask', '--prompt', text];
  const pty = openPty(process.execPath, args, { cwd: stage.workspace, env: stage.env, cols: 120, rows: 40 });
  const got = () => stage.model.requests().some(({ last }) => canonical(last?.text ?? '').includes(canonical(text)));
  let over = false;
  void pty.exit.then(() => {
    over = true;
  });
  try {
    await until(async () => (got() ? 'got' : over ? 'over' : ''), /./, 40_000);
    return got() ? null : `it ended with: ${pty.screen().slice(-300)}`;
  } catch {
    return `it shows: ${pty.screen().slice(-600)}`;
  } finally {
    pty.hangUp();
    await pty.exit;
  }
}

describe.each(casts)('%s', (id, cast) => {
  test(`hostile first prompts (${COUNT} from ${SEED} on) are text`, async () => {
    const stage = await createStage(cast);
    await cast.prepare?.(stage);
    const { stdout: help } = await execa(stage.agent, ['--help'], {
      env: stage.env,
      extendEnv: false,
      stdin: 'ignore',
    });
    const all = hostilePrompts(help);
    expect(all.length).toBeGreaterThanOrEqual(400);
    const step = Math.max(1, Math.floor(all.length / COUNT));
    const some = all.filter((_, at) => (at + SEED) % step === 0);
    const faults: string[] = [];
    const queue = [...some];
    const work = async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const fault = await reaches(stage, id, next);
        if (fault !== null) faults.push(`${JSON.stringify(next.text.slice(0, 80))}: ${fault}`);
        if (next.marker !== null && existsSync(join(stage.workspace, next.marker))) faults.push(`ran: ${next.text}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(faults).toEqual([]);
  }, 3_600_000);
});
