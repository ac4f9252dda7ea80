// Takes the lock at PATH, says whether it has it, and holds it until stdin ends or it is killed.
//
//   node hold-lock.mjs PATH [WAIT_MS]

import { acquireLock } from '../../../dist/src/journal/lock.js';

const [, , path, waitMs = '0'] = process.argv;
const lock = await acquireLock(path, { waitMs: Number(waitMs) });
process.stdout.write(lock === null ? 'taken\n' : 'held\n');
process.stdin.on('end', () => lock?.release());
process.stdin.resume();
