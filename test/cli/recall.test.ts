/** Search and read with the built program: shapes, filters, secrets, crashes, sizes. */

import { closeSync, ftruncateSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { encodeLine, GENESIS } from '../../src/journal/line.ts';
import { closePtys, openPty, openShell } from '../support/pty-harness.ts';
import { BIN, createSandbox, type Sandbox } from '../support/sandbox.ts';

afterEach(closePtys);

interface Found {
  query: string;
  matched: string;
  hits: {
    session: string;
    name: string;
    workspace: string;
    score: number;
    matches: number;
    excerpts: { run: number; seq: number | null; text: string }[];
  }[];
  scanned: number;
  skipped: unknown[];
}

interface ReadPage {
  session: string;
  revision: string;
  total_entries: number;
  next_offset: number | null;
  entries: { seq: number | null; run: number; at: string; kind: string; text: string; content_truncated: boolean }[];
}

const talk = (box: Sandbox, args: readonly string[], lines: readonly string[], cwd = box.workspace) =>
  box.run(['demo', ...args], { input: `${[...lines, '/exit'].join('\n')}\n`, cwd });
const names = ({ hits }: Found) => hits.map(({ name }) => name);

test('what was said is found, in the shape that the design documents', async () => {
  const box = createSandbox();
  await talk(box, ['--name', 'heron'], ['the heron stands still']);
  await talk(box, ['--name', 'otter'], ['the otter swims']);
  const found = await box.json<Found>(['search', 'heron']);
  expect(found).toEqual({
    query: 'heron',
    matched: 'all',
    hits: [
      {
        session: expect.any(String),
        name: 'heron',
        title: null,
        workspace: box.workspace,
        score: expect.any(Number),
        matches: expect.any(Number),
        excerpts: [{ run: 1, seq: expect.any(Number), text: expect.stringContaining('the heron stands still') }],
      },
    ],
    scanned: 2,
    skipped: [],
  });
  const text = await box.run(['search', 'heron']);
  expect(text.stdout).toMatch(/heron[\s\S]*the heron stands still[\s\S]*\n {2}uuldana resume heron\n/);
  expect(text.stdout).not.toContain('\x1b');
  const any = await box.run(['search', 'heron', 'walrus']);
  expect(any.stderr).toContain('no session holds all of these words');
  expect(names(await box.json<Found>(['search', 'what did we decide']))).toEqual(['otter', 'heron']);
  expect(names(await box.json<Found>(['search', '--literal', 'The heron']))).toEqual([]);
  expect((await box.run(['search', 'walrus'])).stderr).toContain('nothing found in 2 sessions');
});

test('this folder only, unless another or all are asked for; and by provider, time and status', async () => {
  const box = createSandbox();
  await talk(box, ['--name', 'here'], ['a heron']);
  await talk(box, ['--name', 'there'], ['a heron'], box.home);
  expect(names(await box.json<Found>(['search', 'heron']))).toEqual(['here']);
  expect(names(await box.json<Found>(['search', 'heron', '--workspace', box.home]))).toEqual(['there']);
  expect(names(await box.json<Found>(['search', 'heron', '--all'])).sort()).toEqual(['here', 'there']);
  for (const [args, count] of [
    [['--provider', 'demo'], 1],
    [['--status', 'exited'], 1],
    [['--status', 'failed'], 0],
    [['--since', '1h'], 1],
    [['--until', '1h'], 0],
  ] as const)
    expect((await box.json<Found>(['search', 'heron', ...args])).hits).toHaveLength(count);
  for (const args of [
    ['--since', 'soon'],
    ['--status', 'odd'],
    ['--provider', 'nobody'],
    ['--all', '--workspace', '/'],
    ['--limit', '0'],
  ])
    expect((await box.run(['search', 'heron', ...args])).exitCode).toBe(2);
});

/** Puts a block of text into a journal as if it had been recorded. */
function record(box: Sandbox, text: Record<string, unknown>): void {
  const [file = ''] = readdirSync(join(box.data, 'journals'));
  const path = join(box.data, 'journals', file);
  const stored = readFileSync(path, 'utf8');
  const last = JSON.parse(stored.trimEnd().split('\n').at(-1) ?? '') as { seq: number; sum: string };
  const { line } = encodeLine({ seq: last.seq + 1, at: new Date().toISOString(), run: 1, ...text }, last.sum);
  writeFileSync(path, stored + line.toString('utf8'));
}

test('a secret that was stored is neither shown nor found; messages and transcripts are read as screens are', async () => {
  const box = createSandbox();
  await talk(box, [], ['hello']);
  const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
  record(box, { kind: 'message', role: 'user', text: `the key of the heron is ${token}` });
  record(box, { kind: 'transcript', lines: ['an otter \u001b[31mred\u001b[0m'], first: 0, gap: false, redacted: {} });
  const found = await box.json<Found>(['search', 'heron']);
  expect(found.hits[0]?.excerpts[0]?.text).toMatch(/the key of the heron is \[redacted:[\w-]+\]/);
  for (const args of [
    ['search', '--literal', token],
    ['search', token.slice(0, 12)],
  ])
    expect((await box.json<Found>(args)).hits).toEqual([]);
  const page = await box.json<ReadPage>(['read']);
  expect(page.entries.slice(-2).map(({ kind, text }) => [kind, text])).toEqual([
    ['message', expect.stringMatching(/^the key of the heron is \[redacted:/)],
    ['transcript', expect.stringContaining('an otter')],
  ]);
  const text = await box.run(['read', '--query', 'otter']);
  expect(text.stdout).toContain('an otter red');
  expect(`${text.stdout}${(await box.run(['search', 'otter'])).stdout}`).not.toContain('\x1b');
});

test('read gives page after page, and nothing is lost between them', async () => {
  const box = createSandbox();
  await talk(
    box,
    ['--name', 'long'],
    Array.from({ length: 50 }, (_, index) => `line ${index} ${'word '.repeat(20)}`),
  );
  const texts: string[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const page: ReadPage = await box.json(['read', 'long', '--offset', String(offset), '--limit', '2']);
    expect(page.entries.length).toBeLessThanOrEqual(2);
    expect(page.entries.every(({ content_truncated }) => !content_truncated)).toBe(true);
    texts.push(...page.entries.map(({ text }) => text));
    offset = page.next_offset;
  }
  const { runs } = await box.json<{ runs: { screen: string[] }[] }>(['show', 'long']);
  expect(texts.join('\n')).toBe(runs[0]?.screen.join('\n'));
  const notes = (await box.run(['read', 'long', '--limit', '1'])).stderr;
  expect(notes).toMatch(/entries 0 to 0 of \d+; go on with: uuldana read \w+ --offset 1/);
  const jumped = await box.json<ReadPage>(['read', 'long', '--query', 'line 49', '--limit', '1']);
  expect(jumped.entries[0]?.text).toContain('line 49');
});

test('after a crash what was on the screen is found, though it is in no journal yet', async () => {
  const box = createSandbox();
  const shell = openShell({ cwd: box.workspace, env: box.env });
  shell.send(`'${process.execPath}' '${BIN}' demo --name crash\r`);
  await shell.waitForText(/help lists/);
  shell.send('the heron stands still\r');
  await shell.waitForText(/turn 1/);
  await expect.poll(async () => (await box.json<Found>(['search', 'heron'])).hits.length).toBe(1);
  const { live_pid: pid } = (await box.json<{ live_pid: number }[]>(['list']))[0] ?? { live_pid: 0 };
  process.kill(pid, 'SIGKILL');
  await shell.waitForText(/Killed/);
  const found = await box.json<Found>(['search', 'heron', '--status', 'interrupted']);
  expect(found.hits[0]?.excerpts[0]).toMatchObject({ run: 1, seq: null });
  const page = await box.json<ReadPage>(['read', 'crash']);
  expect(page.entries.at(-1)).toMatchObject({ seq: null, kind: 'screen', text: expect.stringContaining('heron') });
});

test('on a terminal what was found is marked, unless NO_COLOR is set', async () => {
  const box = createSandbox();
  await talk(box, ['--name', 'heron'], ['the Heron stands still']);
  const args = [BIN, 'search', 'heron'];
  const colours = openPty(process.execPath, args, { cwd: box.workspace, env: box.env });
  await colours.exit;
  expect(colours.output().toString()).toContain('the \x1b[1;31mHeron\x1b[0m stands still');
  const plain = openPty(process.execPath, args, { cwd: box.workspace, env: { ...box.env, NO_COLOR: '1' } });
  await plain.exit;
  expect(plain.output().toString()).not.toContain('\x1b[1');
});

/** Says at its end how much memory it took. */
const RSS = `data:text/javascript,${encodeURIComponent("process.on('exit',()=>process.stderr.write('RSS '+process.resourceUsage().maxRSS))")}`;

test('a journal of 1 GB and a line of 600 MB are listed, searched and read within 256 MB', async () => {
  const box = createSandbox();
  await talk(box, ['--name', 'large'], ['the heron stands still']);
  const [file = ''] = readdirSync(join(box.data, 'journals'));
  const path = join(box.data, 'journals', file);
  const fd = openSync(path, 'r+');
  const { length } = readFileSync(path);
  // holes: one line of 600 MB, then one of 424 MB, and then an event that follows on nothing
  for (const megabytes of [600, 1024]) writeSync(fd, '\n', length + megabytes * 1024 * 1024);
  const event = {
    seq: 99,
    at: '2026-01-02T03:04:05.678Z',
    run: 1,
    kind: 'message',
    role: 'user',
    text: 'the otter swims',
  };
  const { line } = encodeLine(event, GENESIS);
  writeSync(fd, line, 0, line.length, length + 1024 * 1024 * 1024 + 1);
  ftruncateSync(fd, length + 1024 * 1024 * 1024 + 1 + line.length);
  closeSync(fd);
  for (const [args, shows] of [
    [['list'], 'large'],
    [['search', 'otter'], 'the otter swims'],
    [['read', 'large', '--query', 'otter'], 'the otter swims'],
  ] as const) {
    const { stdout, stderr } = await box.run(args, { env: { NODE_OPTIONS: `--import=${RSS}` } });
    expect(stdout).toContain(shows);
    expect(Number(/RSS (\d+)/.exec(stderr)?.[1])).toBeLessThan(256 * 1024);
  }
}, 60_000);
