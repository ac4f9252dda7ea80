/**
 * Recordings of real agents, replayed: is what they said there, once and in order? Found by their folders in
 * fixtures/<id>/recordings; test/agents/conversation/record.ts makes them.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { adapters } from '../../adapters/index.ts';
import type { Adapter } from '../../src/provider/adapter.ts';
import { figuresOf, keyOf } from '../support/conversation-figures.ts';
import { printTable, type TableRow } from '../support/conversation-table.ts';
import { unpack } from '../support/recording.ts';
import { replay } from '../support/replay.ts';

const FIXTURES = fileURLToPath(new URL('../../fixtures', import.meta.url));
/** Nothing was tuned on these; their figures are printed apart. */
const HELD_BACK = 'held-back';

const GOAL = { recall: 99, duplicates: 0, chromePercent: 2 };
const EXCEPTIONS: Readonly<Record<string, Partial<typeof GOAL>>> = {
  // it draws two rows twice, one below the other, after the terminal has got narrower
  'codex both': { duplicates: 2 },
  // an inline agent prints rows anew that the resized terminal has kept
  'gemini resize': { duplicates: 4 },
  'gemini both': { duplicates: 9 },
  // some rows of the other width show through what it draws while it streams on
  'opencode resize': { chromePercent: 2.5 },
};
/** What must not be tuned has no goal to be tuned to, but must not fall apart either. */
const FLOOR = { recall: 90, duplicates: 9 };

const cases = adapters.flatMap((adapter: Adapter) => {
  const folder = join(FIXTURES, adapter.id, 'recordings');
  return existsSync(folder)
    ? readdirSync(folder).map((name) => [adapter.id, name, adapter, join(folder, name)] as const)
    : [];
});
const rows: TableRow[] = [];

afterAll(() => printTable(rows, HELD_BACK));

describe.each(cases)('%s %s', (id, name, adapter, folder) => {
  test('what was said and drawn is there, once and in order', () => {
    const said = readFileSync(join(folder, 'said.txt'), 'utf8').trimEnd().split('\n');
    const recorded = unpack(readFileSync(join(folder, 'recording.br')));
    const { chrome } = adapter;
    const { lines, gaps, drawn, cpuMs } = replay(recorded, { ...(chrome && { chrome }), keys: said.map(keyOf) });
    const figures = figuresOf({ lines, said, timesDrawn: (key) => drawn.get(key) ?? 0 });
    rows.push({ agent: id, scenario: name, gaps, cpuMs, ...figures });
    const allowed = { ...GOAL, ...EXCEPTIONS[`${id} ${name}`], ...(name === HELD_BACK ? FLOOR : {}) };
    expect(said.length).toBeGreaterThanOrEqual(400);
    expect(figures.misordered).toBe(0);
    expect(figures.recall, figures.missing.join('\n')).toBeGreaterThanOrEqual(allowed.recall);
    expect(figures.duplicates.length, figures.duplicates.join('\n')).toBeLessThanOrEqual(allowed.duplicates);
    expect(figures.chromePercent, figures.chrome.join('\n')).toBeLessThan(allowed.chromePercent);
  });
});
