import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createScreen, type Screen } from '../../src/pty/screen.ts';

/** A screen of 20x5 whose clock stands still. */
function screenOf(output: string, size = { cols: 20, rows: 5 }): Screen {
  const screen = createScreen(size, { answerQueries: false, elapsed: () => 0 });
  screen.feed(Buffer.from(output));
  return screen;
}

const linesOf = (output: string, size?: { cols: number; rows: number }) => screenOf(output, size).snapshot().lines;
const numbered = (count: number, name = 'line') => Array.from({ length: count }, (_, at) => `${name} ${at + 1}`);

describe('lines of the normal screen', () => {
  test.each<[string, string, string[]]>([
    ['only lines with text, their ends trimmed', 'one   \r\n\r\n   \r\n  two\r\n', ['one', '  two']],
    [
      'wrapped rows are one line',
      'a long line that wraps over three rows of it',
      ['a long line that wraps over three rows of it'],
    ],
    ['a line that just fits does not wrap', 'twenty characters xx\r\nnext', ['twenty characters xx', 'next']],
    ['a space at the place of wrapping is kept', 'nineteen character  wrapped', ['nineteen character  wrapped']],
    ['wide characters at the end of a row', '日本語日本語日本語x日本語', ['日本語日本語日本語x日本語']],
    ['a wide character that does not fit leaves no hole', 'nineteen characterx日本', ['nineteen characterx日本']],
    ['Korean', '한국어 터미널', ['한국어 터미널']],
    ['emoji take two cells', '🔥\x1b[3Gx', ['🔥x']],
    ['combining marks', 'e\u0301a\u0308', ['e\u0301a\u0308']],
    ['a mark on a wide character', '日\u0301\x1b[3Gx', ['日\u0301x']],
    ['a joined emoji', '👨\u200d👩\u200d👧 family', ['👨\u200d👩\u200d👧 family']],
    ['written over', 'hello\rJ', ['Jello']],
    ['a row that was erased wraps no more', `${'x'.repeat(25)}\x1b[A\x1b[2K\rnew`, ['new', 'xxxxx']],
    ['line drawing', '\x1b(0lqk\x1b(B', ['┌─┐']],
    ['bytes that are no UTF-8', 'a\xffb'.replace('\xff', '\ufffd'), ['a\ufffdb']],
  ])('%s', (_, output, lines) => {
    expect(linesOf(output)).toEqual(lines);
  });

  test('the last 120, from the scrollback too', () => {
    expect(linesOf(numbered(500).join('\r\n'))).toEqual(numbered(500).slice(-120));
  });

  test('120 long lines on a narrow screen', () => {
    const lines = numbered(150, 'x'.repeat(300));
    expect(linesOf(lines.join('\r\n'), { cols: 12, rows: 5 })).toEqual(lines.slice(-120));
  });

  test('a line longer than 8 KiB is cut, not inside a character, and marked', () => {
    const [line] = linesOf('ä'.repeat(6000), { cols: 200, rows: 50 });
    expect(Buffer.byteLength(line ?? '')).toBeLessThanOrEqual(8192);
    expect(line).toMatch(/^ä{4094}…$/);
  });

  test('other widths do not tear lines', () => {
    const screen = screenOf('a line that is wrapped at twenty columns\r\nshort');
    for (const cols of [7, 80, 33, 20]) screen.resize({ cols, rows: 5 });
    expect(screen.snapshot().lines).toEqual(['a line that is wrapped at twenty columns', 'short']);
  });

  test('the size and the title', () => {
    const screen = screenOf('\x1b]2;a title\x07');
    screen.resize({ cols: 30, rows: 7 });
    expect(screen.snapshot()).toEqual({ lines: [], above: [], size: { cols: 30, rows: 7 }, title: 'a title' });
  });
});

describe('the alternate screen', () => {
  const enter = '\x1b[?1049h\x1b[H';
  test.each<[string, string, string[]]>([
    ['is part of what is shown', `before\r\n${enter}page`, ['before', 'page']],
    ['is kept when it is left', `before\r\n${enter}page\x1b[?1049l`, ['before', 'page']],
    ['by its older names', 'before\r\n\x1b[?47h\x1b[Hpage\x1b[?47l\r\nafter', ['before', 'page', 'after']],
    ['by a list of modes', `\x1b[?25;1049h\x1b[Hpage\x1b[?1049;25l`, ['page']],
    ['by a reset', `${enter}page\x1bcafter`, ['page', 'after']],
    ['has its place', `one\r\n${enter}page\x1b[?1049ltwo`, ['one', 'page', 'two']],
    ['has its place behind a row that was begun', `one${enter}page\x1b[?1049l\r\ntwo`, ['one', 'page', 'two']],
    [
      'keeps its place when rows scroll',
      `one\r\n${enter}page\x1b[?1049l${numbered(20).join('\r\n')}`,
      ['one', 'page', ...numbered(20)],
    ],
    ['keeps its place twice', `1\r\n${enter}A\x1b[?1049l2\r\n${enter}B\x1b[?1049l3`, ['1', 'A', '2', 'B', '3']],
    ['comes before what follows a clear', `1\r\n2\r\n3\r\n${enter}A\x1b[?1049l\x1b[H\x1b[2Jnew`, ['A', 'new']],
    [
      'comes before what follows a clear with scrollback',
      `${numbered(9).join('\r\n')}\r\n${enter}A\x1b[?1049l\x1b[H\x1b[2J\x1b[3Jnew`,
      ['A', 'new'],
    ],
    [
      'comes after the scrollback when the view is cleared',
      `${numbered(7).join('\r\n')}\r\n${enter}A\x1b[?1049l\x1b[H\x1b[2Jnew`,
      ['line 1', 'line 2', 'line 3', 'A', 'new'],
    ],
    ['counts once when it is shown again unchanged', `${enter}A\x1b[?1049l${enter}A\x1b[?1049l`, ['A']],
    ['counts before it was erased', `${enter}page\x1b[2J\x1b[?1049l`, ['page']],
    ['counts before it was erased from home', `${enter}page\x1b[H\x1b[J\x1b[?1049l`, ['page']],
    [
      'counts before it was erased, with a word of goodbye',
      `${enter}a\r\nb\r\nc\x1b[2J\x1b[Hbye\x1b[?1049l`,
      ['a', 'b', 'c', 'bye'],
    ],
    [
      'counts with what it was erased for: both were shown',
      `${enter}a\r\nb\r\nc\x1b[2J\x1b[Hd\r\ne\r\nf\x1b[?1049l`,
      ['a', 'b', 'c', 'd', 'e', 'f'],
    ],
    ['counts though it was erased and is still shown', `${enter}page\x1b[2J`, ['page']],
    ['has rows, not wrapped lines', `${enter}${'x'.repeat(30)}`, ['x'.repeat(20), 'x'.repeat(10)]],
    ['that was empty leaves nothing', `a\r\n${enter}\x1b[?1049lb`, ['a', 'b']],
    ['that is left without being entered is none', 'a\x1b[?47lb', ['ab']],
  ])('%s', (_, output, lines) => {
    expect(linesOf(output)).toEqual(lines);
  });

  test('keeps the last pages, as many as make 120 lines', () => {
    const pages = Array.from(
      { length: 100 },
      (_, page) => `${enter}${numbered(5, `page ${page}`).join('\r\n')}\x1b[?1049l`,
    );
    const expected = Array.from({ length: 24 }, (_, at) => numbered(5, `page ${76 + at}`)).flat();
    expect(linesOf(pages.join(''))).toEqual(expected);
  });

  test('is read before an erasure only so often', () => {
    let now = 0;
    const screen = createScreen({ cols: 20, rows: 5 }, { answerQueries: false, elapsed: () => now });
    const draw = (text: string) => screen.feed(Buffer.from(`\x1b[2J\x1b[H${text}`));
    screen.feed(Buffer.from(enter));
    for (let frame = 0; frame < 100; frame++) draw(`frame ${frame}`);
    screen.feed(Buffer.from('\x1b[2J'));
    expect(screen.snapshot().lines).toEqual(numbered(19, 'frame').map((_, at) => `frame ${at}`));
    now = 150;
    draw('last');
    screen.feed(Buffer.from('\x1b[2J\x1b[?1049l'));
    expect(screen.snapshot().lines.at(-1)).toBe('last');
  });

  test('marks of wrapping that a resize leaves are no lines', () => {
    const screen = screenOf(`\x1b[?1049h\x1b[H${'x'.repeat(30)}\r\nend`, { cols: 20, rows: 5 });
    screen.resize({ cols: 25, rows: 5 });
    expect(screen.snapshot().lines).toEqual(['x'.repeat(20), 'x'.repeat(10), 'end']);
  });
});

describe('failures of the emulator', () => {
  test('the one that is known ends nothing and loses nothing that follows', () => {
    const screen = screenOf(`${numbered(4).join('\r\n')}\r\n\x1b[5;20Hx\x1b[1J\x1b[3;1Hafter it\x1b[K\r\nand on\x1b[K`);
    expect(screen.failures).toBe(1);
    expect(screen.snapshot().lines).toEqual(['line 1', 'line 2', 'after it', 'and on']);
  });

  test('happens again and again', () => {
    const screen = screenOf('kept\r\n');
    for (let round = 0; round < 50; round++) screen.feed(Buffer.from('\x1b[5;20Hx\x1b[1J'));
    screen.feed(Buffer.from('\x1b[3;1Hstill alive\x1b[K'));
    expect(screen.failures).toBeGreaterThan(10);
    expect(screen.snapshot().lines).toContain('kept');
    expect(screen.snapshot().lines).toContain('still alive');
  });

  test('whatever is fed and however it is resized, nothing is thrown', () => {
    const sequences = fc.constantFrom(
      '\x1b[',
      '\x1b]',
      '\x1bP',
      '\x1b[?1049h',
      '\x1b[?1049l',
      '\x1bc',
      '\x1b[2J',
      '\x1b[1J',
      '\x1b[999;999H',
      '\x1b[5;1r',
      '日',
      '\x1b[L',
      '\x1b[M',
      '\x1b[99@',
      '\x1b[?6h',
      '\x1b[r',
      '\r\n',
      'text',
    );
    const bytes = fc.oneof(
      sequences.map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 30 }),
    );
    const size = fc.record({ cols: fc.integer({ min: 1, max: 300 }), rows: fc.integer({ min: 1, max: 100 }) });
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 9, arbitrary: bytes }, { weight: 1, arbitrary: size }), { maxLength: 60 }),
        (steps) => {
          const screen = createScreen({ cols: 20, rows: 5 }, { answerQueries: true });
          for (const step of steps) 'cols' in step ? screen.resize(step) : screen.feed(step);
          const { lines } = screen.snapshot();
          expect(lines.length).toBeLessThanOrEqual(120);
          for (const line of lines) expect(line.trim()).not.toBe('');
        },
      ),
      { numRuns: 300 },
    );
  });
});

test('how the output is split changes no line', () => {
  const parts = [
    '日本語',
    'text ',
    '\r\n',
    '\x1b[?1049h',
    '\x1b[?1049l',
    '\x1b[1;31m',
    'ü',
    '🔥',
    '\x1b[2J',
    '\x1b[H',
    '\x1b]2;t\x07',
    'x'.repeat(30),
  ];
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...parts), { maxLength: 40 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 7 })),
      (output, sizes) => {
        const bytes = Buffer.from(output.join(''));
        const split = createScreen({ cols: 20, rows: 5 }, { answerQueries: false, elapsed: () => 0 });
        for (let at = 0; at < bytes.length; ) {
          const size = sizes.next().value;
          split.feed(bytes.subarray(at, at + size));
          at += size;
        }
        expect(split.snapshot()).toEqual(screenOf(output.join('')).snapshot());
      },
    ),
    { numRuns: 100 },
  );
});

test('queries are answered only where no terminal answers them', () => {
  const replies: string[] = [];
  for (const answerQueries of [true, false]) {
    const screen = createScreen({ cols: 20, rows: 5 }, { answerQueries });
    screen.onReply((reply) => replies.push(reply));
    screen.feed(Buffer.from('ab\x1b[6n'));
  }
  expect(replies).toEqual(['\x1b[1;3R']);
});
