import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { bootId, isSameProcess, processIdentity } from '../../src/provider/process.ts';
import { descendants } from '../../src/provider/process-tree.ts';

/** A process that says its own pid and those that it starts, and ends with the test. */
async function start(
  script: string,
): Promise<{ pid: number; said: number[]; end: (signal: NodeJS.Signals) => Promise<unknown> }> {
  const child = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  const pid = child.pid ?? 0;
  const exited = once(child, 'exit');
  const end = (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-pid, signal);
    return exited;
  };
  onTestFinished(async () => void (await end('SIGKILL')));
  const [chunk] = await once(child.stdout, 'data');
  return { pid, said: String(chunk).trim().split(/\s+/).map(Number), end };
}

test('a process keeps its identity as long as it lives, and has none afterwards', async () => {
  const { pid, end } = await start('echo 0; exec sleep 60');
  const identity = processIdentity(pid);
  expect(identity?.startedAt).toMatch(/^\S/);
  expect(processIdentity(pid)).toEqual(identity);
  expect(isSameProcess(pid, identity?.startedAt ?? null, bootId())).toBe(true);
  await end('SIGKILL');
  expect(processIdentity(pid)).toBeNull();
  expect(isSameProcess(pid, identity?.startedAt ?? null, bootId())).toBe(false);
});

test('two processes are never the same', () => {
  const ours = processIdentity(process.pid)?.startedAt ?? null;
  expect(isSameProcess(process.pid, ours, bootId())).toBe(true);
  expect(isSameProcess(process.ppid, ours, bootId())).toBe(false);
});

test('what is not known is not the same, and a boot that is not known is not compared', () => {
  const ours = processIdentity(process.pid)?.startedAt ?? null;
  expect(isSameProcess(process.pid, null, bootId())).toBe(false);
  expect(isSameProcess(process.pid, `${ours}0`, bootId())).toBe(false);
  expect(isSameProcess(process.pid, ours, 'another boot')).toBe(false);
  expect(isSameProcess(process.pid, ours, null)).toBe(true);
});

test('a process that is dead and not yet collected counts as gone', async () => {
  // the shell is replaced by sleep, which never collects the child that it inherits
  const { said } = await start('sh -c "exit 0" & echo $!; exec sleep 60');
  await expect.poll(() => processIdentity(said[0] ?? 0)).toBeNull();
});

test('a name with spaces and parentheses does not shift the fields', async () => {
  const name = ') R 1 (x';
  const { pid, said } = await start(
    `cd /tmp && printf '%s' '${name}' > /proc/self/comm 2>/dev/null; echo $$; read line`,
  );
  expect(said).toEqual([pid]);
  expect(processIdentity(pid)?.startedAt).toMatch(process.platform === 'linux' ? /^[1-9][0-9]{2,}$/ : /^[A-Z]/);
});

test.each([0, -1, 1.5, Number.NaN, 2 ** 40])('%d is no pid', (pid) => {
  expect(processIdentity(pid)).toBeNull();
});

test.runIf(['linux', 'darwin'].includes(process.platform))('a boot has a name, always the same', () => {
  expect(bootId()).toMatch(/^[0-9A-Fa-f-]{36}$/);
  expect(bootId()).toBe(bootId());
});

test('descendants come nearest first', async () => {
  const { pid, said } = await start(
    "sh -c 'sleep 60 & echo $! ; sleep 60 & echo $!; wait' & sleep 60 & echo $! $$; wait",
  );
  await expect.poll(() => descendants(pid).length).toBe(4);
  const found = descendants(pid);
  expect(found).toEqual(expect.arrayContaining(said.filter((one) => one !== pid)));
  const children = descendants(pid).filter((one) => descendants(one).length > 0);
  expect(found.slice(0, 2)).toEqual(expect.arrayContaining(children));
});

test('a process without children, and none at all, have no descendants', async () => {
  const { pid, end } = await start('echo 0; exec sleep 60');
  expect(descendants(pid)).toEqual([]);
  await end('SIGKILL');
  expect(descendants(pid)).toEqual([]);
});
