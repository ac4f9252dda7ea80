import { expect, test } from 'vitest';
import { codex } from '../../adapters/codex.ts';
import { gemini } from '../../adapters/gemini.ts';
import { opencode } from '../../adapters/opencode.ts';
import { titleOf } from '../../src/session/title.ts';

const acme = { title: 'Acme' };

test.each([
  [null, null],
  ['', null],
  ['Acme', null],
  ['⠐ Acme', null],
  ['✳ Mend the tests', 'Mend the tests'],
  ['  Mend\x1b[31m the tests ', 'Mend the tests'],
  ['😀'.repeat(3), null],
  ['é'.repeat(200), 'é'.repeat(120)],
])('the title %j is that of a conversation: %j', (raw, title) => {
  expect(titleOf(raw, acme)).toBe(title);
});

test.each([
  ['OpenCode', opencode, null],
  ['OC | Greeting', opencode, 'Greeting'],
  ['OC | OC | x', opencode, 'OC | x'],
  ['~/work', opencode, null],
  ['◇  Ready (work)', gemini, null],
  ['✦  Working… (work)', gemini, null],
  ['gpt-6.2-sol work', codex, null],
] as const)('of %j its agent says what a conversation is about: %j', (raw, adapter, title) => {
  expect(titleOf(raw, adapter)).toBe(title);
});
