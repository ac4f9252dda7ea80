import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRing } from '../../src/pty/ring.ts';

test('whatever the order, both readers see all bytes once and in order, and nothing is overwritten before', () => {
  const step = fc.tuple(fc.constantFrom('fill', 'write', 'parse'), fc.integer({ min: 1, max: 100 }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const ring = createRing(64);
      const written: number[] = [];
      const parsed: number[] = [];
      const actions: Record<string, (count: number) => void> = {
        fill: (count) => ring.commit(fill(ring.space(count), ring.position.read)),
        write: (count) => ring.wrote(written.push(...ring.unwritten(count)) - ring.position.written),
        parse: (count) => ring.parsed(parsed.push(...ring.unparsed(count)) - ring.position.parsed),
      };
      for (const [what, count] of steps) {
        actions[what]?.(count);
        expect(ring.position.read - ring.position.parsed).toBeLessThanOrEqual(64);
      }
      expect(written).toEqual(Array.from(written, (_, at) => at & 0xff));
      expect(parsed).toEqual(Array.from(parsed, (_, at) => at & 0xff));
      expect(ring.position).toMatchObject({ written: written.length, parsed: parsed.length });
    }),
  );
});

function fill(space: Uint8Array, from: number): number {
  for (let at = 0; at < space.length; at++) space[at] = (from + at) & 0xff;
  return space.length;
}

test('the parser can be held at a position', () => {
  const ring = createRing(64);
  ring.commit(ring.space(10).length);
  ring.wrote(8);
  expect([ring.unparsed(99).length, ring.unparsed(99, 5).length, ring.unparsed(99, 0).length]).toEqual([8, 5, 0]);
});
