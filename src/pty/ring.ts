/**
 * A byte ring with three readers' positions, counted from the start of the run: the kernel reads into it, the terminal is
 * written from it, the screen model is fed from it. It knows nothing of any of them. Nothing is ever overwritten before both
 * have passed it.
 */

export interface Ring {
  /** Where the next bytes go: one contiguous piece, at most `maxBytes` long, empty when the ring is full. */
  space(maxBytes: number): Uint8Array;
  /** The first `count` bytes of the last `space` are filled. */
  commit(count: number): void;
  /** The oldest bytes that were not written yet: one contiguous piece, empty when there are none. */
  unwritten(maxBytes: number): Uint8Array;
  wrote(count: number): void;
  /** The oldest bytes that were written and not parsed yet, up to the position `end`. */
  unparsed(maxBytes: number, end?: number): Uint8Array;
  parsed(count: number): void;
  readonly position: { readonly read: number; readonly written: number; readonly parsed: number };
}

/** @param capacity bytes; a power of two */
export function createRing(capacity: number): Ring {
  const bytes = Buffer.allocUnsafeSlow(capacity);
  const position = { read: 0, written: 0, parsed: 0 };

  const slice = (start: number, count: number): Uint8Array => {
    const from = start & (capacity - 1);
    return bytes.subarray(from, from + Math.min(count, capacity - from));
  };

  return {
    position,
    space: (maxBytes) => slice(position.read, Math.min(maxBytes, capacity - (position.read - position.parsed))),
    unwritten: (maxBytes) => slice(position.written, Math.min(maxBytes, position.read - position.written)),
    unparsed: (maxBytes, end = position.written) =>
      slice(
        position.parsed,
        Math.max(0, Math.min(maxBytes, position.written - position.parsed, end - position.parsed)),
      ),
    commit: (count) => {
      position.read += count;
    },
    wrote: (count) => {
      position.written += count;
    },
    parsed: (count) => {
      position.parsed += count;
    },
  };
}
