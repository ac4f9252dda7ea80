import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WriteQueue } from '../../src/pty/write-queue.ts';

/** A descriptor with room for so many bytes, and a clock that stands still until `tick`. */
function setUp() {
  const written: number[] = [];
  const timers: { callback: () => void; ms: number }[] = [];
  const device = { room: 0, tries: 0, empty: 0, fails: false };
  const queue = new WriteQueue({
    write: (bytes) => {
      device.tries++;
      if (device.fails) throw Object.assign(new Error('gone'), { code: 'EIO' });
      const count = Math.min(bytes.length, device.room);
      if (count === 0) throw Object.assign(new Error('full'), { code: 'EAGAIN' });
      written.push(...bytes.subarray(0, count));
      device.room -= count;
      return count;
    },
    delay: (callback, ms) => {
      const timer = { callback, ms };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
    onEmpty: () => device.empty++,
  });
  const tick = () => timers.shift()?.callback();
  return { queue, device, written, timers, tick };
}

test('what there is room for is written at once, without a timer', () => {
  const { queue, device, written, timers } = setUp();
  device.room = 10;
  queue.push(Uint8Array.of(1, 2, 3));
  expect([written, timers, queue.waiting]).toEqual([[1, 2, 3], [], 0]);
});

test('all bytes arrive once and in order, however the room comes', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.uint8Array({ maxLength: 50 }), fc.nat(40))), (steps) => {
      const { queue, device, written, tick } = setUp();
      for (const [bytes, room] of steps) {
        const reused = Uint8Array.from(bytes);
        queue.push(reused);
        reused.fill(0);
        device.room += room;
        tick();
      }
      device.room = 1e6;
      queue.retry();
      expect(written).toEqual(steps.flatMap(([bytes]) => [...bytes]));
      expect(queue.waiting).toBe(0);
    }),
  );
});

test('a reader that never reads is asked ever more rarely', () => {
  const { queue, timers, tick } = setUp();
  queue.push(Uint8Array.of(1));
  const pauses = Array.from({ length: 9 }, () => {
    const pause = timers[0]?.ms;
    tick();
    return pause;
  });
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 100, 100]);
});

test('progress makes the pauses short again, and the end of waiting is told', () => {
  const { queue, device, timers, tick } = setUp();
  queue.push(Uint8Array.of(1, 2, 3, 4));
  for (let round = 0; round < 5; round++) tick();
  device.room = 2;
  tick();
  expect([timers.map(({ ms }) => ms), device.empty]).toEqual([[1], 0]);
  device.room = 9;
  tick();
  expect([timers, device.empty, queue.waiting]).toEqual([[], 1, 0]);
});

test('when nobody will ever read, nothing waits and nothing is tried again', () => {
  const { queue, device, timers, tick } = setUp();
  queue.push(Uint8Array.of(1));
  device.fails = true;
  tick();
  queue.push(Uint8Array.of(2));
  expect([queue.waiting, timers, device.tries]).toEqual([0, [], 2]);
});
