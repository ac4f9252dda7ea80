// Writes numbers of nine digits, each with a semicolon, as many as make so many bytes, and then "end".

import { execFileSync } from 'node:child_process';
import { writeSync } from 'node:fs';

execFileSync('stty', ['raw'], { stdio: ['inherit', 'inherit', 'inherit'] });
const count = Number(process.argv[2]) / 10;
for (let from = 0; from < count; from += 1000) {
  const numbers = Array.from(
    { length: Math.min(1000, count - from) },
    (_, at) => `${String(from + at).padStart(9, '0')};`,
  );
  for (let bytes = Buffer.from(numbers.join('')); bytes.length > 0; ) bytes = bytes.subarray(writeSync(1, bytes));
}
writeSync(1, 'end');
