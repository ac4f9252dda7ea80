// Replaces PATH by TEXT until it is killed; says "first" after the first time.
//
//   node replace-always.mjs PATH TEXT

import { replaceFile } from '../../../dist/src/journal/atomic-file.js';

const [, , path, text] = process.argv;
replaceFile(path, text, { durable: false });
process.stdout.write('first\n');
for (;;) replaceFile(path, text, { durable: false });
