import { defineConfig } from 'vitest/config';

/** All tests but those that need real agents or other programs than Node (test/agents). */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/agents/**'],
    // node-pty is not thread safe (its README), so each test file gets a process of its own
    pool: 'forks',
    // most tests wait for processes of their own; without this, two cores get one worker
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
