/** From chunks of bytes to lines, of which no more than one is held, and of that no more than a journal's line can have. Pure. */

import { MAX_LINE_BYTES } from './line.ts';

/**
 * @param line        without its newline; of a line that is too long only a part
 * @param bytes       its length; MAX_LINE_BYTES or more: too long
 * @param terminated  false for a last line without a newline
 */
export type OnLine = (line: Uint8Array, bytes: number, terminated: boolean) => void;

export interface LineSplitter {
  /** The chunk may be reused afterwards, and so may each line once `onLine` has returned. */
  push(chunk: Uint8Array): void;
  end(): void;
}

const NEWLINE = 0x0a;

export function createLineSplitter(onLine: OnLine): LineSplitter {
  let rest: Buffer[] = [];
  let restBytes = 0;

  function keep(piece: Uint8Array): void {
    // Beyond the limit only the length matters: the line is damaged whatever follows.
    if (restBytes < MAX_LINE_BYTES) rest.push(Buffer.from(piece));
    restBytes += piece.length;
  }

  function takeLine(lastPiece: Uint8Array, terminated: boolean): void {
    const bytes = restBytes + lastPiece.length;
    const line = restBytes === 0 || bytes >= MAX_LINE_BYTES ? lastPiece : Buffer.concat([...rest, lastPiece]);
    rest = [];
    restBytes = 0;
    onLine(line, bytes, terminated);
  }

  return {
    push(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        takeLine(chunk.subarray(start, end), true);
        start = end + 1;
      }
      if (start < chunk.length) keep(chunk.subarray(start));
    },
    end() {
      if (restBytes > 0) takeLine(Buffer.alloc(0), false);
    },
  };
}
