import { expect, test } from 'vitest';
import { childEnvironment } from '../../src/provider/environment.ts';

const changes = { set: { ACME_LOG: 'off', ACME_TOOL_MODE: 'ours' }, unset: ['ACME_YOLO', 'ACME_TOOL_*'] };

test('names and prefixes are taken out, what the adapter sets is put in, the rest stays', () => {
  const parent = {
    PATH: '/bin',
    ACME_YOLO: '1',
    ACME_TOOL_ID: '7',
    ACME_TOOL_MODE: 'theirs',
    ACME_YOLO_2: 'stays',
    EMPTY: '',
    GONE: undefined,
  };
  expect(childEnvironment(parent, changes)).toEqual({
    env: { PATH: '/bin', ACME_YOLO_2: 'stays', EMPTY: '', ACME_LOG: 'off', ACME_TOOL_MODE: 'ours' },
    removed: ['ACME_TOOL_ID', 'ACME_YOLO'],
  });
});

test('what describes the terminal stays', () => {
  const parent = { TERM: 'xterm', TMUX: '/tmp/t,1,0', STY: '1.pts', COLUMNS: '80', LINES: '24' };
  expect(childEnvironment(parent, changes).env).toMatchObject(parent);
});

test('the parent is not touched, and nothing is removed that was not there', () => {
  const parent = Object.freeze({ A: '1' });
  expect(childEnvironment(parent, { set: {}, unset: ['B', 'C*'] })).toEqual({ env: { A: '1' }, removed: [] });
});

test('a variable may have any name', () => {
  const parent = Object.fromEntries([
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ]);
  const { env } = childEnvironment(parent, { set: {}, unset: [] });
  expect(Object.entries(env)).toEqual([
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ]);
});
