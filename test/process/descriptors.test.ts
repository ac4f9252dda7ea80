import { existsSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { closePtys, openPty } from '../support/pty-harness.ts';
import { runSupervised } from './supervised.ts';

afterEach(closePtys);

test.runIf(existsSync('/proc/self/fd'))(
  "no other session's terminal leaks into an agent, and none of ours",
  async () => {
    const others = [openPty('/bin/cat'), openPty('/bin/cat')];
    const leaked = openPty('/bin/ls', ['-l', '/proc/self/fd']);
    await leaked.exit;
    expect(leaked.screen()).toContain('ptmx');
    const run = runSupervised(['/bin/ls', '-l', '/proc/self/fd']);
    await run.exit;
    expect(run.screen()).not.toContain('ptmx');
    const terminals = run.screen().match(/\d+ -> \/dev\/p.*/g) ?? [];
    expect(terminals.map((line) => line.split(' ')[0])).toEqual(['0', '1', '2']);
    expect(others.length).toBe(2);
  },
);
