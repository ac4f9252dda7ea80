import { describe, expect, test } from 'vitest';
import { createKeyReader } from '../../src/demo/keys.ts';
import { afterKey, emptyPrompt, type Prompt } from '../../src/demo/prompt.ts';

/** Presses all keys; what was said meanwhile, and whether it is over. */
function pressed(input: string, said: readonly string[] = []): { prompt: Prompt; said: string[]; isOver: boolean } {
  const readKeys = createKeyReader();
  readKeys('');
  const outcome = { prompt: emptyPrompt(said), said: [] as string[], isOver: false };
  for (const key of readKeys(input)) {
    const step = afterKey(outcome.prompt, key);
    outcome.prompt = step.prompt;
    if (step.say !== undefined) outcome.said.push(step.say);
    if (step.isOver === true) outcome.isOver = true;
  }
  return outcome;
}

describe('editing', () => {
  test.each([
    ['abc', 'abc', 3],
    ['abc\x1b[D\x1b[Dx', 'axbc', 2],
    ['abc\x7f', 'ab', 2],
    ['abc\x1b[D\x1b[3~', 'ab', 2],
    ['abc\x01x\x05y', 'xabcy', 5],
    ['one two \x17', 'one ', 4],
    ['one\x15two', 'two', 3],
    ['a\u{1f469}\u200d\u{1f467}b\x1b[D\x7f', 'ab', 1],
    ['e\u0301\x7f', '', 0],
    ['\x7f\x1b[D\x1b[C\x1b[3~', '', 0],
    ['a\x1b\rb\x01c', 'a\ncb', 3],
    ['a\x1b\rb\x1b[A', '', 0],
  ])('%j', (input, text, cursor) => {
    expect(pressed(input).prompt.line).toEqual({ text, cursor });
  });
});

describe('saying', () => {
  test('Enter says the line, and an empty one says nothing', () => {
    expect(pressed('hello\r\r  \rthere\n').said).toEqual(['hello', 'there']);
  });

  test('a paste of several lines is one prompt', () => {
    expect(pressed('\x1b[200~one\ntwo\x1b[201~\r').said).toEqual(['one\ntwo']);
  });

  test('arrow keys recall what was said', () => {
    expect(pressed('\x1b[A', ['one', 'two']).prompt.line.text).toBe('two');
    expect(pressed('\x1b[A\x1b[A\x1b[A', ['one', 'two']).prompt.line.text).toBe('one');
    expect(pressed('\x1b[A\x1b[B', ['one', 'two']).prompt.line.text).toBe('');
    expect(pressed('three\r\x1b[A', ['one']).prompt.line.text).toBe('three');
  });
});

describe('leaving', () => {
  test.each([
    ['\x03', false],
    ['\x03\x03', true],
    ['\x03a\x03', false],
    ['\x04', true],
    ['abc\x03', false],
  ])('%j: over is %j', (input, isOver) => {
    expect(pressed(input).isOver).toBe(isOver);
  });

  test('^C clears the line', () => {
    expect(pressed('abc\x03').prompt.line.text).toBe('');
  });

  test('what was typed before the end of input is still said', () => {
    expect(pressed('abc\x04')).toMatchObject({ said: ['abc'], isOver: true });
  });
});
