/** The screen model of agents that draw the whole screen, and of those whose whole conversation is captured. */

import { describe, expect, test } from 'vitest';
import { createScreen, type Screen } from '../../src/pty/screen.ts';

const numbered = (count: number, name: string) => Array.from({ length: count }, (_, at) => `${name} ${at + 1}`);

describe('a full-screen agent', () => {
  const words = (at: number) => `line ${at} of a conversation ${(at * 7919).toString(36)}`;
  const box = ['─'.repeat(30), '❯ typed', '─'.repeat(30)];
  const chrome = [/^─{20,}/];
  /** Draws the lines up to `end` above an input box, in one synchronised update. */
  const frame = (end: number) => {
    const rows = [...Array.from({ length: 12 }, (_, row) => (end - 12 + row < 0 ? '' : words(end - 12 + row))), ...box];
    return `\x1b[?2026h\x1b[H${rows.map((row) => `${row}\x1b[K`).join('\r\n')}\x1b[?2026l`;
  };
  const show = (screen: Screen, from: number, to: number) => {
    for (let end = from; end <= to; end++) {
      now += 10;
      screen.feed(Buffer.from(frame(end)));
    }
  };
  const talk = (screen: Screen, count: number) => {
    screen.feed(Buffer.from('\x1b[?1049h'));
    show(screen, 1, count);
  };
  const size = { cols: 60, rows: 15 };
  const all = Array.from({ length: 300 }, (_, at) => words(at));
  let now = 0;
  const elapsed = () => now;

  test('has its last 120 lines, not one view, and no input box', () => {
    const screen = createScreen(size, { answerQueries: false, elapsed, chrome });
    talk(screen, 300);
    expect(screen.snapshot()).toMatchObject({ lines: all.slice(-120), above: [] });
    expect(screen.view().at(-2)).toBe('❯ typed');
    screen.feed(Buffer.from('\x1b[?1049lbye'));
    expect(screen.snapshot().lines).toEqual([...all.slice(-119), 'bye']);
  });

  test('what was told, what is open and the last 120 are everything, at any time', () => {
    const screen = createScreen(size, { answerQueries: false, elapsed, chrome, capture: 'conversation' });
    const told: string[] = [];
    screen.feed(Buffer.from('\x1b[?1049h'));
    for (let end = 1; end <= 300; end++) {
      show(screen, end, end);
      if (end % 7 === 0) told.push(...screen.takeTranscript().flatMap(({ lines }) => lines));
      const { above, lines } = screen.snapshot();
      expect([...told, ...above, ...lines]).toEqual(all.slice(0, end));
    }
    expect(told.length).toBeGreaterThan(100);
    screen.feed(Buffer.from('\x1b[?1049lbye\r\n'));
    screen.finish();
    told.push(...screen.takeTranscript().flatMap(({ lines }) => lines));
    expect(screen.snapshot().above).toEqual([]);
    expect([...told, ...screen.snapshot().lines]).toEqual([...all, 'bye']);
  });

  test('lines that went by between two frames leave a gap', () => {
    const screen = createScreen(size, { answerQueries: false, elapsed, chrome, capture: 'conversation' });
    talk(screen, 140);
    show(screen, 200, 360);
    screen.finish();
    const batches = screen.takeTranscript();
    expect(batches.map(({ gap }) => gap)).toEqual([false, true]);
    expect(batches[1]?.lines[0]).toBe(words(188));
  });
});

test('with all of the conversation, the scrollback of the normal screen is no limit', () => {
  const screen = createScreen(
    { cols: 40, rows: 10 },
    { answerQueries: false, capture: 'conversation', elapsed: () => 0 },
  );
  const told: string[] = [];
  const lines = numbered(9000, 'number');
  for (let at = 0; at < lines.length; at += 50) {
    screen.feed(
      Buffer.from(
        lines
          .slice(at, at + 50)
          .map((line) => `${line}\r\n`)
          .join(''),
      ),
    );
    screen.settle();
    told.push(...screen.takeTranscript().flatMap(({ lines: final }) => final));
  }
  screen.finish();
  told.push(...screen.takeTranscript().flatMap(({ lines: final }) => final));
  expect([...told, ...screen.snapshot().lines]).toEqual(lines);
});
