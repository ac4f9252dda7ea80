import { expect, test } from 'vitest';
import { Checkpoints } from '../../src/pty/checkpoints.ts';

function setUp() {
  const told: string[] = [];
  const timers: { callback: () => void; ms: number }[] = [];
  const screen = { line: 'a' };
  const checkpoints = new Checkpoints({
    intervalMs: 2000,
    snapshot: () => ({ lines: [screen.line], above: [], size: { cols: 80, rows: 24 }, title: null }),
    tell: ({ lines }) => told.push(...lines),
    delay: (callback, ms) => {
      const timer = { callback, ms };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
  });
  return { checkpoints, told, timers, screen, tick: () => timers.shift()?.callback() };
}

test('many changes are one checkpoint, an interval after the first', () => {
  const { checkpoints, told, timers, tick } = setUp();
  for (let change = 0; change < 100; change++) checkpoints.changed();
  expect(timers.map(({ ms }) => ms)).toEqual([2000]);
  tick();
  expect([told, timers]).toEqual([['a'], []]);
});

test('output that changed nothing is none', () => {
  const { checkpoints, told, screen, tick } = setUp();
  for (const line of ['a', 'a', 'b', 'b']) {
    screen.line = line;
    checkpoints.changed();
    tick();
  }
  expect(told).toEqual(['a', 'b']);
});

test('after the end there are none', () => {
  const { checkpoints, timers } = setUp();
  checkpoints.changed();
  checkpoints.stop();
  checkpoints.changed();
  expect(timers).toEqual([]);
});
