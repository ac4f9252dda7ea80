import { expect, test } from 'vitest';
import { foldHistory, isContent } from '../../src/journal/fold.ts';
import { encodeLine, GENESIS } from '../../src/journal/line.ts';
import { chained, EVENTS, HEADER, historyOf, RUN, recorded } from './support.ts';

const NEWLINE = '\n';

function sessionOf(...events: readonly object[]): Buffer {
  return chained([HEADER, ...events.map((event, index) => recorded(index + 1, event))]);
}

/** The history of a session with these lines dropped, changed or added as text. */
function historyWithLines(change: (lines: string[]) => string[]) {
  const lines = sessionOf(...RUN)
    .toString()
    .split(NEWLINE)
    .slice(0, -1);
  return historyOf(Buffer.from(`${change(lines).join(NEWLINE)}${NEWLINE}`));
}

const sealOf = (damaged_bytes: number) => ({ kind: 'seal', damaged_bytes });

test('a whole session tells everything of its run', () => {
  const history = historyOf(sessionOf(...RUN));
  expect(history).toMatchObject({
    header: HEADER,
    newerVersion: null,
    ceiling: 'edits',
    strict: false,
    workspace: '/home/ada/engine',
    provider: 'demo',
    title: 'The engine',
    createdAt: HEADER.created_at,
    lastActiveAt: '2026-01-02T03:04:15.678Z',
    events: 10,
    unknown: 0,
    damaged: 0,
    chainBreaks: 0,
    missingSeq: 0,
    lastSeq: 10,
    endsWithNewline: true,
    tailBytes: 0,
  });
  expect(isContent(history)).toBe(true);
  expect(history.runs).toEqual([
    {
      run: 1,
      started: true,
      provider: 'demo',
      providerVersion: '1.2.3',
      transport: 'pty',
      via: 'new',
      workspace: '/home/ada/engine',
      argv: EVENTS.started.argv,
      size: { cols: 80, rows: 24 },
      pid: 4242,
      pidStartedAt: '123456',
      bootId: EVENTS.started.boot_id,
      nativeRoot: EVENTS.started.native_root,
      permission: {
        requested: null,
        effective: 'edits',
        ceiling: 'edits',
        strength: 'at-launch',
        enforcedBy: EVENTS.permission.enforced_by,
      },
      identities: [
        {
          nativeId: EVENTS.identity.native_id,
          how: 'chosen',
          evidence: 'given at launch',
          at: '2026-01-02T03:04:07.678Z',
        },
      ],
      spoken: true,
      prompted: false,
      spokenSinceIdentity: true,
      ended: true,
      status: 'exited',
      exitCode: 0,
      signal: null,
      reason: null,
      startedAt: '2026-01-02T03:04:08.678Z',
      endedAt: '2026-01-02T03:04:15.678Z',
      durationMs: 90_000,
      conversation: null,
      limits: [{ text: EVENTS.limit.text, resets_at: '5pm' }],
      screen: expect.objectContaining({ lines: EVENTS.screen.lines, from: 'end' }),
      capture: { what: 'conversation', from: 'option' },
      transcript: { next: 0, lines: 0, bytes: 0, isFull: false },
    },
  ]);
});

test('nothing at all is a history too, and the strictest', () => {
  expect(foldHistory([])).toMatchObject({
    header: null,
    ceiling: 'read-only',
    strict: true,
    workspace: null,
    provider: null,
    createdAt: null,
    lastActiveAt: null,
    runs: [],
    lastSeq: 0,
    lastSum: GENESIS,
    bytes: 0,
    endsWithNewline: true,
  });
  expect(isContent(foldHistory([]))).toBe(false);
});

test('a run that never started is known by its permission and identity', () => {
  const { runs, provider } = historyOf(sessionOf(EVENTS.permission, EVENTS.identity));
  expect(provider).toBe('demo');
  expect(runs).toMatchObject([
    {
      run: 1,
      started: false,
      provider: null,
      pid: null,
      argv: [],
      startedAt: '2026-01-02T03:04:06.678Z',
      ended: false,
      permission: { effective: 'edits' },
    },
  ]);
});

test.each([
  [
    'an event that names a stricter one lowers it',
    [HEADER, recorded(1, { ...EVENTS.permission, ceiling: 'ask' })],
    'ask',
  ],
  [
    'an event that names a higher one does not raise it',
    [HEADER, recorded(1, { ...EVENTS.started, ceiling: 'bypass' })],
    'edits',
  ],
  ['without a header the events tell', [recorded(1, { ...EVENTS.permission, ceiling: 'auto' })], 'auto'],
  [
    'a header that is not understood leaves the strictest',
    [{ ...HEADER, ceiling: 'root' }, recorded(1, EVENTS.permission)],
    'read-only',
  ],
  [
    'a level of a later version counts as the strictest',
    [HEADER, recorded(1, { ...EVENTS.permission, ceiling: 'plan' })],
    'read-only',
  ],
  ['an event with other fields still lowers it', [HEADER, recorded(1, { kind: 'permission', ceiling: 'ask' })], 'ask'],
  [
    'what is asked for or granted does not count',
    [HEADER, recorded(1, { ...EVENTS.permission, effective: 'read-only' })],
    'edits',
  ],
  ['other kinds do not count', [HEADER, recorded(1, { kind: 'tool.called', ceiling: 'ask' })], 'edits'],
  ['nothing tells: the strictest', [recorded(1, EVENTS.input)], 'read-only'],
])('ceiling: %s', (_, bodies, ceiling) => {
  expect(historyOf(chained(bodies)).ceiling).toBe(ceiling);
});

test('a damaged header leaves what the events tell', () => {
  const history = historyWithLines(([header = '', ...rest]) => [header.replace('edits', 'bypass'), ...rest]);
  expect(history).toMatchObject({
    header: null,
    ceiling: 'edits',
    strict: true,
    provider: 'demo',
    createdAt: '2026-01-02T03:04:06.678Z',
  });
  expect(history).toMatchObject({ damaged: 1, unsealedDamage: 1, chainBreaks: 1, workspace: '/home/ada/engine' });
  expect(isContent(history)).toBe(false);
});

test('a newer file is said and read as far as it goes', () => {
  const history = historyOf(
    chained([{ ...HEADER, version: 2 }, recorded(1, EVENTS.started), recorded(2, { kind: 'tool.called' })]),
  );
  expect(history).toMatchObject({ newerVersion: 2, events: 2, unknown: 1, provider: 'demo' });
});

test.each<[string, (lines: string[]) => string[], object]>([
  ['a line is missing', (lines) => lines.toSpliced(3, 1), { chainBreaks: 1, missingSeq: 1, damaged: 0 }],
  ['two lines are missing', (lines) => lines.toSpliced(3, 2), { chainBreaks: 1, missingSeq: 2, damaged: 0 }],
  [
    'a line stands twice',
    (lines) => lines.toSpliced(3, 0, lines[3] ?? ''),
    { chainBreaks: 1, missingSeq: 0, damaged: 0 },
  ],
  [
    'two lines changed places',
    (lines) => lines.toSpliced(3, 2, lines[4] ?? '', lines[3] ?? ''),
    { chainBreaks: 3, missingSeq: 1 },
  ],
  [
    'a line was changed',
    (lines) => lines.with(3, 'x'),
    { damaged: 1, unsealedDamage: 1, chainBreaks: 1, missingSeq: 1 },
  ],
  ['the header is missing', (lines) => lines.slice(1), { header: null, chainBreaks: 1 }],
  [
    'the last line is missing, which cannot be seen',
    (lines) => lines.slice(0, -1),
    { chainBreaks: 0, missingSeq: 0, damaged: 0 },
  ],
])('%s', (_, change, expected) => {
  const history = historyWithLines(change);
  expect(history).toMatchObject(expected);
  expect(isContent(history)).toBe(history.chainBreaks === 0);
});

test.each<[string, string[], number, number, number]>([
  ['a seal of its size closes it', ['torn'], 4, 1, 0],
  ['a seal of another size does not', ['torn'], 3, 1, 1],
  ['a seal that says the line was whole does not', ['torn'], 0, 1, 1],
  ['one seal closes two broken lines in a row', ['torn', 'seal torn'], 13, 2, 0],
  ['a seal of the last one leaves the one before', ['changed', 'torn'], 4, 2, 1],
  ['a run of damage is counted whole', Array.from({ length: 40 }, () => 'torn'), 8, 40, 38],
])('damage: %s', (_, damagedLines, sealed, damaged, unsealedDamage) => {
  const before = sessionOf(EVENTS.input).toString();
  const lines = sessionOf(EVENTS.input, sealOf(sealed)).toString().split(NEWLINE);
  const history = historyOf(Buffer.from(`${before}${damagedLines.join(NEWLINE)}${NEWLINE}${lines[2]}${NEWLINE}`));
  expect(history).toMatchObject({ damaged, unsealedDamage, seals: 1, chainBreaks: 0, missingSeq: 0 });
  expect(isContent(history)).toBe(unsealedDamage === 0);
});

test('an empty line is damage that no seal closes', () => {
  const bytes = Buffer.concat([sessionOf(EVENTS.input), Buffer.from(NEWLINE)]);
  const next = sessionOf(EVENTS.input, sealOf(0)).toString().split(NEWLINE)[2];
  expect(historyOf(Buffer.concat([bytes, Buffer.from(`${next}${NEWLINE}`)]))).toMatchObject({
    damaged: 1,
    unsealedDamage: 1,
  });
});

test('a header that follows another line breaks the chain', () => {
  const { line } = encodeLine(HEADER, '0123456789abcdef');
  expect(historyOf(line)).toMatchObject({ header: HEADER, chainBreaks: 1 });
});

test('a torn last line is damage until a seal closes it, and its size is known', () => {
  const bytes = sessionOf(EVENTS.input);
  const history = historyOf(Buffer.concat([bytes, Buffer.from('{"seq":2')]));
  expect(history).toMatchObject({
    endsWithNewline: false,
    tailBytes: 8,
    unsealedDamage: 1,
    bytes: bytes.length + 8,
    lastSeq: 1,
  });
});

test('a last line that only lacks its newline is whole', () => {
  const bytes = sessionOf(EVENTS.input);
  const history = historyOf(bytes.subarray(0, -1));
  expect(history).toMatchObject({
    endsWithNewline: false,
    tailBytes: 0,
    damaged: 0,
    bytes: bytes.length - 1,
    lastSeq: 1,
  });
  expect(isContent(history)).toBe(true);
});
