// Reads a number of bytes a few at a time, with pauses, and writes them to a file: node slow-reader.mjs FILE COUNT

import { execFileSync } from 'node:child_process';
import { readSync, writeFileSync } from 'node:fs';

const [, , file, count] = process.argv;
execFileSync('stty', ['raw', '-echo'], { stdio: ['inherit', 'inherit', 'inherit'] });
console.log('ready');
const got = Buffer.alloc(Number(count));
const wait = new Int32Array(new SharedArrayBuffer(4));
for (let at = 0; at < got.length; ) {
  at += readSync(0, got, at, Math.min(4096, got.length - at));
  if (at % 16 === 0) Atomics.wait(wait, 0, 0, 2);
}
writeFileSync(file, got);
console.log('done');
