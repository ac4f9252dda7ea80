/** Life at a usage limit, on the built program: what is said at the end of a run, the wait, and the way round it. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { closePtys, openShell } from '../support/pty-harness.ts';
import { BIN, type Sandbox } from '../support/sandbox.ts';
import { runsOf, twoAgents } from './handoff-support.ts';

afterEach(closePtys);

/** Whole seconds, but no whole minute: words that tell only a minute are waited for a minute longer. */
function inSeconds(seconds: number): Date {
  const at = new Date(Math.ceil(Date.now() / 1000) * 1000 + seconds * 1000);
  return at.getUTCSeconds() === 0 ? new Date(at.getTime() + 1000) : at;
}

const iso = (at: Date) => at.toISOString().replace('.000Z', 'Z');

/** A session whose run ended at a limit that lasts until then. */
async function limited(until: string): Promise<{ box: Sandbox; stderr: string }> {
  const box = twoAgents();
  box.program(
    'one',
    `#!/bin/sh\nfor argument; do echo "[$argument]"; done\necho "usage limit, back at ${until}"\ncat\n`,
  );
  const { stderr } = await box.run(['one', '--name', 'heron', '--prompt', 'the heron stands still'], { input: '' });
  return { box, stderr };
}

test('after a run that ended at a limit one line says until when, and the two ways on', async () => {
  const { stderr } = await limited(iso(inSeconds(3 * 3600)));
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(
    /^uuldana: usage limit until (\d+ \w+ )?\d\d:\d\d \(in (2h 59m|3h)\); wait: uuldana resume heron --when-ready, or go on elsewhere: uuldana handoff two heron$/,
  );
});

test('a limit without a time that can be told is said to have none', async () => {
  const { box, stderr } = await limited('noon');
  expect(stderr).toContain('usage limit, and not said until when; go on elsewhere: uuldana handoff two heron');
  const { runs } = await box.json<{ runs: { limits: unknown[] }[] }>(['show', 'heron']);
  expect(runs[0]?.limits).toEqual([{ text: 'usage limit, back at noon', resets_at: null }]);
  const answer = await box.run(['resume', 'heron', '--when-ready'], { input: 'x\n' });
  expect(answer.stderr).toContain('does not say when it ends, so there is nothing to wait for; it is resumed at once');
  expect(answer.stdout).toContain('[--resume]');
});

test('without a terminal it waits quietly until the reset, then resumes', async () => {
  const until = inSeconds(4);
  const { box } = await limited(iso(until));
  const answer = await box.run(['resume', 'heron', '--when-ready'], { input: 'x\n' });
  expect(answer.stderr.match(/the usage limit ends at/g)).toHaveLength(1);
  expect(answer.stdout).toContain('[--resume]');
  const { runs } = await box.json<{ runs: { started_at: string }[] }>(['show', 'heron']);
  expect(Date.parse(runs[1]?.started_at ?? '')).toBeGreaterThanOrEqual(until.getTime());
});

test('where no limit is known it says so and resumes at once', async () => {
  const box = twoAgents();
  await box.run(['one', '--name', 'heron', '--prompt', 'hello'], { input: '' });
  const answer = await box.run(['resume', 'heron', '--when-ready', '--or', 'two'], { input: 'x\n' });
  expect(answer.stderr).toContain('no usage limit is known to wait for; it is resumed at once');
  expect((await runsOf(box, 'heron'))[1]?.via).toBe('native-id');
});

test('a wait that is longer than was said is a handoff instead', async () => {
  const { box } = await limited(iso(inSeconds(3600)));
  const answer = await box.run(['resume', 'heron', '--when-ready', '--or', 'two', '--prompt', 'go on'], {
    input: 'x\n',
  });
  expect(answer.stderr).toMatch(/the limit ends at .*, in (59m|1h).*, so it is handed to two/);
  expect(answer.stdout).toMatch(/the heron stands still[\s\S]*ends ===\s+go on\]/);
  expect((await runsOf(box, 'heron')).map(({ provider }) => provider)).toEqual(['one', 'two']);
});

test('on a terminal it counts down in one line, q cancels, and at the end the agent has the keyboard', async () => {
  const { box } = await limited(iso(inSeconds(9)));
  const shell = openShell({ cwd: box.workspace, env: box.env, cols: 120 });
  shell.send(`'${process.execPath}' '${BIN}' resume heron --when-ready\r`);
  await shell.waitForText(/the usage limit ends at .*; resumed in \ds; q cancels$/);
  shell.send('q');
  await shell.waitForText(/cancelled; nothing was started\n\$ $/);
  expect(shell.screen()).not.toContain('resumed in');
  expect(await runsOf(box, 'heron')).toHaveLength(1);
  shell.send(`echo "status $?"; '${process.execPath}' '${BIN}' resume heron --when-ready\r`);
  await shell.waitForText(/status 1\n[\s\S]*resumed in \ds; q cancels$/);
  shell.send('typed too early\r');
  await shell.waitForText(/\[--resume\][\s\S]*usage limit, back at/);
  shell.send('hello there\r');
  await shell.waitForText(/hello there\nhello there$/);
  expect(shell.screen()).not.toContain('too early\n');
});

test('a limit that was on the screen when uuldana was killed is known to the wait, and recorded by the resume', async () => {
  const box = twoAgents();
  const until = inSeconds(3600);
  box.program('one', `#!/bin/sh\necho "usage limit, back at ${iso(until)}"\ncat\n`);
  const shell = openShell({ cwd: box.workspace, env: box.env });
  shell.send(`'${process.execPath}' '${BIN}' one --name heron --prompt 'the heron stands still'\r`);
  const [live] = await vi.waitFor(async () => {
    const found = await box.json<{ session: string; live_pid: number }[]>(['list']);
    expect(readFileSync(join(box.data, 'live', found[0]?.session ?? '', 'screen.json'), 'utf8')).toContain('back at');
    return found;
  }, 10_000);
  process.kill(live?.live_pid ?? 0, 'SIGKILL');
  await shell.waitForText(/Killed/);
  const answer = await box.run(['resume', 'heron', '--when-ready', '--or', 'two'], { input: 'x\n' });
  expect(answer.stderr).toMatch(
    /the limit ends at [\s\S]*handed to two[\s\S]*marked failed[\s\S]*handed over from Agent one/,
  );
  const { runs } = await box.json<{ runs: { limits: { resets_at: string }[] }[] }>(['show', 'heron']);
  expect(runs[0]?.limits).toMatchObject([{ resets_at: until.toISOString() }]);
});
