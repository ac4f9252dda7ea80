import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createKeyReader, type Key } from '../../src/demo/keys.ts';

const key = (name: string) => ({ type: 'key', name });
const text = (typed: string) => ({ type: 'text', text: typed });

/** The input after a first chunk, so that NUL is no end of input. */
function keysOf(input: string): Key[] {
  const read = createKeyReader();
  read('');
  return read(input);
}

describe('keys', () => {
  test.each<[string, unknown[]]>([
    ['abc', [text('abc')]],
    ['a\r', [text('a'), key('enter')]],
    ['a\nb\n', [text('a'), key('enter'), text('b'), key('enter')]],
    ['漢字 \u{1f469}\u200d\u{1f467}', [text('漢字 \u{1f469}\u200d\u{1f467}')]],
    ['\x7f\b', [key('backspace'), key('backspace')]],
    ['\x03\x04', [key('interrupt'), key('end-of-input')]],
    ['\x01\x05\x15\x17\x0c', [key('home'), key('end'), key('clear-line'), key('delete-word'), key('redraw')]],
    ['\x1b[A\x1b[B\x1b[C\x1b[D', [key('up'), key('down'), key('right'), key('left')]],
    ['\x1bOA\x1bOH\x1b[F\x1b[3~', [key('up'), key('home'), key('end'), key('delete')]],
    ['\x1b\r', [key('newline')]],
    ['\x1b[200~one\r\ntwo\tx\x1b[31m\x07\x1b[201~!', [text('one\ntwo    x[31m'), text('!')]],
    ['\x1b[200~\x04\x03\r\x1b[201~', [text('\n')]],
    ['\x1b[1;5D\x1b[?62;c\x1b[24;80R\x1b[I', []],
    ['\x1b]11;rgb:00/00/00\x1b\\\x1bP1+r\x07a', [text('a')]],
    ['\x1b]typed\r', [text(']typed'), key('enter')]],
    ['\x1ba', [text('a')]],
    ['\x00\x1a', []],
  ])('%j', (input, keys) => {
    expect(keysOf(input)).toEqual(keys);
  });

  test('a NUL in the first chunk is the ^D that came before raw mode', () => {
    expect(createKeyReader()('hello\n\0')).toEqual([text('hello'), key('enter'), key('end-of-input')]);
  });

  test('a chunk may end anywhere', () => {
    const pieces = fc.constantFrom(
      'a',
      '漢',
      '\r',
      '\x1b[A',
      '\x1b[200~x\ny\x1b[201~',
      '\x1b]0;t\x07',
      '\x1b[1;5D',
      '\x1b\r',
      '\x15',
    );
    fc.assert(
      fc.property(fc.array(pieces), fc.nat(), (parts, at) => {
        const input = parts.join('');
        const cut = input.length === 0 ? 0 : at % input.length;
        const read = createKeyReader();
        read('');
        const halves = [...read(input.slice(0, cut)), ...read(input.slice(cut))];
        expect(joinText(halves)).toEqual(joinText(keysOf(input)));
      }),
    );
  });
});

/** Text may come in more than one piece. */
function joinText(keys: readonly Key[]): Key[] {
  const joined: Key[] = [];
  for (const next of keys) {
    const last = joined.at(-1);
    if (last?.type !== 'text' || next.type !== 'text') joined.push(next);
    else joined[joined.length - 1] = { type: 'text', text: last.text + next.text };
  }
  return joined;
}
