import { afterEach, expect, test } from 'vitest';
import { closePtys } from '../support/pty-harness.ts';
import { agentsOutput, gone, program, runSupervised } from './supervised.ts';

afterEach(closePtys);

test('a terminal that stops reading stops the agent, and later gets every byte; memory stays bounded', async () => {
  const run = runSupervised([process.execPath, program('numbers.mjs'), '6000000'], { blind: true });
  await run.waitForOutput(/000000100;/);
  run.pause();
  const stalled = await run.events.next('checkpoint');
  expect(stalled.snapshot.lines.at(-1)).not.toContain('end');
  run.resume();
  expect(await run.exit).toEqual({ exitCode: 0, signal: null });
  const output = agentsOutput(run);
  expect(output.length).toBe(6_000_003);
  for (let at = 0; at < 600_000; at++) {
    if (Number(output.slice(at * 10, at * 10 + 9)) !== at)
      throw new Error(`at ${at}: ${output.slice(at * 10, at * 10 + 30)}`);
  }
  expect((await run.events.next('ended')).memoryKib).toBeLessThan(160 * 1024);
});

test('an agent that has ended is not the end of what a slow terminal still gets', async () => {
  const run = runSupervised([process.execPath, program('numbers.mjs'), '60000']);
  await run.waitForOutput(/000000001;/);
  run.pause();
  const { pid } = await run.events.next('started');
  await gone(pid);
  run.resume();
  await run.exit;
  expect(agentsOutput(run).length).toBe(60_003);
});

test('a terminal that takes nothing any more does not keep a run from being ended', async () => {
  const run = runSupervised([process.execPath, program('numbers.mjs'), '6000000'], {
    options: { grace: { hangupMs: 200, terminateMs: 200 } },
  });
  await run.waitForOutput(/000000100;/);
  run.pause();
  const { pid } = await run.events.next('started');
  await run.events.next('checkpoint');
  process.kill(run.pid, 'SIGTERM');
  expect(await run.events.next('ended')).toMatchObject({ reason: 'terminated' });
  expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
});
