import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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
    screen: () => shown.lines,
    type: (bytes) => typed.push(bytes),
    onGiven: given,
  });
  const show = (...lines: string[]) => {
    shown.lines = lines;
  };
  return { show, typed, given, paste };
}

/** Long enough to see a screen twice, on a clock of the test's own. */
const pass = () => vi.advanceTimersByTime(900);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a prompt is pasted when the agent is ready, and sent off when it shows it', () => {
  const { show, typed, given, paste } = lab();
  pass();
  expect(typed).toEqual([]);
  show('> ');
  pass();
  expect(typed).toEqual(['\x1b[200~hello\x1b[201~']);
  pass();
  expect(typed.length).toBe(1);
  show('> hello');
  pass();
  expect(typed[1]).toBe('\r');
  expect(given).toHaveBeenCalledOnce();
  expect(paste.stop()).toBe(true);
});

test('a dialog that comes up after the paste is not answered', () => {
  const { show, typed, given, paste } = lab();
  show('> ');
  pass();
  expect(typed.length).toBe(1);
  show('Run this? [Yes]');
  pass();
  expect(typed.length).toBe(1);
  expect(given).not.toHaveBeenCalled();
  expect(paste.stop()).toBe(false);
});

test('a prompt holds no keys and does not end its own paste', () => {
  const { show, typed, paste } = lab('one\r\ntwo\x1b[201~\x03\tthree\x9b');
  show('> ');
  pass();
  expect(typed).toEqual(['\x1b[200~one\ntwo[201~\tthree\x1b[201~']);
  paste.stop();
});
