import { expect, test } from 'vitest';
import type { RunRecord } from '../../src/journal/fold.ts';
import { chooseRung, type LadderFacts } from '../../src/session/ladder.ts';

const ID_A = '11111111-1111-4111-8111-111111111111';
const ID_B = '22222222-2222-4222-8222-222222222222';
const ID_C = '33333333-3333-4333-8333-333333333333';
const STARTED = '2026-11-30T10:00:00.000Z';
const BEFORE = Date.parse(STARTED) - 60_000;
const AFTER = Date.parse(STARTED) + 60_000;

/** Created when it was last changed, unless said otherwise. */
const known = (id: string, modifiedAt: number, createdAt = modifiedAt) => ({ id, createdAt, modifiedAt });

const ADAPTER: LadderFacts['adapter'] = {
  id: 'acme',
  title: 'Acme',
  args: {
    new: [
      ['--id', '{native_id}'],
      ['--', '{prompt}'],
    ],
    resume: [['--resume', '{native_id}']],
    continue: [['--continue']],
  },
};

function run(fields: {
  ids?: string[];
  spoken?: boolean;
  spokenSince?: boolean;
  lines?: string[];
  provider?: string;
}): RunRecord {
  const spoken = fields.spoken ?? true;
  const screen = {
    kind: 'screen',
    lines: fields.lines ?? ['hello'],
    size: { cols: 80, rows: 24 },
    redacted: {},
    from: 'end',
  };
  return {
    run: 1,
    provider: fields.provider ?? 'acme',
    startedAt: STARTED,
    spoken,
    spokenSinceIdentity: fields.spokenSince ?? spoken,
    identities: (fields.ids ?? [ID_A]).map((nativeId) => ({ nativeId, how: 'chosen', evidence: '', at: STARTED })),
    screen: fields.lines?.length === 0 ? null : screen,
  } as unknown as RunRecord;
}

function rung(fields: Partial<LadderFacts> & { runs?: RunRecord[] } = {}) {
  const { runs, ...rest } = fields;
  return chooseRung({
    adapter: ADAPTER,
    history: { runs: runs ?? [run({})] },
    conversations: [known(ID_A, AFTER)],
    missingFlags: { resume: [], continue: [] },
    moved: null,
    usedByOtherSession: false,
    ...rest,
  });
}

const noArgs = (way: 'resume' | 'continue') => ({ ...ADAPTER, args: { ...ADAPTER.args, [way]: null } });

test('the recorded conversation is resumed by its id', () => {
  expect(rung()).toEqual({ via: 'native-id', nativeId: ID_A, notes: [] });
});

test('after a reset inside the agent the last id is resumed', () => {
  expect(
    rung({
      runs: [run({ ids: [ID_A, ID_B] })],
      conversations: [known(ID_A, AFTER), known(ID_B, BEFORE)],
    }),
  ).toMatchObject({
    via: 'native-id',
    nativeId: ID_B,
  });
});

test('what was typed and has reached no conversation, as the word that ends the agent, is no conversation', () => {
  const runs = [run({ ids: [] })];
  expect(rung({ runs, conversations: [] })).toMatchObject({
    via: 'new',
    notes: [expect.stringContaining('kept nothing')],
  });
  expect(rung({ runs, conversations: [known(ID_B, BEFORE)] })).toMatchObject({ via: 'new' });
  expect(rung({ runs, conversations: [known(ID_B, AFTER)] }).via).not.toBe('new');
  const prompted = [{ ...run({ ids: [] }), prompted: true }];
  expect(rung({ runs: prompted, conversations: [] })).toMatchObject({ via: 'visible-text' });
});

test('an id is tried when the provider keeps no files that can be listed', () => {
  expect(rung({ conversations: null })).toMatchObject({ via: 'native-id' });
  expect(rung({ conversations: null, runs: [run({ spoken: false })] })).toMatchObject({ via: 'native-id' });
});

test('a session in which nobody spoke starts anew and is not passed off as resumed', () => {
  expect(rung({ runs: [run({ spoken: false })], conversations: [] })).toMatchObject({ via: 'new' });
  expect(rung({ runs: [run({ spoken: false, ids: [] })], conversations: null })).toMatchObject({ via: 'new' });
});

test('a conversation that was cleared and never spoken in starts anew, and the one before it is not opened', () => {
  const runs = [run({ ids: [ID_A, ID_B], spoken: true, spokenSince: false })];
  expect(rung({ runs, conversations: [known(ID_A, AFTER)] })).toMatchObject({ via: 'new' });
});

test('a conversation that the vendor deleted is said, and another one of the folder is not continued', () => {
  const found = rung({ conversations: [known(ID_C, AFTER)] });
  expect(found).toMatchObject({ via: 'visible-text', lines: ['hello'] });
  expect(found.notes).toEqual([
    'Acme no longer has its conversation 11111111',
    'the latest conversation of this folder is another one',
  ]);
});

test('where the provider looks in another folder than before, that is said and nothing of that folder is passed off as ours', () => {
  const moved = 'Acme kept it below /a and looks below /b now';
  for (const conversations of [null, [], [known(ID_C, AFTER)]]) {
    const found = rung({ conversations, moved });
    expect(found).toMatchObject({ via: 'visible-text', lines: ['hello'] });
    expect(found.notes[0]).toBe(moved);
  }
  expect(rung({ runs: [run({ ids: [] })], conversations: null, moved }).via).toBe('visible-text');
  expect(rung({ moved }), 'the folder was copied there').toMatchObject({ via: 'native-id', notes: [] });
});

test('a deleted conversation with nothing left in the folder falls to the saved text', () => {
  expect(rung({ conversations: [] })).toMatchObject({ via: 'visible-text' });
});

test('without an id the latest conversation is continued, and that is said', () => {
  const found = rung({ runs: [run({ ids: [] })], conversations: null });
  expect(found.via).toBe('continue-latest');
  expect(found.notes.join()).toContain('it may be another one');
});

test.each([
  ['another session of ours was used since', { usedByOtherSession: true }],
  ['nobody spoke in the last run', { runs: [run({ ids: [] }), run({ ids: [], spoken: false, lines: [] })] }],
  ['the flag is not in the help', { missingFlags: { resume: [], continue: ['--continue'] } }],
  ['the provider has no such way', { adapter: noArgs('continue') }],
  [
    'several conversations were used since',
    {
      conversations: [known(ID_B, AFTER), known(ID_C, AFTER)],
    },
  ],
  ['no conversation is left', { conversations: [], runs: [{ ...run({ ids: [] }), prompted: true }] }],
] satisfies [string, Partial<LadderFacts> & { runs?: RunRecord[] }][])(
  'the latest conversation is not continued when %s',
  (_, fields) => {
    expect(rung({ runs: [run({ ids: [] })], conversations: null, ...fields }).via).toBe('visible-text');
  },
);

test('a help without the resume flag falls to the next rung and names the flag', () => {
  const found = rung({ missingFlags: { resume: ['--resume'], continue: [] } });
  expect(found.via).toBe('continue-latest');
  expect(found.notes.join()).toContain('--resume');
});

test('ids of another provider of the session are not given to this one', () => {
  const runs = [run({ ids: [ID_A], provider: 'other' }), run({ ids: [], provider: 'acme' })];
  expect(rung({ runs, conversations: null }).via).not.toBe('native-id');
});

test('when nothing can be taken it says why for every rung', () => {
  const found = rung({
    adapter: { ...noArgs('continue'), args: { ...ADAPTER.args, resume: null, continue: null } },
    runs: [run({ lines: [] })],
  });
  expect(found.via).toBe('none');
  expect(found.notes).toHaveLength(3);
});

test('a provider that takes no first prompt cannot be given the saved text', () => {
  const found = rung({ adapter: { ...ADAPTER, args: { new: [], resume: null, continue: null } } });
  expect(found.via).toBe('none');
});

test('the stub that an agent leaves of a conversation in which nobody spoke is not resumed', () => {
  expect(rung({ runs: [run({ spoken: false })], conversations: [known(ID_A, AFTER)] }).via).toBe('new');
});

test('a conversation reset inside the agent leaves a file at once; it starts anew until somebody speaks', () => {
  const conversations = [known(ID_A, AFTER), known(ID_B, AFTER)];
  expect(rung({ runs: [run({ ids: [ID_A, ID_B], spokenSince: false })], conversations }).via).toBe('new');
  expect(rung({ runs: [run({ ids: [ID_A, ID_B], spokenSince: true })], conversations })).toMatchObject({
    nativeId: ID_B,
  });
});

test('an old conversation that was loaded inside the agent is resumed, though nobody spoke in it since', () => {
  const conversations = [known(ID_A, AFTER), known(ID_C, AFTER, BEFORE)];
  expect(rung({ runs: [run({ ids: [ID_A, ID_C], spokenSince: false })], conversations })).toMatchObject({
    nativeId: ID_C,
  });
});

test('a resumed run in which nobody spoke is resumed again', () => {
  const runs = [run({}), run({ spoken: false })];
  expect(rung({ runs })).toMatchObject({ via: 'native-id', nativeId: ID_A });
});

test('what was said before the first id of a run was discovered was said in that conversation', () => {
  expect(rung({ runs: [run({ spoken: true, spokenSince: false })] })).toMatchObject({
    via: 'native-id',
    nativeId: ID_A,
  });
});

test('what the agent had kept nothing of at its end starts anew, since only its commands were typed', () => {
  expect(rung({ runs: [{ ...run({}), conversation: 'absent' }], conversations: [] }).via).toBe('new');
  expect(rung({ runs: [{ ...run({}), conversation: 'present' }], conversations: [] }).via).toBe('visible-text');
  expect(rung({ runs: [{ ...run({}), conversation: 'absent' }] })).toMatchObject({ via: 'native-id' });
});

test.each(['--dangerously-skip-permissions', '-c', '', 'a b', 'a\nb', '../../etc/passwd', 'x'.repeat(300)])(
  'an edited journal does not hand %j to the agent as an id',
  (id) => {
    expect(rung({ runs: [run({ ids: [id] })], conversations: null }).via).not.toBe('native-id');
  },
);

const handedOver = [run({ ids: [ID_A] }), run({ ids: [ID_B], provider: 'rival' })];

test('back at a provider, what it had before the session was handed to another one is not resumed', () => {
  const there = [known(ID_A, AFTER), known(ID_C, AFTER)];
  expect(rung({ runs: [...handedOver, run({ ids: [ID_C] })], conversations: there })).toMatchObject({
    via: 'native-id',
    nativeId: ID_C,
  });
  // the new conversation is not known: the old one is not passed off as it
  for (const conversations of [there, null]) {
    const taken = rung({ runs: [...handedOver, run({ ids: [] })], conversations, adapter: noArgs('continue') });
    expect(taken.via).toBe('visible-text');
  }
});

test.each([
  ['kept nothing of it', run({ ids: [] }), []],
  ['was given it and nobody spoke, as where a paste was not taken', run({ ids: [ID_C], spoken: false }), []],
])('where the provider %s, what was said before is handed over again', (_, last, conversations) => {
  const taken = rung({ runs: [...handedOver, last], conversations });
  expect(taken).toMatchObject({ via: 'visible-text' });
  expect(taken.notes.at(-1)).toBe('what was said before is handed over again');
});
