import { afterEach, describe, expect, test } from 'vitest';
import { closePtys } from '../support/pty-harness.ts';
import { createHome } from './agent.ts';

const ID = '872d50dd-7e3e-42da-9ae4-f8ba236b7198';

afterEach(closePtys);

describe.each([['--inline'], ['--full-screen']])('%s', (look) => {
  test('a conversation, and its resume', async () => {
    const home = createHome();
    const first = home.open([look, '--session-id', ID, '--', 'remember me']);
    await first.waitForText(/You said: remember me \(turn 1\)/);
    first.send('漢字 and more\r');
    expect(await first.waitForText(/turn 2/)).toContain('You said: 漢字 and more (turn 2)');
    expect(first.screen()).toContain('ask');
    first.send('/exit\r');
    expect(await first.exit).toEqual({ exitCode: 0, signal: null });

    const second = home.open([look, '--resume', ID, '--permission', 'read-only']);
    expect(await second.waitForText(/turn 2/)).toContain('You said: remember me (turn 1)');
    second.send('/first\r');
    await second.waitForText(/First you said: remember me \(turn 3\)/);
    expect(second.screen()).toContain('read-only');
  });

  test('a pasted text of several lines is one prompt', async () => {
    const pty = createHome().open([look]);
    await pty.waitForOutput(/\[\?2004h/);
    pty.send('\x1b[200~one\ntwo\x1b[201~ three');
    await pty.waitForText(/one[ \u2502]*\n[ \u2502]*two three/);
    pty.send('\r');
    expect(await pty.waitForText(/turn 1/)).toMatch(/You said: one\n {2}two three \(turn 1\)/);
  });

  test('/clear rotates the id at once, and the registry says so', async () => {
    const home = createHome();
    const pty = home.open([look, '--session-id', ID, '--', 'one']);
    await pty.waitForText(/turn 1/);
    expect(home.live()).toMatchObject([{ pid: pty.pid, session_id: ID, workspace: home.workspace }]);
    pty.send('/clear\r');
    await pty.waitForText(look === '--inline' ? /new conversation/ : /^(?!.*236b7198).*\/help/s);
    expect(home.live()[0]?.session_id).not.toBe(ID);
  });

  test.each([
    ['^D', '\x04', 0],
    ['^C twice', '\x03\x03', 0],
    ['SIGTERM', null, 143],
  ])('%s gives the terminal back', async (_, keys, exitCode) => {
    const home = createHome();
    const pty = home.open([look, '--', 'one']);
    await pty.waitForText(/turn 1/);
    if (keys === null) process.kill(pty.pid, 'SIGTERM');
    else pty.send(keys);
    expect(await pty.exit).toEqual({ exitCode, signal: null });
    expect(home.live()).toEqual([]);
    expect(pty.terminal.modes.bracketedPasteMode).toBe(false);
    expect(pty.terminal.buffer.active.type).toBe('normal');
  });

  test('it ends with its terminal', async () => {
    const home = createHome();
    const pty = home.open([look, '--', 'one']);
    await pty.waitForText(/turn 1/);
    pty.hangUp();
    expect(await pty.exit).toEqual({ exitCode: null, signal: 'SIGHUP' });
    expect(home.live()).toEqual([]);
  });

  test('/crash leaves everything as it is', async () => {
    const home = createHome();
    const pty = home.open([look, '--session-id', ID, '--', 'one']);
    await pty.waitForText(/turn 1/);
    pty.send('/crash\r');
    expect(await pty.exit).toEqual({ exitCode: null, signal: 'SIGKILL' });
    expect(pty.terminal.modes.bracketedPasteMode).toBe(true);
    expect(home.live()).toMatchObject([{ session_id: ID }]);
    expect(home.conversations()).toEqual([ID]);
  });

  test('/title and /lines', async () => {
    const pty = createHome().open([look]);
    await pty.waitForText(/\/help/);
    pty.send('/title my work\r/lines 40\r');
    await pty.waitForText(/line 40/);
    expect(pty.output().toString('latin1')).toContain('\x1b]2;my work\x07');
  });
});

test('full screen: nothing of it is left on the terminal', async () => {
  const pty = createHome().open(['--full-screen', '--', 'one']);
  await pty.waitForText(/turn 1/);
  expect(pty.terminal.buffer.active.type).toBe('alternate');
  pty.send('\x04');
  await pty.exit;
  expect(pty.screen()).toBe('');
});

test('full screen follows the size, down to nearly nothing', async () => {
  const pty = createHome().open(['--full-screen', '--', 'hello']);
  await pty.waitForText(/turn 1/);
  for (const [columns, rows] of [
    [60, 12],
    [30, 8],
    [4, 3],
    [1, 1],
    [100, 30],
  ] as const) {
    const before = pty.output().length;
    pty.resize(columns, rows);
    await pty.waitForOutput(new RegExp(`^.{${before},}\\[\\?25h`, 's'));
  }
  const screen = await pty.waitForText(/^ uuldana demo agent/);
  expect(screen.split('\n')).toHaveLength(30);
  expect(screen).toContain(`\u256d${'\u2500'.repeat(98)}\u256e`);
});

test('inline: what was typed before it was ready is not lost, nor is the end of input', async () => {
  const pty = createHome().open();
  pty.send('early\nbird\n\x04');
  expect(await pty.exit).toEqual({ exitCode: 0, signal: null });
  expect(pty.screen()).toMatch(/You said: early \(turn 1\).*You said: bird \(turn 2\)/s);
});

test('a dumb terminal gets lines and no sequences', async () => {
  const home = createHome();
  const pty = home.open(['--', 'one'], { env: { ...home.env, TERM: 'dumb' } });
  await pty.waitForText(/turn 1/);
  pty.send('two\r');
  await pty.waitForText(/turn 2/);
  pty.send('\x04');
  expect(await pty.exit).toEqual({ exitCode: 0, signal: null });
  expect(pty.output().includes(0x1b)).toBe(false);
  expect(pty.screen()).toContain('two\nYou said: two (turn 2)');
});
