/**
 * Makes the recordings that test/pty/collector-recordings.test.ts replays: each scenario with each agent, as raw bytes with their
 * times, into fixtures/<id>/recordings/<scenario>. No test: it is run when an agent or a scenario has changed.
 *
 *   UULDANA_RECORD=1 node test/agents/run.mjs -t '^claude plain$' --maxWorkers=1
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, test } from 'vitest';
import { closePtys, openPty } from '../../support/pty-harness.ts';
import { pack, type Recorded } from '../../support/recording.ts';
import { casts } from '../casts.ts';
import { createStage, type } from '../stage.ts';
import { createActor } from './actor.ts';
import { scenarios } from './scenarios.ts';

afterEach(closePtys);

const SIZE = { cols: 120, rows: 40 };
const FIRST = 'hello alpha tango';

describe.each(casts)('%s', (id, cast) => {
  test.each(scenarios.map((scenario) => [scenario.name, scenario] as const))(
    '%s',
    async (name, scenario) => {
      const stage = await createStage(cast);
      await cast.prepare?.(stage);
      const recorded: Recorded[] = [];
      const from = performance.now();
      const at = () => Math.round(performance.now() - from);
      const { args = [], env } = { args: cast.plain(FIRST), env: cast.adapter.levels.ask?.env };
      const pty = openPty(stage.agent, args, {
        ...SIZE,
        cwd: stage.workspace,
        env: { ...stage.env, ...env, TERM: 'xterm-256color' },
        onOutput: (bytes) => recorded.push({ at: at(), bytes: Buffer.from(bytes) }),
      });
      // a real terminal answers what it is asked
      pty.terminal.onData((reply) => pty.send(reply));
      await pty.waitForText(/You said: hello alpha tango \(turn 1\)/, 60_000);
      await wait(2000);
      const onResize = (cols: number, rows: number) => recorded.push({ at: at(), size: { cols, rows } });
      const actor = createActor({ cast, pty, first: FIRST, onResize });
      await scenario.play(actor);
      await actor.greet('goodbye omega zulu');
      const said = [...actor.said];
      await type(stage, pty, cast.leave);
      await Promise.race([pty.exit, wait(5000)]);
      save(join(id, 'recordings', name), recorded, said);
    },
    300_000,
  );
});

function save(folder: string, recorded: readonly Recorded[], said: readonly string[]): void {
  const path = fileURLToPath(new URL(`../../../fixtures/${folder}`, import.meta.url));
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'recording.br'), pack(recorded));
  writeFileSync(join(path, 'said.txt'), `${said.join('\n')}\n`);
}
