import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createInputWatcher } from '../../src/pty/input.ts';

/** Feeds the reads one after the other; what is handed on as one Latin-1 string. */
function read(...reads: (string | Uint8Array)[]) {
  const watcher = createInputWatcher({ suspendKey: true, elapsed: () => 0 });
  const results = reads.map((bytes) => watcher.push(Buffer.from(bytes)));
  return {
    forward: Buffer.concat(results.flatMap((result) => result.forward)).toString('utf8'),
    suspended: results.some((result) => result.suspend),
    spoke: results.filter((result) => result.spoke).length,
  };
}

describe('Ctrl-Z', () => {
  test.each<[string, (string | Uint8Array)[], boolean, string]>([
    ['alone', ['\x1a'], true, ''],
    ['between keys', ['a\x1ab'], true, 'ab'],
    ["in kitty's form", ['\x1b[122;5u'], true, ''],
    ["in kitty's form as a press", ['\x1b[122;5:1u'], true, ''],
    ['with caps lock and num lock', ['\x1b[122;197u'], true, ''],
    ['on a Cyrillic layout', ['\x1b[1103::122;5u'], true, ''],
    ['as xterm encodes it', ['\x1b[27;5;122~'], true, ''],
    ['between others in one read', ['x\x1b[122;5uy'], true, 'xy'],
    ['after ESC that was typed before', ['\x1b', '\x1a'], true, '\x1b'],
    ['a release', ['\x1b[122;5:3u'], false, '\x1b[122;5:3u'],
    ['a repeat', ['\x1b[122;5:2u'], false, '\x1b[122;5:2u'],
    ['with Alt', ['\x1b\x1a'], false, '\x1b\x1a'],
    ['with Shift', ['\x1b[122;6u'], false, '\x1b[122;6u'],
    ['z without Ctrl', ['z'], false, 'z'],
    ['in a bracketed paste', ['\x1b[200~a\x1ab\x1b[201~'], false, '\x1b[200~a\x1ab\x1b[201~'],
    [
      'in a paste that comes in pieces',
      ['\x1b[20', '0~a', '\x1a', '\x1b[122;5u', '\x1b[2', '01~'],
      false,
      '\x1b[200~a\x1a\x1b[122;5u\x1b[201~',
    ],
    ['after a paste', ['\x1b[200~a\x1b[201~\x1a'], true, '\x1b[200~a\x1b[201~'],
    ['in a large read, which nobody typed', [`${'x'.repeat(200)}\x1a`], false, `${'x'.repeat(200)}\x1a`],
    ['in the last piece of a paste', ['x'.repeat(200), '\x1a'], false, `${'x'.repeat(200)}\x1a`],
    ['in a mouse report', ['\x1b[M\x1a!!'], false, '\x1b[M\x1a!!'],
    ['split, when half of it was handed on', ['\x1b[122', ';5u'], false, '\x1b[122;5u'],
  ])('%s', (_, reads, suspended, forward) => {
    expect(read(...reads)).toMatchObject({ suspended, forward });
  });

  test('counts again some time after a paste', () => {
    let now = 0;
    const watcher = createInputWatcher({ suspendKey: true, elapsed: () => now });
    watcher.push(Buffer.from('x'.repeat(200)));
    now = 100;
    expect(watcher.push(Uint8Array.of(0x1a)).suspend).toBe(true);
  });

  test('is handed on when it is not ours', () => {
    const watcher = createInputWatcher({ suspendKey: false });
    expect(watcher.push(Uint8Array.of(0x1a))).toEqual({ forward: [Uint8Array.of(0x1a)], suspend: false, spoke: false });
  });
});

describe('someone spoke', () => {
  test.each<[string, string[], number]>([
    ['text and Enter', ['hello\r'], 1],
    ['key by key', ['h', 'i', '\r'], 1],
    ['text and a line feed', ['hello\n'], 1],
    ['umlauts', ['ä\r'], 1],
    ['twice', ['a\rb\r'], 1],
    ['twice in two reads', ['a\r', 'b\r'], 2],
    ['pasted, then Enter', ['\x1b[200~hello\x1b[201~', '\r'], 1],
    ['pasted with line ends, not yet entered', ['\x1b[200~hello\r\nyou\r\n\x1b[201~'], 0],
    ["text in kitty's form", ['\x1b[97u', '\x1b[13u'], 1],
    ["text in kitty's form with Shift", ['\x1b[97:65;2u\x1b[13;1u'], 1],
    ['kitty, Enter released only', ['a\x1b[13;1:3u'], 0],
    ['Shift-Enter, which makes a new line', ['a\x1b[13;2u'], 0],
    ['Alt-Enter, which makes a new line', ['a\x1b\r'], 0],
    ['the Enter of the keypad', ['a\x1bOM'], 1],
    ['Enter alone', ['\r'], 0],
    ['blanks and Enter', ['   \r'], 0],
    ['arrows and Enter', ['\x1b[A\x1b[B\x1bOA\r'], 0],
    ['function keys and Enter', ['\x1b[15~\x1bOP\x1b[1;5C\r'], 0],
    ['kitty function keys and Enter', ['\x1b[57441u\x1b[9u\x1b[27u\r'], 0],
    ['Ctrl and Alt with letters', ['\x1b[97;5u\x1b[97;3u\x01\r'], 0],
    ['erased with Ctrl-U', ['hello\x15\r'], 0],
    ['erased with Ctrl-C', ['hello\x03\r'], 0],
    ["erased with Ctrl-U in kitty's form", ['hello\x1b[117;5u\r'], 0],
    ['erased with backspace', ['ab\x7f\x7f\r'], 0],
    ['half erased with backspace', ['ab\x7f\r'], 1],
    ['a word erased with Ctrl-W', ['word\x17\r'], 0],
    ['one of two words erased with Ctrl-W', ['two words\x17\r'], 1],
    ['device attributes', ['\x1b[?62;4c\x1b[>1;10;0c\r'], 0],
    ['cursor position', ['\x1b[12;40R\r'], 0],
    ['a mode report', ['\x1b[?2026;2$y\r'], 0],
    ['a colour', ['\x1b]11;rgb:1111/2222/3333\x1b\\\r'], 0],
    ['a colour, ended with BEL', ['\x1b]11;rgb:1111/2222/3333\x07\r'], 0],
    ['XTVERSION', ['\x1bP>|kitty(0.36)\x1b\\\r'], 0],
    ['kitty flags', ['\x1b[?7u\r'], 0],
    ['a reply that comes in pieces', ['\x1b', ']11;rgb', ':11/22/33', '\x1b', '\\', '\r'], 0],
    ['mouse', ['\x1b[<0;10;20M\x1b[<0;10;20m\r'], 0],
    ['mouse in the old form', ['\x1b[M abc\r'.slice(0, 6), '\r'], 0],
    ['focus', ['\x1b[I\x1b[O\r'], 0],
    ['Alt and a letter that opens a string, then text', ['\x1b]', 'hello\r'], 1],
    ['a string that never ends, then a key', ['\x1b]11;rgb\r', 'hello\r'], 1],
  ])('%s', (_, reads, times) => {
    expect(read(...reads).spoke).toBe(times);
  });
});

test('every byte is handed on at once, whatever it is and however it is split', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 20 })), (reads) => {
      const watcher = createInputWatcher({ suspendKey: false });
      for (const bytes of reads) expect(Buffer.concat(watcher.push(bytes).forward)).toEqual(Buffer.from(bytes));
    }),
  );
});

test('only Ctrl-Z is ever missing', () => {
  const parts = ['a', '\x1a', '\x1b', '\x1b[122;5u', '\x1b[200~', '\x1b[201~', '\x1b[A', '\r', '\x1bP1$r\x1b\\', 'ü'];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts)), (reads) => {
      const { forward } = read(...reads);
      const without = (text: string) => text.replaceAll('\x1a', '').replaceAll('\x1b[122;5u', '');
      expect(without(forward)).toBe(without(reads.join('')));
    }),
  );
});
