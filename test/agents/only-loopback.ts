/** Refuses to start an agent where anything but loopback could be reached: run.mjs is the way in. */

import { networkInterfaces } from 'node:os';

const reachable = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
if (reachable.some(({ internal }) => !internal)) {
  throw new Error('real agents are run without a network only: npm run test:agents');
}
