/**
 * The law of the collector: whatever window of its conversation an agent shows, each line that it said comes out as often as it was
 * said, in order. The agent here is a model of one: a document, a window that walks over it, an input box below.
 */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Collector } from '../../../src/pty/collector/collector.ts';

type Step =
  | { readonly do: 'say'; readonly count: number }
  | { readonly do: 'stream'; readonly words: number }
  | { readonly do: 'scroll'; readonly rows: number }
  | { readonly do: 'resize'; readonly cols: number; readonly rows: number }
  | { readonly do: 'redraw' | 'latest' | 'spin' };

const BOX = ['─'.repeat(40), '❯ ', '─'.repeat(40), '  a footer with a hint'];
const CHROME = [/^─{20,}/, /^❯ $/, /^ {2}a footer/, /^✻ \S+…/];

const walk: readonly fc.WeightedArbitrary<Step>[] = [
  { weight: 6, arbitrary: fc.record({ do: fc.constant('say' as const), count: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('stream' as const), words: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('scroll' as const), rows: fc.integer({ min: -15, max: 15 }) }) },
  { weight: 2, arbitrary: fc.constantFrom(...(['redraw', 'latest', 'spin'] as const)).map((what) => ({ do: what })) },
];
const resize: fc.WeightedArbitrary<Step> = {
  weight: 1,
  arbitrary: fc.record({
    do: fc.constant('resize' as const),
    cols: fc.integer({ min: 50, max: 100 }),
    rows: fc.integer({ min: 24, max: 45 }),
  }),
};

/** A conversation in a window; it is looked at after each step, and after each word of what it streams. */
class Agent {
  readonly said: string[] = [];
  readonly #collector = new Collector({ chrome: CHROME });
  readonly #lines: string[] = [];
  #size = { cols: 80, rows: 30 };
  /** Rows that the window ends above the newest. */
  #up = 0;
  #spin = 0;
  #words = 0;

  take(step: Step): void {
    if (step.do === 'say') for (let line = 0; line < step.count; line++) this.#say(this.#line());
    if (step.do === 'stream') this.#stream(step.words);
    if (step.do === 'scroll')
      this.#up = Math.max(0, Math.min(this.#up - step.rows, this.#rows().length - this.#height));
    if (step.do === 'latest') this.#down();
    if (step.do === 'spin') this.#spin++;
    if (step.do === 'resize') {
      this.#size = step;
      this.#collector.resized();
      this.#up = Math.max(0, Math.min(this.#up, this.#rows().length - this.#height));
    }
    this.#show();
  }

  collected(): string[] {
    this.#down();
    this.#show();
    return [...this.#collector.take(), ...this.#collector.open()].map(({ text }) => text);
  }

  get #height(): number {
    return this.#size.rows - BOX.length - 2;
  }

  /** Row by row, as people scroll. */
  #down(): void {
    for (; this.#up > 0; this.#up--) this.#show();
  }

  #say(line: string): void {
    this.#lines.push(line, '');
    this.said.push(line);
    if (this.#up > 0) this.#up += this.#wrap(line).length + 1;
  }

  /** What streams while somebody has scrolled back moves nothing in the window. */
  #stream(words: number): void {
    this.#say('word0');
    for (let word = 1; word <= words; word++) {
      const before = this.#rows().length;
      this.#lines[this.#lines.length - 2] += ` ${this.#word()}`;
      if (this.#up > 0) this.#up += this.#rows().length - before;
      this.#show();
    }
    this.said[this.said.length - 1] = this.#lines.at(-2) ?? '';
  }

  #line(): string {
    const kind = this.said.length % 7;
    if (kind === 3) return '    return null;';
    return Array.from({ length: kind === 5 ? 30 : 5 + (kind % 4) }, () => this.#word()).join(' ');
  }

  /** Each another one. */
  #word(): string {
    return `${'kmprtv'[this.#words % 6]}${'aeiou'[this.#words % 5]}${(this.#words++ * 7919).toString(36)}`;
  }

  #wrap(line: string): string[] {
    const rows = [''];
    for (const word of line.split(/(?<=\S)(?= \S)/)) {
      const last = rows.length - 1;
      if ((rows[last] as string).length + word.length <= this.#size.cols) rows[last] += word;
      else rows.push(word.trimStart());
    }
    return rows;
  }

  #rows(): string[] {
    return this.#lines.flatMap((line) => this.#wrap(line));
  }

  #show(): void {
    const all = this.#rows();
    const end = all.length - this.#up;
    const shown = all.slice(Math.max(0, end - this.#height), end);
    const blank = Array.from({ length: this.#height - shown.length }, () => '');
    const spinner = [`✻ ${'Thinking'.slice(0, 2 + (this.#spin % 6))}…`, ''];
    const rows = [...shown, ...blank, ...spinner, ...BOX].map((row) => row.trimEnd());
    this.#collector.frame({ rows, wrapped: rows.map(() => false), cols: this.#size.cols });
  }
}

const squash = (lines: readonly string[]) => lines.join('\n').replace(/[ \n]+/g, ' ');

const RUNS = { numRuns: Number(process.env['UULDANA_WALKS'] ?? 150) };
const steps = (...more: readonly fc.WeightedArbitrary<Step>[]) =>
  fc.array(fc.oneof(...walk, ...more), { minLength: 5, maxLength: 120 });

test('each line as often as it was said, in order, however the window walks', () => {
  fc.assert(
    fc.property(steps(), (taken) => {
      const agent = new Agent();
      for (const each of taken) agent.take(each);
      expect(squash(agent.collected())).toBe(squash(agent.said));
    }),
    RUNS,
  );
}, 120_000);

/** At a change of width the window may begin inside a line that is wrapped otherwise: of that row words may stand twice. */
test('through changes of the size nothing is lost or misplaced, and no more than a row a change stands twice', () => {
  fc.assert(
    fc.property(steps(resize), (taken) => {
      const agent = new Agent();
      for (const each of taken) agent.take(each);
      const [collected, said] = [agent.collected(), agent.said].map((lines) => squash(lines).split(' '));
      expect([...new Set(collected)]).toEqual([...new Set(said)]);
      const changes = taken.filter((each) => each.do === 'resize').length;
      expect((collected?.length ?? 0) - (said?.length ?? 0)).toBeLessThanOrEqual(20 * changes);
    }),
    RUNS,
  );
}, 120_000);
