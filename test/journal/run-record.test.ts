import { expect, test } from 'vitest';
import { chained, EVENTS, HEADER, historyOf, recorded } from './support.ts';

function sessionOf(...events: readonly object[]): Buffer {
  return chained([HEADER, ...events.map((event, index) => recorded(index + 1, event))]);
}

const renewed = { ...EVENTS.identity, native_id: 'bbbb', how: 'discovered' };

test.each([
  ['nobody', [EVENTS.identity], false, false],
  ['someone without an identity', [EVENTS.input], true, true],
  ['someone under the identity', [EVENTS.identity, EVENTS.input], true, true],
  ['someone before the identity changed', [EVENTS.identity, EVENTS.input, renewed], true, false],
  ['someone before and after', [EVENTS.identity, EVENTS.input, renewed, EVENTS.input], true, true],
])('%s spoke', (_, events, spoken, spokenSinceIdentity) => {
  expect(historyOf(sessionOf(...events)).runs).toMatchObject([{ spoken, spokenSinceIdentity }]);
});

test('each identity is kept in order, the last screen and the last provider count', () => {
  const moved = { ...EVENTS.started, provider: 'other', workspace: '/home/ada/moved', via: 'visible-text' };
  const early = { ...EVENTS.screen, lines: ['early'], from: 'checkpoint' };
  const history = historyOf(sessionOf(EVENTS.started, EVENTS.identity, renewed, early, EVENTS.screen, moved));
  expect(history.runs[0]?.identities.map(({ nativeId }) => nativeId)).toEqual([EVENTS.identity.native_id, 'bbbb']);
  expect(history.runs[0]?.screen?.lines).toEqual(EVENTS.screen.lines);
  expect(history).toMatchObject({ provider: 'other', workspace: '/home/ada/moved' });
});

test('one run keeps its latest hundred identities', () => {
  const many = Array.from({ length: 250 }, (_, n) => ({ ...EVENTS.identity, native_id: `id-${n}` }));
  const [run] = historyOf(sessionOf(...many)).runs;
  expect([run?.identities.length, run?.identities.at(-1)?.nativeId]).toEqual([100, 'id-249']);
});
