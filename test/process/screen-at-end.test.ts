import { afterEach, expect, test } from 'vitest';
import { closePtys } from '../support/pty-harness.ts';
import { runSupervised } from './supervised.ts';

afterEach(closePtys);

const shell = (script: string) => ['/bin/sh', '-c', script];

test.each([
  ['left it', 'printf "\\033[?1049l"'],
  ['wiped it and left it', 'printf "\\033[2J\\033[?1049l"'],
  ['was killed on it', 'kill -9 $$'],
])('the text of a full-screen agent that %s is there', async (_, ending) => {
  const draw = 'printf "before\\n\\033[?1049h\\033[H"; for i in 1 2 3; do printf "page line $i\\r\\n"; done';
  const run = runSupervised(shell(`${draw}; ${ending}; echo after`));
  await run.exit;
  const { snapshot } = await run.events.next('ended');
  const after = ending.startsWith('kill') ? [] : ['after'];
  expect(snapshot.lines).toEqual(['before', 'page line 1', 'page line 2', 'page line 3', ...after]);
});

test('300 lines: the last 120', async () => {
  const run = runSupervised(shell('seq 1 300'));
  await run.exit;
  const { snapshot } = await run.events.next('ended');
  expect(snapshot.lines).toEqual(Array.from({ length: 120 }, (_, at) => String(181 + at)));
});

test('checkpoints tell what is shown while it runs, and the end tells the title', async () => {
  const run = runSupervised(shell('printf "\\033]2;my title\\007first\\n"; read line; echo "second $line"; read line'));
  expect((await run.events.next('checkpoint')).snapshot.lines).toEqual(['first']);
  run.send('hello\r');
  expect((await run.events.next('checkpoint', 2)).snapshot.lines).toEqual(['first', 'hello', 'second hello']);
  expect(run.events.all().filter(({ type }) => type === 'spoke').length).toBe(1);
  run.send('\r');
  await run.exit;
  expect((await run.events.next('ended')).snapshot.title).toBe('my title');
});

test('an emulator that throws ends nothing, and the bytes pass', async () => {
  const run = runSupervised(shell('stty raw; printf "\\033[24;80Hx\\033[1J\\033[3;1Hafter it"'), { blind: true });
  await run.waitForOutput(/after it/);
  await run.exit;
  const { screenFailures, snapshot, status } = await run.events.next('ended');
  expect([screenFailures, snapshot.lines, status]).toEqual([1, ['after it'], 'exited']);
});
