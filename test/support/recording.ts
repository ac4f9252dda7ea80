/** A recording of a terminal: the bytes that a program wrote and the sizes of its window, each with its time, packed. */

import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** `at`: milliseconds since the start. */
export type Recorded =
  | { readonly at: number; readonly bytes: Buffer }
  | { readonly at: number; readonly size: { readonly cols: number; readonly rows: number } };

/** Times, sizes and lengths as JSON in the first line; then the bytes. */
export function pack(recorded: readonly Recorded[]): Buffer {
  const index = recorded.map((entry) =>
    'bytes' in entry ? [entry.at, entry.bytes.length] : [entry.at, entry.size.cols, entry.size.rows],
  );
  const bytes = recorded.flatMap((entry) => ('bytes' in entry ? [entry.bytes] : []));
  const all = Buffer.concat([Buffer.from(`${JSON.stringify(index)}\n`), ...bytes]);
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_QUALITY]: 11 };
  return brotliCompressSync(all, { params });
}

export function unpack(packed: Buffer): Recorded[] {
  const all = brotliDecompressSync(packed);
  let start = all.indexOf(0x0a) + 1;
  const index: readonly (readonly number[])[] = JSON.parse(all.toString('utf8', 0, start));
  return index.map(([at = 0, first = 0, rows]) => {
    if (rows !== undefined) return { at, size: { cols: first, rows } };
    start += first;
    return { at, bytes: all.subarray(start - first, start) };
  });
}
