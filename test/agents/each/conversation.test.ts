/** The whole conversation of a real agent, collected while it lives: is what it said there, once and in order? With every agent. */

import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { runSupervised } from '../../process/supervised.ts';
import { figuresOf, keyOf } from '../../support/conversation-figures.ts';
import { printTable, type TableRow } from '../../support/conversation-table.ts';
import { closePtys } from '../../support/pty-harness.ts';
import { countDrawn } from '../../support/replay.ts';
import { casts } from '../casts.ts';
import { createActor } from '../conversation/actor.ts';
import { scenarios } from '../conversation/scenarios.ts';
import { createStage, type } from '../stage.ts';

afterEach(closePtys);

const FIRST = 'hello alpha tango';
const LOOK_EVERY_MS = 40;
const rows: TableRow[] = [];
afterAll(() => printTable(rows, ''));

describe.each(casts)('%s', (id, cast) => {
  test.each(scenarios.filter(({ live }) => live).map((scenario) => [scenario.name, scenario] as const))(
    'what it says and draws is collected, once and in order: %s',
    async (name, scenario) => {
      const stage = await createStage(cast);
      await cast.prepare?.(stage);
      const seen: string[] = [];
      let lookedAt = 0;
      const pty = runSupervised([stage.agent, ...cast.plain(FIRST)], {
        cols: 120,
        rows: 40,
        cwd: stage.workspace,
        env: { ...stage.env, ...cast.adapter.levels.ask?.env, TERM: 'xterm-256color' },
        options: { capture: 'conversation', chrome: cast.adapter.chrome ?? [] },
        onOutput: () => {
          if (performance.now() - lookedAt < LOOK_EVERY_MS) return;
          lookedAt = performance.now();
          seen.push(pty.screen());
        },
      });
      pty.terminal.onData((reply) => pty.send(reply));
      await pty.waitForText(/You said: hello alpha tango \(turn 1\)/, 90_000);
      await wait(2000);
      const actor = createActor({ cast, pty, first: FIRST });
      await scenario.play(actor);
      await actor.greet('goodbye omega zulu');
      const said = [...actor.said];
      await type(stage, pty, cast.leave);
      await pty.exit;

      const end = await pty.events.next('ended');
      const told = pty.events.all().flatMap((event) => (event.type === 'transcript' ? [event] : []));
      const lines = [...told.flatMap((event) => event.lines), ...end.snapshot.lines];
      const { drawn, look } = countDrawn(said.map(keyOf));
      for (const screen of seen) look(screen.split('\n'));
      const figures = figuresOf({ lines, said, timesDrawn: (key) => drawn.get(key) ?? 0 });
      rows.push({ agent: id, scenario: name, gaps: told.filter(({ gap }) => gap).length, ...figures });
      expect(end.snapshot.above).toEqual([]);
      expect(figures.misordered).toBe(0);
      expect(figures.recall, figures.missing.join('\n')).toBeGreaterThanOrEqual(99);
      // at a resize agents were seen to draw rows twice
      expect(figures.duplicates.length, figures.duplicates.join('\n')).toBeLessThanOrEqual(name === 'both' ? 9 : 0);
      expect(figures.chromePercent, figures.chrome.join('\n')).toBeLessThan(2);
    },
    300_000,
  );
});
