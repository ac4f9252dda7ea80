/** Programs that write and end at once: nothing is lost. UULDANA_EXITS=1000 runs the whole number instead of a share. */

import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { processIdentity } from '../../src/provider/process.ts';
import { supervise } from '../../src/pty/supervisor.ts';
import { createCollectingTerminal } from './collecting-terminal.ts';
import { temporaryFolder } from './supervised.ts';

const EXITS = Number(process.env['UULDANA_EXITS'] ?? 30);

function numbers(bytes: number): Buffer {
  return Buffer.from(Array.from({ length: bytes / 10 }, (_, at) => `${String(at).padStart(9, '0')};`).join(''));
}

async function run(file: string, args: readonly string[], slowMs: number) {
  const terminal = createCollectingTerminal(slowMs);
  const command = { file, args, env: { PATH: '/usr/bin:/bin' }, cwd: '/' };
  const end = await supervise({ command, terminal, suspendKey: false, checkpointMs: 2000, onEvent: () => undefined });
  return { end, output: terminal.output() };
}

test.each([
  [5_000, 0],
  [700_000, 0],
  [60_000, 20],
])(
  `${EXITS} programs that write %i bytes and end, to a terminal that takes %i ms for each write`,
  async (bytes, slowMs) => {
    const folder = temporaryFolder();
    const text = numbers(bytes);
    writeFileSync(join(folder, 'text'), text);
    for (let round = 0; round < EXITS; round++) {
      const { end, output } = await run('/bin/cat', [join(folder, 'text')], slowMs);
      expect(output.equals(text), `round ${round}: ${output.length} of ${text.length} bytes`).toBe(true);
      expect(end).toMatchObject({ status: 'exited', exitCode: 0, signal: null, reason: null });
    }
  },
  600_000,
);

test.each([
  ['its own exit code', ['/bin/sh', '-c', 'exit 42'], { status: 'exited', exitCode: 42, signal: null }],
  [
    'the signal that ended it',
    ['/bin/sh', '-c', 'kill -SEGV $$'],
    { status: 'signaled', exitCode: null, signal: 'SIGSEGV' },
  ],
  [
    'that it could not be executed',
    ['/etc/passwd'],
    { status: 'failed', exitCode: null, reason: expect.stringMatching(/Permission denied/) },
  ],
  ['that it does not exist', ['/nowhere/agent'], { status: 'failed', reason: expect.stringMatching(/No such file/) }],
  ['an exit code 1 of its own', ['/bin/sh', '-c', 'echo no; exit 1'], { status: 'exited', exitCode: 1, reason: null }],
] as const)('the end of a program says %s', async (_, [file, ...args], expected) => {
  expect((await run(file, args, 0)).end).toMatchObject(expected);
});

test('a child that ignores the hangup and goes on writing is ended with the program that left it', async () => {
  const { end, output } = await run(
    '/bin/sh',
    ['-c', '(trap "" HUP TERM; while :; do echo more; done) & echo "child $!."; sleep 0.1; echo end'],
    0,
  );
  expect(end).toMatchObject({ status: 'exited', exitCode: 0 });
  expect(output.includes('more')).toBe(true);
  const child = Number(/child (\d+)\./.exec(output.toString('latin1'))?.[1]);
  expect(child).toBeGreaterThan(1);
  expect(processIdentity(child)).toBeNull();
});

test.runIf(existsSync('/proc/self/fd'))('many runs later no descriptor is left behind', async () => {
  await run('/bin/true', [], 0);
  const before = readdirSync('/proc/self/fd').length;
  for (let round = 0; round < EXITS; round++) await run('/bin/true', [], 0);
  expect(readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(before + 1);
});
