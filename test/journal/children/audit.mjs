// Records in the audit log as the commands do, each record under the log's lock, and says "done".
//
//   node audit.mjs DATA COUNT RUN

import { join } from 'node:path';
import { acquireLock } from '../../../dist/src/journal/lock.js';
import { createAuditor } from '../../../dist/src/session/auditor.js';

const [, , root, count, run] = process.argv;
const audit = createAuditor({
  auditFile: () => import('../../../dist/src/journal/audit-file.js'),
  clock: { now: Date.now, elapsed: () => performance.now() },
  createdBy: 'uuldana 0.1.0',
  data: { root, locks: join(root, 'locks'), audit: join(root, 'audit.jsonl') },
  env: {},
  lock: (path, waitMs) => acquireLock(path, { waitMs }),
  talk: (line) => console.log(line),
  uid: process.getuid(),
});
for (let n = 1; n <= Number(count); n += 1) {
  await audit({
    kind: 'recovery',
    session: '01934b2c-7d1e-7f00-8000-0123456789ab',
    run: Number(run) * 1000 + n,
    provider: 'demo',
    started: true,
    agent_ended: false,
  });
}
console.log('done');
