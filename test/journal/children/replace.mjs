// Replaces PATH by so many bytes; exit 3 and the error's code on stdout when that fails.
//
//   node replace.mjs PATH BYTES

import { replaceFile } from '../../../dist/src/journal/atomic-file.js';

const [, , path, bytes] = process.argv;
try {
  replaceFile(path, Buffer.alloc(Number(bytes), 'x'));
} catch (error) {
  process.stdout.write(String(error.code));
  process.exitCode = 3;
}
