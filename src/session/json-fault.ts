/**
 * Finds where a text stops being JSON (RFC 8259), since JSON.parse of Node 20 does not always say. Pure; nothing is built from
 * the text.
 */

export interface JsonFault {
  /** Both count from 1; columns are UTF-16 units, as editors count them. */
  readonly line: number;
  readonly column: number;
  readonly what: string;
}

/** The first place that JSON does not allow, or null when the text is JSON. */
export function jsonFault(text: string): JsonFault | null {
  try {
    const end = skipSpace(text, skipValue(text, 0, 0));
    if (end < text.length) throw new Fault(end, 'the end of the file');
    return null;
  } catch (error) {
    if (error instanceof Fault) return describe(text, error);
    throw error;
  }
}

/** Deeper than any configuration, and far from the end of the stack. */
const MAX_DEPTH = 200;

const STRING = /"(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const SCALAR = /(?:-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)(?![\w.+-])/y;

class Fault extends Error {
  readonly at: number;
  constructor(at: number, expected: string) {
    super(expected);
    this.at = at;
  }
}

/** Each of these returns the offset behind what it read, or throws where that could not be read. */
function skipValue(text: string, from: number, depth: number): number {
  const at = skipSpace(text, from);
  if (depth > MAX_DEPTH) throw new Fault(at, 'fewer levels of nesting');
  if (text[at] === '{') return skipItems(text, at, depth, '}', skipMember);
  if (text[at] === '[') return skipItems(text, at, depth, ']', skipValue);
  return skipPattern(text, at, STRING) ?? skipPattern(text, at, SCALAR) ?? fail(at, 'a value');
}

type Skip = (text: string, from: number, depth: number) => number;

function skipItems(text: string, open: number, depth: number, close: '}' | ']', skipItem: Skip): number {
  let at = skipSpace(text, open + 1);
  if (text[at] === close) return at + 1;
  for (;;) {
    at = skipSpace(text, skipItem(text, at, depth + 1));
    if (text[at] === close) return at + 1;
    if (text[at] !== ',') return fail(at, `"," or "${close}"`);
    at += 1;
  }
}

function skipMember(text: string, from: number, depth: number): number {
  const at = skipSpace(text, from);
  const colon = skipSpace(text, skipPattern(text, at, STRING) ?? fail(at, 'a key in double quotes'));
  if (text[colon] !== ':') return fail(colon, '":"');
  return skipValue(text, colon + 1, depth);
}

function skipSpace(text: string, from: number): number {
  return skipPattern(text, from, /[ \t\n\r]*/y) ?? from;
}

function skipPattern(text: string, from: number, pattern: RegExp): number | null {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : null;
}

function fail(at: number, expected: string): never {
  throw new Fault(at, expected);
}

function describe(text: string, { at, message }: Fault): JsonFault {
  const before = text.slice(0, at).split('\n');
  const found =
    at >= text.length ? 'the file ends' : `there is ${JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0))}`;
  return { line: before.length, column: (before.at(-1) ?? '').length + 1, what: `expected ${message}, but ${found}` };
}
