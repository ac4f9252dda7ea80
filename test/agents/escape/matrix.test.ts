/**
 * The escape matrix, as far as the command line decides it: providers x ceilings x routes. In no cell is more granted than the ceiling allows, and what
 * would be started differs from a start without the route in nothing that its agent could take for more.
 */

import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { adapters } from '../../../adapters/index.ts';
import { isAbove } from '../../../src/core/permission.ts';
import { customAdapter } from '../../../src/provider/custom.ts';
import { createSandbox } from '../../support/sandbox.ts';
import { pinnedOf } from '../casts.ts';
import { installedProgram } from '../stage.ts';
import { type Cell, cellsOf } from './cells.ts';
import { strangers } from './starts.ts';
import { DECLARED, MINE, mine } from './subjects/mine.ts';
import { subjects } from './subjects.ts';

const folder = process.cwd();
const counts: Record<string, number> = {};

beforeEach(() => () => process.chdir(folder));

afterAll(() => {
  const cells = Object.values(counts).reduce((sum, count) => sum + count, 0);
  console.log(`The escape matrix has ${cells} cells: ${JSON.stringify(counts)}`);
  expect(cells).toBeGreaterThanOrEqual(1400);
});

describe.each(subjects)('%s', (id, subject) => {
  test('no route grants more than the ceiling, or changes what is started', async () => {
    const adapter = adapters.find((one) => one.id === id);
    const sandbox = createSandbox();
    const command = adapter?.builtIn === undefined ? (id === mine.id ? MINE.bin : pinnedOf(id).command) : adapter.bin;
    if (id === mine.id) sandbox.program(command, '#!/bin/sh\n');
    else if (adapter?.builtIn === undefined)
      sandbox.program(command, `#!/bin/sh\nexec '${installedProgram(id)}' "$@"\n`);
    const known = adapter ?? customAdapter(id, DECLARED);
    process.chdir(sandbox.workspace);
    const cells = await cellsOf(sandbox, subject, command, { providers: { mine: MINE } });
    counts[id] = cells.length;
    expect(new Set(cells.map(({ route }) => route.id)).size).toBeGreaterThanOrEqual(60);
    expect(cells.filter(({ exitCode }) => ![0, 1, 2, 126, 127].includes(exitCode))).toEqual([]);
    expect(cells.filter(isRaised).map(describeCell)).toEqual([]);
    const changed = cells.map((cell) => ({ cell: describeCell(cell), words: strangers(cell, known) }));
    expect(changed.filter(({ words }) => words.length > 0)).toEqual([]);
  }, 300_000);
});

function isRaised({ plan, ceiling, route }: Cell): boolean {
  if (plan === null || route.fixesCeiling) return false;
  const { effective, reaches, ceiling: shown } = plan.permission;
  return (
    isAbove(shown, ceiling.level) ||
    isAbove(effective, ceiling.level) ||
    (ceiling.strict && isAbove(reaches, ceiling.level))
  );
}

const describeCell = ({ ceiling, route, plan }: Cell) => [ceiling, route.id, plan?.permission] as const;
