import { expect, test, vi } from 'vitest';
import { nextStep, pasteWhenReady } from '../../src/session/paste-prompt.ts';

test.each([
  ['waiting', false, true, 'waiting'],
  ['waiting', true, false, 'waiting'],
  ['waiting', true, true, 'pasted'],
  ['pasted', false, true, 'pasted'],
  ['pasted', true, false, 'pasted'],
  ['pasted', true, true, 'sent'],
] as const)('%s, ready %s, at rest %s: %s', (step, isReady, isAtRest, next) => {
  expect(nextStep(step, isReady, isAtRest)).toBe(next);
});

/** An agent whose screen the test sets, and what it was given. */
function lab(text = 'hello') {
  const shown = { lines: ['starting'] };
  const typed: string[] = [];
  const given = vi.fn();
  const paste = pasteWhenReady({
    ready: '^> ',
    text,
    screen: () => ({ lines: shown.lines, size: { cols: 80, rows: 24 }, title: null }),
    type: (bytes) => typed.push(bytes),
    onGiven: given,
  });
  const show = (...lines: string[]) => {
    shown.lines = lines;
  };
  return { show, typed, given, paste };
}

/** A busy machine looks late. */
const PATIENTLY = { timeout: 15_000 };
/** Longer than it takes to see a screen twice: that nothing is typed can only be seen by waiting. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 900));

test('a prompt is pasted when the agent is ready, and sent off when it shows it', async () => {
  const { show, typed, given, paste } = lab();
  await settle();
  expect(typed).toEqual([]);
  show('> ');
  await vi.waitFor(() => expect(typed).toEqual(['\x1b[200~hello\x1b[201~']), PATIENTLY);
  await settle();
  expect(typed.length).toBe(1);
  show('> hello');
  await vi.waitFor(() => expect(typed[1]).toBe('\r'), PATIENTLY);
  expect(given).toHaveBeenCalledOnce();
  expect(paste.stop()).toBe(true);
});

test('a dialog that comes up after the paste is not answered', async () => {
  const { show, typed, given, paste } = lab();
  show('> ');
  await vi.waitFor(() => expect(typed.length).toBe(1), PATIENTLY);
  show('Run this? [Yes]');
  await settle();
  expect(typed.length).toBe(1);
  expect(given).not.toHaveBeenCalled();
  expect(paste.stop()).toBe(false);
});

test('a prompt holds no keys and does not end its own paste', async () => {
  const { show, typed, paste } = lab('one\r\ntwo\x1b[201~\x03\tthree\x9b');
  show('> ');
  await vi.waitFor(() => expect(typed).toEqual(['\x1b[200~one\ntwo[201~\tthree\x1b[201~']), PATIENTLY);
  paste.stop();
});
