import headless from '@xterm/headless';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createModes } from '../../src/pty/modes.ts';

const after = (output: string | Uint8Array) => {
  const modes = createModes();
  modes.push(Buffer.from(output));
  return modes;
};

describe('what puts the terminal back', () => {
  test.each([
    ['nothing for plain text', 'hello\r\n', ''],
    ['nothing for what was taken back', '\x1b[?1049h\x1b[?1000;1006h\x1b[?25l\x1b[?25h\x1b[?1006;1000l\x1b[?1049l', ''],
    ['the alternate screen', '\x1b[?1049h', '\x1b[?1049l'],
    ['the older alternate screens', '\x1b[?47h', '\x1b[?47l'],
    ['leaving by another of its names', '\x1b[?1049h\x1b[?47l', ''],
    ['mouse, focus and paste in one sequence', '\x1b[?1004;2004;1002;1006h', '\x1b[?1002;1004;1006;2004l'],
    [
      'all mouse modes',
      '\x1b[?9h\x1b[?1000h\x1b[?1003h\x1b[?1005h\x1b[?1015h\x1b[?1016h',
      '\x1b[?9;1000;1003;1005;1015;1016l',
    ],
    ['a synchronised update, before anything else', '\x1b[?2026h\x1b[?2004h', '\x1b[?2026l\x1b[?2004l'],
    ['colour scheme reports', '\x1b[?2031h', '\x1b[?2031l'],
    ['cursor keys', '\x1b[?1h', '\x1b[?1l'],
    ['the keypad, by either name', '\x1b=', '\x1b>'],
    ['the keypad as a mode', '\x1b[?66h', '\x1b>'],
    ['the keypad put back', '\x1b=\x1b>', ''],
    ['the hidden cursor', '\x1b[?25l', '\x1b[?25h'],
    ['autowrap', '\x1b[?7l', '\x1b[?7h'],
    ['origin mode, and the cursor not in the middle of the text', '\x1b[?6h', '\x1b[r\x1b[?6l\x1b[999;1H'],
    ['margins, the cursor where it is', '\x1b[2;10r', '\x1b7\x1b[r\x1b8'],
    ['margins that were reset', '\x1b[2;10r\x1b[r', ''],
    ['saved private modes are no margins', '\x1b[?1049r', ''],
    ['the shifted character set', 'a\x0eb', '\x0f'],
    ['the character set shifted back', 'a\x0eb\x0fc', ''],
    ['line drawing', '\x1b(0', '\x1b(B'],
    ['attributes', '\x1b[1;31m', '\x1b[m'],
    ['attributes reset as a whole', '\x1b[1;31m\x1b[0m', ''],
    ['attributes reset one by one', '\x1b[1;3;4;7;38;2;1;2;3;48;5;9m\x1b[22;23;24;27;39;49m', ''],
    ['a colour whose numbers look like attributes', '\x1b[38;5;1m\x1b[39m', ''],
    ['underlines with a style, switched off with one', '\x1b[4:3m\x1b[4:0m', ''],
    ['insert mode', '\x1b[4h', '\x1b[4l'],
    ['a cursor of another shape', '\x1b[5 q', '\x1b[0 q'],
    ['kitty keys pushed three times and popped once', '\x1b[>1u\x1b[>3u\x1b[>7u\x1b[<u', '\x1b[<2u'],
    ['kitty keys pushed once', '\x1b[>1u', '\x1b[<u'],
    ['kitty keys set and not pushed', '\x1b[=5u', '\x1b[=0u'],
    [
      'kitty keys of each screen while that is shown',
      '\x1b[>1u\x1b[?1049h\x1b[>3u\x1b[>3u',
      '\x1b[<2u\x1b[?1049l\x1b[<u',
    ],
    ['a query of kitty keys', '\x1b[?u', ''],
    ['modifyOtherKeys', '\x1b[>4;2m', '\x1b[>4;0m'],
    ['modifyOtherKeys put back', '\x1b[>4;2m\x1b[>4m', ''],
    ['the title', '\x1b]2;my title\x07', '\x1b]0;\x07'],
    ['the title, ended with ST', '\x1b]0;my title\x1b\\', '\x1b]0;\x07'],
    ['the title, taken back', '\x1b]0;my title\x1b\\\x1b]0;\x07', ''],
    ['a link that is still open', '\x1b]8;;http://example.com\x07text', '\x1b]8;;\x07'],
    ['a link that was closed', '\x1b]8;;http://example.com\x07text\x1b]8;;\x07', ''],
    ['the background colour', '\x1b]11;#112233\x07', '\x1b]111\x07'],
    ['a question about the background colour', '\x1b]11;?\x07', ''],
    ['a progress bar', '\x1b]9;4;3;\x07', '\x1b]9;4;0\x07'],
    ['nothing after a full reset', '\x1b[?1049h\x1b[?1000h\x1b[>1u\x1b[1m\x1bc', ''],
    ['what a soft reset leaves on', '\x1b[?25l\x1b[?1000h\x1b[1m\x1b[!p', '\x1b[?1000l'],
    ['modes inside a string are text', '\x1bP\x1b', '\x18'],
    ['a sequence that was cut off', '\x1b[?1049h\x1b[38;5', '\x18\x1b[?1049l'],
    ['CAN ends a sequence', '\x1b[?1049\x18h', ''],
    ['a sequence inside of which another begins', '\x1b[?10\x1b[?1049h', '\x1b[?1049l'],
    ['control characters inside a sequence', '\x1b[?10\r\n49h', '\x1b[?1049l'],
    ['modes nobody knows', '\x1b[?31337h\x1b[?99999999999h', ''],
  ])('%s', (_, output, restored) => {
    expect(after(output).restore()).toBe(restored);
  });
});

test('how output is split changes nothing', () => {
  const pieces = [
    'text ',
    '\x1b[?1049h',
    '\x1b[1;38:2::9:9:9m',
    '\x1b[>1u',
    '\x1b]2;täitle\x1b\\',
    '\x1b]11;#123\x07',
    '\x0e',
    '\x1b(0',
    '\x1b[2;9r',
    '\x1bPq#0\x1b\\',
    '\x1b[?25l',
    '日本',
    '\x1b[<u',
    '\x1bc',
    '\x1b[?1006;1003h',
    '\x1b[!p',
    '\x1b[?2026h',
  ];
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...pieces)),
      fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
      (parts, sizes) => {
        const output = Buffer.from(parts.join(''));
        const split = createModes();
        for (let at = 0; at < output.length; ) {
          const size = sizes.next().value;
          split.push(output.subarray(at, at + size));
          at += size;
        }
        const whole = after(output);
        expect([split.restore(), split.reapply(), split.atRest]).toEqual([
          whole.restore(),
          whole.reapply(),
          whole.atRest,
        ]);
      },
    ),
  );
});

test('after what puts it back, nothing is left to put back', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...ON)), (parts) => {
      const modes = after(parts.join(''));
      modes.push(Buffer.from(modes.restore()));
      expect(modes.restore()).toBe('');
    }),
  );
});

const ON = [
  '\x1b[?1049h',
  '\x1b[?47h',
  '\x1b[?1000h',
  '\x1b[?1006h',
  '\x1b[?2004h',
  '\x1b[?2026h',
  '\x1b[?1h',
  '\x1b=',
  '\x1b[?6h',
  '\x1b[3;9r',
  '\x0e',
  '\x1b(0',
  '\x1b[7m',
  '\x1b[>5u',
  '\x1b[=3u',
  '\x1b[>4;2m',
  '\x1b[?25l',
  '\x1b[?7l',
  '\x1b]2;x\x07',
  '\x1b[4h',
  '\x1b[3 q',
  'text',
  '\x1b]11;red\x07',
  '\x1b]8;;x:y\x07',
  '\x1b]9;4;1;50\x07',
  '\x1b[?1049l',
];

test('a terminal that gets it has the modes of a fresh one', async () => {
  const fresh = new headless.Terminal({ allowProposedApi: true });
  const used = new headless.Terminal({ allowProposedApi: true });
  const output = '\x1b[?1049h\x1b[?1003;1006;1004;2004;2026h\x1b[?1h\x1b=\x1b[?6h\x1b[4h\x1b[?7l\x1b[2;5r';
  await new Promise<void>((done) => used.write(output + after(output).restore(), done));
  expect(used.modes).toEqual(fresh.modes);
  expect(used.buffer.active.type).toBe('normal');
});

test('a suspended program finds its modes again', () => {
  const output =
    '\x1b[>1u\x1b[?1049h\x1b[>3u\x1b[?1002;1006;2004h\x1b[?25l\x1b=\x1b[2;9r\x1b(0\x1b[3 q\x1b[>4;1m\x1b]2;über\x07\x1b]11;red\x07\x1b[1m';
  const modes = after(output);
  expect(modes.reapply()).toBe(
    '\x1b[>1u\x1b[?1049h\x1b[>3u\x1b[?1002;1006;2004h\x1b=\x1b[>4;1m\x1b[2;9r\x1b(0\x1b]11;red\x07\x1b[3 q\x1b[?25l\x1b]0;über\x07',
  );
  const again = after(modes.restore() + modes.reapply());
  expect(again.reapply()).toBe(modes.reapply());
});

describe('where something can be put in', () => {
  test.each([
    ['after text', 'abc', true],
    ['after a sequence', '\x1b[1m', true],
    ['after a whole character', 'ä日🔥', true],
    ['inside a sequence', '\x1b[1', false],
    ['after ESC', '\x1b', false],
    ['inside a title', '\x1b]2;abc', false],
    ['inside a DCS', '\x1bPq123', false],
    ['inside a character of two bytes', Uint8Array.of(0xc3), false],
    ['inside a character of four bytes', Uint8Array.of(0xf0, 0x9f, 0x94), false],
    ['after bytes that are no UTF-8', Uint8Array.of(0x41, 0x80, 0x80, 0x80, 0x80), true],
  ])('%s', (_, output, atRest) => {
    expect(after(output as string).atRest).toBe(atRest);
  });

  test('a character that comes byte by byte', () => {
    const modes = createModes();
    const rest = [...Buffer.from('🔥')].map((byte) => {
      modes.push(Uint8Array.of(byte));
      return modes.atRest;
    });
    expect(rest).toEqual([false, false, false, true]);
  });
});

test('questions to the terminal are counted', () => {
  const questions = [
    '\x1b[c',
    '\x1b[>c',
    '\x1b[6n',
    '\x1b[?6n',
    '\x1b[?u',
    '\x1b[?2026$p',
    '\x1b[>0q',
    '\x1b[14t',
    '\x1b]11;?\x07',
  ];
  const others = ['\x1b[m', '\x1b[>1u', '\x1b[2 q', '\x1b[22;0t', '\x1b]2;title?\x07', '\x1b[>4;1m', 'c'];
  expect(questions.map((question) => after(question).asked)).toEqual(questions.map(() => 1));
  expect(others.map((other) => after(other).asked)).toEqual(others.map(() => 0));
});
