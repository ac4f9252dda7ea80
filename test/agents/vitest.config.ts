import { defineConfig } from 'vitest/config';

/** The tests with real agents; started by run.mjs, which installs the agents and takes the network away. */
export default defineConfig({
  test: {
    // recordings are made, not tested: test/agents/conversation/record.ts
    include: [process.env['UULDANA_RECORD'] ? 'test/agents/conversation/record.ts' : 'test/agents/**/*.test.ts'],
    setupFiles: ['test/agents/only-loopback.ts'],
    pool: 'forks',
    // an agent takes more than one core while it starts, and none while its screen is waited for
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
});
