import { expect, test } from 'vitest';
import { createModes } from '../../src/pty/modes.ts';
import { Relay } from '../../src/pty/relay.ts';
import type { Screen } from '../../src/pty/screen.ts';

/** A relay to a terminal that is ready or not, and to a screen that notes what it is fed. */
function setUp() {
  const terminal = { text: '', finish: undefined as (() => void) | undefined, isReady: true, room: 0 };
  const seen: string[] = [];
  const screen: Screen = {
    feed: (bytes) => seen.push(Buffer.from(bytes).toString()),
    resize: ({ cols }) => seen.push(`<${cols}>`),
    snapshot: () => ({ lines: [], above: [], size: { cols: 80, rows: 24 }, title: null }),
    settle: () => undefined,
    finish: () => undefined,
    view: () => [],
    takeTranscript: () => [],
    onReply: () => undefined,
    failures: 0,
  };
  const relay = new Relay({
    modes: createModes(),
    write: (bytes) => {
      terminal.text += Buffer.from(bytes).toString();
      if (terminal.isReady) return undefined;
      return new Promise((resolve) => {
        terminal.finish = resolve;
      });
    },
    onRoom: () => terminal.room++,
    onScreen: () => undefined,
  });
  const output = (text: string): boolean => {
    relay.space().set(Buffer.from(text));
    return relay.filled(Buffer.byteLength(text));
  };
  return { relay, terminal, screen, seen, output };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
/** The screen is fed in slices of a millisecond: how many turns that takes depends on the machine. */
async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await turn();
}

test('output is written at once, before the screen is there, and shown to it later', async () => {
  const { relay, terminal, screen, seen, output } = setUp();
  output('hello');
  expect(terminal.text).toBe('hello');
  relay.screen.connect(screen);
  await until(() => seen.length > 0);
  expect(seen).toEqual(['hello']);
});

test('a terminal that is not ready is not written to, and much waiting output is refused until it is', async () => {
  const { relay, terminal, output } = setUp();
  terminal.isReady = false;
  expect(output('first')).toBe(true);
  let accepted = 0;
  while (output('x'.repeat(1000))) accepted++;
  expect([terminal.text, accepted < 300, terminal.room]).toEqual(['first', true, 0]);
  terminal.isReady = true;
  terminal.finish?.();
  await relay.written();
  expect(terminal.text.length).toBe('first'.length + (accepted + 1) * 1000);
  expect(terminal.room).toBe(1);
});

test('a screen that is far behind stops the reading, until it is half as far', async () => {
  const { relay, terminal, screen, seen, output } = setUp();
  while (output('x'.repeat(10_000)));
  expect(terminal.text.length).toBeGreaterThan(2 * 1024 * 1024 - 10_000);
  expect(terminal.text.length).toBeLessThan(2 * 1024 * 1024 + 20_000);
  relay.screen.connect(screen);
  await until(() => terminal.room > 0);
  const parsed = seen.join('').length;
  expect(terminal.text.length - parsed).toBeLessThan(1024 * 1024);
});

test('the screen is resized where the stream was', async () => {
  const { relay, screen, seen, output } = setUp();
  output('before');
  relay.screen.resize({ cols: 100, rows: 30 });
  output('after');
  relay.screen.connect(screen);
  await until(() => seen.length >= 3);
  expect(seen).toEqual(['before', '<100>', 'after']);
});

test('what is put in splits no sequence, and the last one counts', () => {
  const { relay, terminal, output } = setUp();
  output('a\x1b[3');
  relay.insert(Buffer.from('(one)'));
  relay.insert(Buffer.from('(two)'));
  output('1mb');
  expect(terminal.text).toBe('a\x1b[31mb(two)');
});

test('nothing is written while it is held, and all of it afterwards', async () => {
  const { relay, terminal, output } = setUp();
  await relay.hold();
  output('later');
  expect(terminal.text).toBe('');
  relay.release();
  expect(terminal.text).toBe('later');
});

test('discarded output still reaches the screen', async () => {
  const { relay, terminal, screen, seen, output } = setUp();
  await relay.hold();
  output('unseen');
  relay.discard();
  await relay.written();
  relay.screen.connect(screen);
  relay.screen.showAll();
  expect([terminal.text, seen]).toEqual(['', ['unseen']]);
});
