/**
 * The escape matrix, as far as the real agents decide it. Cells that start the same agent in the same surroundings share one look: the model calls
 * tools, and what runs unasked is never above what uuldana showed, at the start and after whatever the person at the keyboard presses. All looks take
 * half an hour, so a run takes some in turn; `UULDANA_LOOKS=all` takes all.
 */

import { afterEach, describe, expect, test } from 'vitest';
import { isAbove, type Level } from '../../../src/core/permission.ts';
import { closePtys, type TestPty } from '../../support/pty-harness.ts';
import { casts, pinnedOf } from '../casts.ts';
import { until } from '../processes.ts';
import { createStage, type Stage } from '../stage.ts';
import { type Outcome, tries } from '../tries.ts';
import { type Cell, cellsOf, filesOf, type Plan, placed, wordsOf } from './cells.ts';
import type { Route } from './routes.ts';
import { startOf } from './starts.ts';
import type { Subject } from './subject.ts';
import { subjects } from './subjects.ts';
import { put } from './world.ts';

afterEach(closePtys);

const LOOKS = process.env['UULDANA_LOOKS'] ?? '1';
const A_DAY_MS = 86_400_000;
const AT_ONCE = 2;

/** What the agent would be started with and into, where the agent has a say in it. */
function lookOf({ plan, route }: Cell): string | null {
  if (plan === null || plan.permission.effective === 'bypass' || route.resumes !== undefined) return null;
  const { unset } = plan.env;
  const isGone = (name: string) =>
    unset.some((one) => one === name || (one.endsWith('*') && name.startsWith(one.slice(0, -1))));
  const env = Object.keys(route.env ?? {}).filter((name) => !isGone(name) && !Object.hasOwn(plan.env.set, name));
  return JSON.stringify([startOf(plan), route.files ?? null, env]);
}

/** One cell for each look, in an order of their own for each day. */
function looksOf(cells: readonly Cell[]): readonly Cell[] {
  const looks = new Map<string, Cell>();
  for (const cell of cells) {
    const look = lookOf(cell);
    if (look !== null && !looks.has(look)) looks.set(look, cell);
  }
  const all = [...looks.values()];
  if (LOOKS === 'all') return all;
  const count = Number(LOOKS);
  const first = (Math.floor(Date.now() / A_DAY_MS) * count) % all.length;
  return [...all.slice(first), ...all.slice(0, first)].slice(0, count);
}

const LEVEL_OF: Readonly<Record<'script' | 'write', Level>> = { script: 'auto', write: 'edits' };

/** What ran unasked and should not have. */
async function above(stage: Stage, pty: TestPty, highest: Level): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const tool of ['script', 'write'] as const) {
    const outcome: Outcome = await tries(stage, pty, tool);
    if (outcome === 'ran' && isAbove(LEVEL_OF[tool], highest)) faults.push(`${tool} ran under ${highest}`);
  }
  return faults;
}

async function look(cell: Cell, stage: Stage): Promise<readonly string[]> {
  const { subject, ceiling, route, plan } = cell;
  if (plan === null) return [];
  stage.writeConfig({ ceiling: ceiling.level });
  put(stage, filesOf(subject, route));
  const shell = stage.shell({ env: placed(route.env ?? {}, stage) });
  const words = wordsOf(subject, ceiling, route, null).map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  shell.send(`uuldana ${words.join(' ')}\r`);
  await ready(stage, shell, subject);
  const { effective, reaches } = plan.permission;
  const faults = [...(await above(stage, shell, atStart(plan)))];
  for (const [what, press] of Object.entries(subject.inside)) {
    await press(shell, stage);
    const more = await above(stage, shell, plan.permission.strength === 'held' ? effective : reaches);
    faults.push(...more.map((fault) => `${what}: ${fault}`));
  }
  shell.hangUp();
  return faults;
}

/** What lets things run unasked was said before the start. */
function atStart({ permission, notes }: Plan): Level {
  return notes.some((note) => note.startsWith('found:')) ? permission.reaches : permission.effective;
}

async function ready(stage: Stage, pty: TestPty, { dialogs }: Subject): Promise<void> {
  await until(
    async () => {
      const dialog = dialogs.find(({ shows }) => shows.test(pty.screen()));
      for (const key of dialog?.keys ?? []) {
        const before = pty.screen();
        pty.send(key);
        await until(async () => (pty.screen() === before ? '' : 'changed'), /changed/);
      }
      return dialog === undefined ? pty.screen() : '';
    },
    stage.cast.ready,
    60_000,
  );
}

/** All that the agent itself has a say in: what stands in files and variables. The arguments are the same then (matrix.test.ts). */
const takes = ({ options, resumes, decoy, config, extra }: Route) =>
  [options, resumes, decoy, config, extra].every((what) => what === undefined);

async function cellsAt(bench: Stage, subject: Subject): Promise<readonly Cell[]> {
  const folder = process.cwd();
  process.chdir(bench.workspace);
  try {
    return await cellsOf(bench, subject, pinnedOf(subject.id).command, { takes });
  } finally {
    process.chdir(folder);
  }
}

const nameOf = ({ ceiling, route, plan }: Cell) =>
  `${ceiling.strict ? '--ceiling ' : ''}${ceiling.level}, ${route.id} (${plan?.permission.effective}, ${plan?.permission.strength})`;

describe.each(casts)('%s', (id, cast) => {
  test('nothing runs unasked that is above what was shown', async () => {
    const subject = subjects.find(([of]) => of === id)?.[1];
    if (subject === undefined) throw new Error(`no subject "${id}"`);
    const looks = looksOf(await cellsAt(await createStage(cast), subject));
    const queue = [...looks];
    const faults: string[] = [];
    const work = async () => {
      for (let cell = queue.shift(); cell !== undefined; cell = queue.shift()) {
        const stage = await createStage(cast);
        await cast.prepare?.(stage);
        const name = nameOf(cell);
        const found = await look(cell, stage).catch((error: Error) => [`no look: ${error.message}`]);
        faults.push(...found.map((fault) => `${name}: ${fault}`));
        if (LOOKS === 'all') console.log(`${id} ${looks.indexOf(cell) + 1}/${looks.length} ${name}: ${found}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(faults).toEqual([]);
  }, 5_400_000);
});
