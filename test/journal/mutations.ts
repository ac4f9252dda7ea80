/** What may befall the bytes of a journal, drawn from a seed: bytes changed, moved, doubled or gone. */

export type Random = (below: number) => number;

/** mulberry32: a small generator whose whole state is the seed. */
export function randomFrom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const WORDS = [
  '\n',
  '\r\n',
  '\0'.repeat(64),
  '"',
  '}\n{',
  '\\u0000',
  '__proto__',
  'bypass',
  '"ceiling":"bypass"',
  ',"sum":"',
  '\ufeff',
  '\xff\xfe',
];

type Mutation = (bytes: Buffer, random: Random) => Buffer;

const splice = (bytes: Buffer, from: number, to: number, insert: Uint8Array = Buffer.alloc(0)) =>
  Buffer.concat([bytes.subarray(0, from), insert, bytes.subarray(to)]);

function range(bytes: Buffer, random: Random): [number, number] {
  const from = random(bytes.length + 1);
  return [from, Math.min(bytes.length, from + random(random(10) === 0 ? bytes.length + 1 : 40))];
}

const MUTATIONS: readonly Mutation[] = [
  (bytes, random) => {
    const at = random(bytes.length || 1);
    return splice(bytes, at, at + 1, Buffer.from([(bytes[at] ?? 0) ^ (1 << random(8))]));
  },
  (bytes, random) => splice(bytes, ...range(bytes, random)),
  (bytes, random) => {
    const [from, to] = range(bytes, random);
    return splice(bytes, from, to, Buffer.from(Array.from({ length: to - from }, () => random(256))));
  },
  (bytes, random) => {
    const at = random(bytes.length + 1);
    return splice(bytes, at, at, Buffer.from(WORDS[random(WORDS.length)] ?? '', 'latin1'));
  },
  (bytes, random) => {
    const at = random(bytes.length + 1);
    return splice(bytes, at, at, bytes.subarray(...range(bytes, random)));
  },
  (bytes, random) => bytes.subarray(0, random(bytes.length + 1)),
  (bytes, random) => {
    const lines = bytes.toString('latin1').split('\n');
    const [line = ''] = lines.splice(random(lines.length), 1);
    lines.splice(random(lines.length + 1), 0, line);
    return Buffer.from(lines.join('\n'), 'latin1');
  },
];

/** One to three mutations of bytes and lines. */
export function mutate(original: Buffer, random: Random): Buffer {
  let bytes = original;
  for (let left = 1 + random(3); left > 0; left -= 1) {
    bytes = MUTATIONS[random(MUTATIONS.length)]?.(bytes, random) ?? bytes;
  }
  return bytes;
}
