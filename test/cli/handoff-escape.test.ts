/** The ways on which somebody could try to get more by a handoff than the session's ceiling allows. */

import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isAbove, LEVELS, type Level } from '../../src/core/permission.ts';
import { createSandbox, type Sandbox } from '../support/sandbox.ts';

/** Stands for an installed Codex: its adapter has an allow-list, and levels that can be raised from inside. */
const CODEX = `#!/bin/sh
case "$1" in
  --version) echo 'codex-cli 0.171.0'; exit ;;
  --help) echo 'Commands:'; echo '  resume  go on'; echo '--sandbox --ask-for-approval --config --no-daemon --last'; exit ;;
esac
`;

interface Planned {
  readonly permission: { readonly effective: Level; readonly ceiling: Level; readonly reaches: Level };
  readonly args: readonly string[];
}

async function sessionUnder(ceiling: Level, strict: boolean): Promise<Sandbox> {
  const box = createSandbox();
  box.program('codex', CODEX);
  box.writeConfig({ ceiling, strict_ceiling: strict });
  const begun = await box.run(['demo', '--name', 'heron', '--prompt', 'the heron stands still'], { input: '' });
  expect(begun.exitCode, begun.all).toBe(0);
  // what the config says later is of other sessions
  box.writeConfig({ ceiling: 'bypass' });
  return box;
}

const ROUTES: readonly (readonly string[])[] = [
  [],
  ['--permission', 'bypass'],
  ['--bypass-permissions'],
  ['--permission', 'auto'],
  ['--permission', 'ask', '--permission', 'bypass'],
  ['--with', '--bypass-permissions'],
  ['--', '--yolo'],
  ['--', '--sandbox', 'danger-full-access'],
  ['--', '-c', 'sandbox_mode="danger-full-access"'],
  ['--', '--model', 'x', '--', 'resume'],
];

test.each(LEVELS.flatMap((ceiling) => [true, false].map((strict) => [ceiling, strict] as const)))(
  'under %s (strict: %j) no route grants more',
  async (ceiling, strict) => {
    const box = await sessionUnder(ceiling, strict);
    for (const route of ROUTES) {
      const at = route.indexOf('--');
      const [own, extra] = at === -1 ? [route, []] : [route.slice(0, at), route.slice(at)];
      const answer = await box.run(['handoff', 'codex', 'heron', ...own, '--dry-run', '--json', ...extra]);
      if (answer.exitCode !== 0) {
        expect([2, 126], answer.all).toContain(answer.exitCode);
        continue;
      }
      const { permission, args }: Planned = JSON.parse(answer.stdout);
      expect(permission.ceiling).toBe(ceiling);
      expect(isAbove(permission.effective, ceiling)).toBe(false);
      expect(strict && isAbove(permission.reaches, ceiling)).toBe(false);
      if (ceiling !== 'bypass') expect(args.join(' ')).not.toMatch(/danger|yolo/);
    }
  },
  120_000,
);

test('a header that was changed by hand raises nothing', async () => {
  const box = await sessionUnder('ask', false);
  const { journal } = await box.json<{ journal: string }>(['show', 'heron']);
  writeFileSync(journal, readFileSync(journal, 'utf8').replace('"ceiling":"ask"', '"ceiling":"bypass"'));
  const answer = await box.run(['handoff', 'codex', 'heron', '--bypass-permissions', '--dry-run']);
  expect([answer.exitCode, answer.stderr]).toEqual([126, expect.stringContaining('above this session')]);
});
