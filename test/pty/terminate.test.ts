import { expect, test } from 'vitest';
import { Ladder, rungsFrom } from '../../src/pty/terminate.ts';

const grace = { hangupMs: 20, terminateMs: 50 };

function setUp() {
  const sent: string[] = [];
  const timers: { callback: () => void; ms: number }[] = [];
  const ladder = new Ladder({
    grace,
    kill: (signal) => sent.push(signal),
    delay: (callback, ms) => {
      const timer = { callback, ms };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
  });
  return { ladder, sent, timers, tick: () => timers.shift()?.callback() };
}

test.each([
  ['SIGHUP', ['SIGHUP 20', 'SIGTERM 50', 'SIGKILL 0']],
  ['SIGINT', ['SIGINT 20', 'SIGTERM 50', 'SIGKILL 0']],
  ['SIGTERM', ['SIGTERM 50', 'SIGKILL 0']],
] as const)('the rungs from %s', (signal, rungs) => {
  expect(rungsFrom(signal, grace).map((rung) => `${rung.signal} ${rung.waitMs}`)).toEqual(rungs);
});

test('each signal is followed by one that lets a stopped program see it', () => {
  const { ladder, sent, timers, tick } = setUp();
  ladder.begin('SIGHUP', 'hangup');
  tick();
  tick();
  expect(sent).toEqual(['SIGHUP', 'SIGCONT', 'SIGTERM', 'SIGCONT', 'SIGKILL', 'SIGCONT']);
  expect([timers, ladder.reason]).toEqual([[], 'hangup']);
});

test('the second signal is the last, and the reason stays the first', () => {
  const { ladder, sent, timers } = setUp();
  ladder.begin('SIGTERM', 'terminated');
  ladder.begin('SIGINT', 'interrupted');
  expect([sent.at(-2), timers, ladder.reason]).toEqual(['SIGKILL', [], 'terminated']);
});

test('nothing more is sent when the agent has ended', () => {
  const { ladder, sent, timers } = setUp();
  ladder.begin('SIGHUP', 'hangup');
  ladder.stop();
  expect([sent.length, timers]).toEqual([2, []]);
});
