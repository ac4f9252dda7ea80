/** A session goes from one agent to another, on the built program. */

import { expect, test } from 'vitest';
import { auditOf, ECHO, linesOf, runsOf, twoAgents } from './handoff-support.ts';

const FRAME = /=== record ([0-9a-f]{24}) begins ===\r?\n([\s\S]*?)\r?\n=== record \1 ends ===/;

const begin = (box: ReturnType<typeof twoAgents>, ...more: string[]) =>
  box.run(['one', '--name', 'heron', '--prompt', 'the heron stands still', ...more], { input: 'and flies\n' });

test('the same session goes on at the other agent, with what was visible as its first prompt', async () => {
  const box = twoAgents();
  await begin(box, '--permission', 'edits');
  const answer = await box.run(['handoff', 'two', 'heron', '--with', 'go on'], { input: 'yes\n' });
  expect(answer.exitCode, answer.all).toBe(0);
  expect(answer.stderr).toMatch(/handed over from Agent one: \d+ lines in \d+ bytes/);
  const [, , record = ''] = FRAME.exec(answer.stdout) ?? [];
  expect(record).toMatch(
    /\|-- the folder now --[\s\S]*no git repository[\s\S]*\|-- run 1, Agent one: [\s\S]*\| \[the heron stands still\][\s\S]*\| and flies/,
  );
  expect(answer.stdout).toMatch(/ends ===\s+go on\]/);
  const runs = await runsOf(box, 'heron');
  expect(runs.map(({ provider, via, permission }) => [provider, via, permission.effective])).toEqual([
    ['one', 'new', 'edits'],
    ['two', 'visible-text', 'edits'],
  ]);
  const lines = await linesOf(box, 'heron');
  expect(lines[0]).toMatchObject({ provider: 'one', ceiling: 'auto' });
  const handoff = lines.find(({ kind }) => kind === 'handoff');
  expect(handoff).toMatchObject({ run: 2, from_provider: 'one', to_provider: 'two', omitted_lines: 0, redacted: {} });
  expect(Number(handoff?.['lines'])).toBeGreaterThan(2);
  // of the prompt the journal has the length only, and the audit log nothing but counts
  expect(JSON.stringify(lines.filter(({ kind }) => kind === 'run.started').at(-1))).toContain(
    `<prompt: ${handoff?.['bytes']} bytes>`,
  );
  const record2 = auditOf(box).find(({ kind }) => kind === 'handoff');
  expect(record2).toMatchObject({
    run: 2,
    provider: 'two',
    from_provider: 'one',
    lines: handoff?.['lines'],
    named: true,
  });
  expect(JSON.stringify(auditOf(box))).not.toContain('heron');
  expect(await box.json(['verify'])).toMatchObject({ ok: true });
});

test('after it the new conversation is resumed, and the way back is a handoff that says so', async () => {
  const box = twoAgents();
  await begin(box);
  await box.run(['resume', 'heron', '--provider', 'two'], { input: 'now here\n' });
  const resumed = await box.run(['resume', 'heron'], { input: 'x\n' });
  const [first, second] = await runsOf(box, 'heron');
  expect(resumed.stdout).toContain(`[--resume]\r\n[${second?.native_ids[0]}]`);
  // the provider that it is with already means a plain resume
  expect((await box.run(['resume', 'heron', '--provider', 'two', '--dry-run'])).stdout).toContain(
    'via         native-id',
  );
  const back = await box.run(['resume', 'heron', '--provider', 'one'], { input: 'x\n' });
  expect(back.stderr).toContain('handed over from Agent two');
  const argv = (await linesOf(box, 'heron')).findLast(({ kind }) => kind === 'run.started')?.['argv'];
  expect(argv).not.toContain('--resume');
  expect(argv).not.toContain(first?.native_ids[0]);
  const [, , record = ''] = FRAME.exec(back.stdout) ?? [];
  expect(record).toMatch(/run 1, Agent one[\s\S]*the heron stands still[\s\S]*run 2, Agent two[\s\S]*now here/);
  // the record that the second run was given is no part of what it said
  expect(record.match(/the heron stands still/g)).toHaveLength(1);
  const last = (await runsOf(box, 'heron')).at(-1);
  expect((await box.run(['resume', 'heron'], { input: 'x\n' })).stdout).toContain(`[${last?.native_ids[0]}]`);
});

test('where the new agent kept nothing of it, a resume hands over again and does not begin empty', async () => {
  const box = twoAgents({ two: { args: { new: [['--', '{prompt}']] } } });
  await begin(box);
  box.program('two', '#!/bin/sh\nexit 7\n');
  expect((await box.run(['handoff', 'two', 'heron'], { input: 'x\n' })).exitCode).toBe(7);
  box.program('two', ECHO);
  expect((await box.run(['resume', 'heron'], { input: 'x\n' })).stdout).toMatch(FRAME);
});

test.each([
  // granted last, asked for, granted then
  [['--permission', 'ask'], [], 'ask'],
  [['--permission', 'read-only'], [], 'read-only'],
  [['--bypass-permissions'], [], 'auto'],
  [['--bypass-permissions'], ['--bypass-permissions'], 'bypass'],
  [['--permission', 'ask'], ['--permission', 'auto'], 'auto'],
])('after %j a handoff with %j has %s', async (before, asked, level) => {
  const box = twoAgents();
  await begin(box, ...before);
  const answer = await box.run(['handoff', 'two', 'heron', ...asked], { input: 'x\n' });
  expect((await runsOf(box, 'heron'))[1]?.permission.effective).toBe(level);
  expect(answer.stderr.includes('bypass is not carried over')).toBe(
    before[0] === '--bypass-permissions' && asked.length === 0,
  );
});

test('a level that the new agent does not have is lowered, and said', async () => {
  const box = twoAgents({ two: { permissions: { ask: [], auto: ['--auto'] } } });
  await begin(box, '--permission', 'edits');
  const answer = await box.run(['handoff', 'two', 'heron'], { input: 'x\n' });
  expect(answer.stderr).toContain('edits was granted last; Agent two cannot promise it here, so this run has ask');
});

test.each([
  [['--bypass-permissions'], 126, "above this session's ceiling", 'above-ceiling'],
  [['--permission', 'auto'], 126, 'the ceiling of this session is ask', 'above-ceiling'],
  [['--permission', 'ask'], 126, 'can be raised to bypass', 'reaches-above-ceiling'],
])('no handoff raises: under --ceiling ask, %j is refused and recorded', async (asked, status, words, reason) => {
  const box = twoAgents();
  box.program('demo2', ECHO);
  await box.run(['demo', '--ceiling', 'ask', '--name', 'heron', '--prompt', 'hello'], { input: '' });
  const answer = await box.run(['handoff', 'two', 'heron', ...asked], { input: 'x\n' });
  expect(answer.exitCode, answer.all).toBe(status);
  expect(answer.stderr).toContain(words);
  expect(auditOf(box).at(-1)).toMatchObject({ kind: 'refusal', command: 'handoff', provider: 'two', reason });
  expect(await runsOf(box, 'heron')).toHaveLength(1);
});

test('where nobody spoke there is nothing to hand over, and a start of its own is offered', async () => {
  const box = twoAgents();
  await box.run(['one', '--name', 'heron'], { input: '' });
  const answer = await box.run(['handoff', 'two', 'heron'], { input: 'x\n' });
  expect([answer.exitCode, answer.stderr]).toEqual([126, expect.stringMatching(/nobody has spoken[\s\S]*uuldana two/)]);
  expect(auditOf(box).at(-1)).toMatchObject({ reason: 'nothing-to-hand-over' });
});

test.each([
  [['handoff', 'one', 'heron'], 2, 'is with Agent one already'],
  [['handoff', 'three', 'heron'], 2, 'three'],
  [['handoff', 'gone', 'heron'], 127, 'not installed'],
  [['handoff', 'two', 'nobody'], 1, 'nobody'],
  [['handoff', 'two', 'heron', '--paste'], 2, 'not known when Agent two is ready'],
  [['handoff', 'two', 'heron', '--edit'], 126, 'no terminal to edit in'],
  [['resume', 'heron', '--or', 'two'], 2, '--when-ready'],
  [['resume', 'heron', '--or-after', 'soon'], 2, 'length of time'],
  [['resume', 'heron', '--when-ready', '--provider', 'two'], 2, '--or PROVIDER'],
  [['resume', 'heron', '--when-ready', '--or', 'three'], 2, 'three'],
])('%j: %i', async (args, status, words) => {
  const box = twoAgents();
  box.writeConfig({
    providers: {
      ...Object.fromEntries(
        ['one', 'two', 'gone'].map((bin) => [
          bin,
          { bin, title: `Agent ${bin}`, args: { new: [['--', '{prompt}']] }, permissions: { ask: [] } },
        ]),
      ),
    },
  });
  await begin(box);
  const before = await linesOf(box, 'heron');
  const answer = await box.run(args, { input: 'x\n' });
  expect(answer.exitCode, answer.all).toBe(status);
  expect(answer.stderr).toContain(words);
  expect(await linesOf(box, 'heron')).toEqual(before);
});

test('a dry run prints exactly what would be sent, and how, and writes nothing', async () => {
  const box = twoAgents();
  await begin(box);
  const before = await linesOf(box, 'heron');
  const planned = await box.json<{ args: string[]; via: string; sent: { how: string; bytes: number; text: string } }>([
    'handoff',
    'two',
    'heron',
    '--dry-run',
  ]);
  const { text, bytes, how } = planned.sent;
  expect([how, bytes]).toEqual(['argument', Buffer.byteLength(text)]);
  expect(planned.args.at(-1)).toBe(`<prompt: ${bytes} bytes>`);
  const { stdout } = await box.run(['handoff', 'two', 'heron', '--dry-run']);
  const printed = stdout.slice(stdout.indexOf('This is a record'), stdout.indexOf('\n\nNothing was started'));
  const withoutNonce = (words: string) => words.replaceAll(/record [0-9a-f]{24}/g, 'record');
  expect(withoutNonce(printed)).toBe(withoutNonce(text));
  expect(stdout).toContain('other users of this machine may see');
  const sent = (await box.run(['handoff', 'two', 'heron'], { input: 'x\n' })).stdout.replaceAll('\r', '');
  expect(withoutNonce(sent)).toContain(withoutNonce(text));
  expect((await linesOf(box, 'heron')).slice(0, before.length)).toEqual(before);
});

test('secrets are taken out by the rules of today, whatever was kept', async () => {
  const box = twoAgents();
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  box.program('one', `#!/bin/sh\necho "token is ${secret}"\ncat\n`);
  const config = {
    providers: {
      one: { bin: 'one', args: { new: [] }, permissions: { ask: [] } },
      two: { bin: 'two', args: { new: [['--', '{prompt}']] }, permissions: { ask: [] } },
    },
  };
  box.writeConfig({ ...config, redact: false });
  await box.run(['one', '--name', 'heron'], { input: 'hello\n' });
  expect(JSON.stringify(await linesOf(box, 'heron'))).toContain(secret);
  box.writeConfig(config);
  const { stdout } = await box.run(['handoff', 'two', 'heron'], { input: 'x\n' });
  expect(stdout).not.toContain(secret);
  expect(stdout).toContain('[redacted:');
  const handoff = (await linesOf(box, 'heron')).find(({ kind }) => kind === 'handoff');
  expect(Object.values(handoff?.['redacted'] ?? {})).toEqual([1]);
});

test('after a crash of the first agent what it showed is handed over', async () => {
  const box = twoAgents();
  box.program('one', '#!/bin/sh\necho "the heron drowned"\nread line\necho "$line"\nkill -9 $$\n');
  await box.run(['one', '--name', 'heron'], { input: 'help\n' });
  const { stdout } = await box.run(['handoff', 'two', 'heron'], { input: 'x\n' });
  expect(FRAME.exec(stdout)?.[2]).toMatch(/the heron drowned[\s\S]*help/);
});
