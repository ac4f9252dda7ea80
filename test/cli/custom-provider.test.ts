/** An agent of the user's own, declared in the config file: every key of it does what the design says. */

import { expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../support/sandbox.ts';

interface Shown {
  runs: {
    via: string;
    permission: { effective: string; strength: string; enforced_by: unknown[] };
    native_ids: string[];
    spoken: boolean;
    limits: { text: string; resets_at: string | null }[];
  }[];
}

/** Says its arguments one a line, then whatever it is told, until the end of its input. */
const ECHO =
  '#!/bin/sh\nfor argument; do printf "[%s]\\n" "$argument"; done\nprintf "log=%s yolo=%s\\n" "$MYAGENT_LOG" "$MYAGENT_YOLO"\ncat\n';

const PROVIDER = {
  title: 'My agent',
  bin: 'myagent',
  args: {
    new: [
      ['--session-id', '{native_id}'],
      ['--', '{prompt}'],
    ],
    resume: [['--resume', '{native_id}']],
    continue: [['--continue']],
  },
  permissions: { ask: [], auto: ['--auto'], bypass: ['--yolo'] },
  env: { set: { MYAGENT_LOG: 'off' }, unset: ['MYAGENT_YOLO'] },
  limit_patterns: ['usage limit reached.*resets at (?<resets_at>.+)'],
};

function boxWith(changes: object = {}, args: object = {}): Sandbox {
  const box = createSandbox();
  box.program('myagent', ECHO);
  box.writeConfig({ providers: { myagent: { ...PROVIDER, ...changes, args: { ...PROVIDER.args, ...args } } } });
  return box;
}

const said = (answer: { stdout: string }) =>
  [...answer.stdout.matchAll(/^\[(.*)\]\r?$/gm)].map(([, argument]) => argument);

test('arguments, level, environment and prompt are what was declared', async () => {
  const box = boxWith();
  const answer = await box.run(['myagent', '--prompt', '--not-a-flag', '--name', 'one'], {
    input: 'x\n',
    env: { MYAGENT_YOLO: '1' },
  });
  expect(said(answer)).toEqual([
    '--session-id',
    expect.stringMatching(/^[0-9a-f-]{36}$/),
    '--auto',
    '--',
    'This is my message: --not-a-flag',
  ]);
  expect(answer.stdout).toContain('log=off yolo=\r\n');
  expect(answer.stderr).toMatch(/permission auto \(at launch; can be raised inside to bypass\), ceiling auto/);
  const { runs } = await box.json<Shown>(['show', 'one']);
  expect(runs[0]?.permission).toMatchObject({
    effective: 'auto',
    strength: 'at-launch',
    enforced_by: [{ how: 'declared', what: expect.stringContaining('--auto') }],
  });
});

test('a group without a value is left out as a whole', async () => {
  const box = boxWith({}, { new: [['--', '{prompt}']] });
  expect(said(await box.run(['myagent'], { input: 'x\n' }))).toEqual(['--auto']);
});

test('it is resumed by the id that uuldana chose, and the arguments after -- pass as they are', async () => {
  const box = boxWith();
  const [, id] = said(await box.run(['myagent', '--name', 'one'], { input: 'hello\n' }));
  const resumed = await box.run(['resume', 'one', '--', '--model', 'x'], { input: 'y\n' });
  expect(said(resumed)).toEqual(['--resume', id, '--auto', '--model', 'x']);
  expect((await box.json<Shown>(['show', 'one'])).runs[1]).toMatchObject({ via: 'native-id', native_ids: [id] });
});

test('without ids the latest conversation of the folder is continued, and that is said', async () => {
  const box = boxWith({}, { new: [], resume: null });
  await box.run(['myagent', '--name', 'one'], { input: 'hello\n' });
  const resumed = await box.run(['resume', 'one'], { input: 'y\n' });
  expect(said(resumed)).toEqual(['--continue', '--auto']);
  expect(resumed.stderr).toContain('it may be another one');
});

test('when another session was used in the folder since, the latest is not taken; the saved text is', async () => {
  const box = boxWith({}, { new: [['--', '{prompt}']], resume: null });
  await box.run(['myagent', '--name', 'one'], { input: 'a blue whale\n' });
  await box.run(['myagent', '--name', 'two'], { input: 'a red fox\n' });
  const resumed = await box.run(['resume', 'one'], { input: 'y\n' });
  expect(resumed.stderr).toContain('another session was used in this folder since');
  expect(resumed.stdout).toContain('a blue whale');
  expect(resumed.stdout).not.toContain('a red fox');
  expect((await box.json<Shown>(['show', 'one'])).runs[1]?.via).toBe('visible-text');
});

test('when no way is left it is refused with the reasons, and nothing is started', async () => {
  const box = boxWith({}, { new: [], resume: null, continue: null });
  await box.run(['myagent', '--name', 'one'], { input: 'hello\n' });
  const resumed = await box.run(['resume', 'one'], { input: 'y\n' });
  expect(resumed.exitCode).toBe(126);
  expect(resumed.stderr).toMatch(/no native id[\s\S]*cannot continue[\s\S]*takes no first prompt[\s\S]*uuldana show/);
  expect((await box.json<Shown>(['show', 'one'])).runs).toHaveLength(1);
});

test.each([
  [['--permission', 'ask'], []],
  [['--permission', 'auto'], ['--auto']],
  [['--bypass-permissions'], ['--yolo']],
])('%j gives the arguments %j', async (options, args) => {
  const box = boxWith({}, { new: [] });
  expect(said(await box.run(['myagent', ...options], { input: 'x\n' }))).toEqual(args);
});

test('under a strict ceiling an agent that can be raised inside is refused, and the ceiling is named as the cause', async () => {
  const box = boxWith();
  const refused = await box.run(['myagent', '--ceiling', 'ask'], { input: 'x\n' });
  expect(refused.exitCode).toBe(126);
  expect(refused.stderr).toMatch(/strict ceiling[\s\S]*ceiling of the new session is ask[\s\S]*bypass/);
});

test('a session under bypass keeps its level at a resume; below bypass it stays below', async () => {
  const box = boxWith();
  await box.run(['myagent', '--bypass-permissions', '--name', 'all'], { input: 'x\n' });
  expect(said(await box.run(['resume', 'all'], { input: 'y\n' })).at(-1)).toBe('--yolo');
  expect(said(await box.run(['resume', 'all', '--permission', 'ask'], { input: 'y\n' }))).not.toContain('--yolo');
  expect(said(await box.run(['resume', 'all'], { input: 'y\n' }))).not.toContain('--yolo');
});

test('a usage limit on the screen is recorded', async () => {
  const box = boxWith({}, { new: [] });
  await box.run(['myagent', '--name', 'one'], { input: 'Usage limit reached, resets at 2026-12-01T10:00:00Z\n' });
  const { runs } = await box.json<Shown>(['show', 'one']);
  expect(runs[0]?.limits).toEqual([
    { text: expect.stringContaining('Usage limit reached'), resets_at: '2026-12-01T10:00:00.000Z' },
  ]);
});

test('the child knows its session, and a session started by an agent is one of its own', async () => {
  const box = boxWith({}, { new: [] });
  box.program('myagent', '#!/bin/sh\necho "in $UULDANA_SESSION run $UULDANA_RUN"\n');
  await box.run(['myagent', '--name', 'one'], { input: '' });
  const [one] = await box.json<{ session: string }[]>(['list']);
  const resumed = await box.run(['resume', 'one'], { input: '' });
  expect(resumed.stdout).toContain(`in ${one?.session} run 2`);
});

test('without redaction secrets are kept, and that is said at each start', async () => {
  const box = boxWith({}, { new: [] });
  const token = `ghp_${'a1B2c3D4'.repeat(5).slice(0, 36)}`;
  box.writeConfig({ redact: false, providers: { myagent: { ...PROVIDER, args: { new: [] } } } });
  const answer = await box.run(['myagent', '--name', 'one'], { input: `${token}\n` });
  expect(answer.stderr).toContain('ceiling auto; secrets are kept');
  expect((await box.run(['show', 'one'])).stdout).toContain(token);
});
