import { expect, test } from 'vitest';
import { COMMANDS, replyTo } from '../../src/demo/reply.ts';

test.each<[string, string[], object]>([
  ['hello', [], { type: 'turn', text: 'You said: hello (turn 1)' }],
  ['two\nlines', ['a', 'b'], { type: 'turn', text: 'You said: two\nlines (turn 3)' }],
  ['/first', ['hello', 'b'], { type: 'turn', text: 'First you said: hello (turn 3)' }],
  ['/first', [], { type: 'note', text: 'Nothing was said in this conversation yet.' }],
  ['/help', [], { type: 'note', text: COMMANDS }],
  ['/lines 3', [], { type: 'note', text: 'line 1\nline 2\nline 3' }],
  ['/lines x', [], { type: 'note', text: '/lines takes a number from 1 to 100000.' }],
  ['/limit', [], { type: 'note', text: 'Usage limit reached. It resets at 5pm.' }],
  ['/title a  b', [], { type: 'title', text: 'a b' }],
  ['/clear', ['a'], { type: 'clear' }],
  ['/crash', [], { type: 'die' }],
  ['/crash exit', [], { type: 'exit', code: 3 }],
  ['/exit', [], { type: 'exit', code: 0 }],
  ['/unknown', [], { type: 'turn', text: 'You said: /unknown (turn 1)' }],
])('%j after %j', (input, prompts, reply) => {
  expect(replyTo(input, prompts)).toEqual(reply);
});
