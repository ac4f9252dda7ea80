import { expect, test } from 'vitest';
import { findLatestHere, findSession } from '../../src/session/find.ts';
import type { SessionSummary } from '../../src/session/summaries.ts';

function session(id: string, fields: Partial<SessionSummary> = {}): SessionSummary {
  return {
    session: id,
    name: null,
    title: null,
    pinned: false,
    workspace: '/w',
    ceiling: 'auto',
    provider: 'demo',
    status: 'exited',
    runs: 1,
    created_at: null,
    last_active_at: null,
    live_pid: null,
    ...fields,
  };
}

const A = '01900000-0000-7000-8000-00000000aaaa';
const B = '01900000-0000-7000-8000-0000000baaaa';
const C = '01900000-0000-7000-8000-00000000cccc';
const ALL = [
  session(A, { name: 'login' }),
  session(B, { workspace: '/w/sub', title: 'Login page' }),
  session(C, { workspace: '/a-b', name: 'aaaa' }),
];

test.each([
  [A, A],
  [A.toUpperCase(), A],
  ['login', A],
  ['aaaa', C], // a name wins over a fragment
  ['cccc', C],
  ['0baaaa', B],
])('%s is found', (reference, id) => {
  expect(findSession(ALL, reference).session).toBe(id);
});

test.each([
  ['0000', 'session-ambiguous'],
  ['nothing', 'session-not-found'],
  ['', 'session-not-found'],
  ['-', 'session-ambiguous'],
  ['../../etc/passwd', 'session-not-found'],
  ['%', 'session-not-found'],
  ['__proto__', 'session-not-found'],
])('%j is not taken for any session', (reference, code) => {
  expect(() => findSession(ALL, reference)).toThrowError(expect.objectContaining({ code }));
});

test('an ambiguous fragment lists its candidates', () => {
  expect(() => findSession(ALL, '00aaaa')).not.toThrow();
  expect(() => findSession(ALL, '01900000')).toThrowError(/0000aaaa[\s\S]*000baaaa[\s\S]*0000cccc/);
});

test('the latest session here is the first of exactly this folder', () => {
  expect(findLatestHere(ALL, '/w').session).toBe(A);
  expect(findLatestHere(ALL, '/w/sub').session).toBe(B);
});

test('a session of a parent folder is suggested and not taken', () => {
  expect(() => findLatestHere(ALL, '/w/other')).toThrowError(
    expect.objectContaining({ code: 'session-not-found', hint: expect.stringContaining('uuldana resume 0000aaaa') }),
  );
});

test('/a/b and /a-b are different folders', () => {
  expect(() => findLatestHere(ALL, '/a/b')).toThrowError(expect.objectContaining({ code: 'session-not-found' }));
});
