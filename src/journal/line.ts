/**
 * The bytes of one journal line: body, then `prev` and `sum`. It knows nothing of events or files; FORMAT.md, "A line",
 * is the contract.
 */

import { createHash } from 'node:crypto';

/** The `prev` of a file's first line. */
export const GENESIS = '0000000000000000';

/** The longest line, its newline included. */
export const MAX_LINE_BYTES = 1_048_576;

const SUM_DIGITS = 16;
const ENDING = /^,"prev":"([0-9a-f]{16})","sum":"([0-9a-f]{16})"\}$/;
/** `,"sum":"<16>"}` */
const SUM_BYTES = 8 + SUM_DIGITS + 2;
/** `,"prev":"<16>"` and the sum. */
const ENDING_BYTES = 9 + SUM_DIGITS + 1 + SUM_BYTES;

/** A byte order mark is kept, so that it fails as JSON: the text is exactly what was summed. */
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export type DamageReason = 'too-long' | 'no-sum' | 'wrong-sum' | 'not-utf-8' | 'not-json';

export type DecodedLine =
  | { readonly ok: true; readonly value: Record<string, unknown>; readonly prev: string; readonly sum: string }
  | { readonly ok: false; readonly reason: DamageReason };

/**
 * Encodes one line, newline included, and returns it with its sum, which is the next line's `prev`.
 *
 * @param body  at least one field; neither `prev` nor `sum` among them
 * @param prev  the sum of the last good line, or GENESIS
 * @throws RangeError when the line would be longer than MAX_LINE_BYTES; TypeError for a body that is no such object
 */
export function encodeLine(body: object, prev: string): { line: Buffer; sum: string } {
  const json = JSON.stringify(body);
  if (!json.startsWith('{"') || Object.hasOwn(body, 'prev') || Object.hasOwn(body, 'sum')) {
    throw new TypeError('the body of a line is an object with fields of its own, without prev and sum');
  }
  const summed = `${json.slice(0, -1)},"prev":"${prev}"`;
  const sum = sumOf(summed);
  const line = Buffer.from(`${summed},"sum":"${sum}"}\n`, 'utf8');
  if (line.length > MAX_LINE_BYTES)
    throw new RangeError(`a line of ${line.length} bytes is longer than a journal takes`);
  return { line, sum };
}

/**
 * Decodes one line given without its newline. Total: any bytes give a value or the reason why they are damaged.
 * The value has no prototype and holds neither `prev` nor `sum`; objects inside it are ordinary, so ask `Object.hasOwn`.
 */
export function decodeLine(bytes: Uint8Array): DecodedLine {
  if (bytes.length >= MAX_LINE_BYTES) return { ok: false, reason: 'too-long' };
  const ending = ENDING.exec(Buffer.from(bytes.subarray(-ENDING_BYTES)).toString('latin1'));
  const [, prev, sum] = ending ?? [];
  if (prev === undefined || sum === undefined) return { ok: false, reason: 'no-sum' };
  if (sumOf(bytes.subarray(0, -SUM_BYTES)) !== sum) return { ok: false, reason: 'wrong-sum' };
  const text = decodeUtf8(bytes);
  if (text === null) return { ok: false, reason: 'not-utf-8' };
  const value = parseObject(text);
  return value === null ? { ok: false, reason: 'not-json' } : { ok: true, value, prev, sum };
}

function sumOf(summed: string | Uint8Array): string {
  return createHash('sha256').update(summed).digest('hex').slice(0, SUM_DIGITS);
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return UTF8.decode(bytes);
  } catch {
    return null; // the one thing a fatal decoder throws for is the answer here
  }
}

/** Whatever ends like a line and parses is an object: nothing else closes with a brace. */
function parseObject(text: string): Record<string, unknown> | null {
  let parsed: Record<string, unknown>;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null; // not JSON is an answer too
  }
  const value: Record<string, unknown> = Object.create(null);
  for (const key of Object.keys(parsed)) {
    if (key !== 'prev' && key !== 'sum') value[key] = parsed[key];
  }
  return value;
}
