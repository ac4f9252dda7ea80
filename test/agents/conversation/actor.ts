/** A person in a conversation with a real agent: says what makes the model tell its stories, and keeps account of what was said. */

import { setTimeout as wait } from 'node:timers/promises';
import type { TestPty } from '../../support/pty-harness.ts';
import type { Cast } from '../cast/cast.ts';
import { story } from '../loopback/story.mjs';
import { type } from '../stage.ts';

export interface Actor {
  /** All that was said so far, line by line, without Markdown. */
  readonly said: readonly string[];
  /** Asks for a story and waits for its end. */
  tell(count: number, seed: number): Promise<void>;
  /** Asks for it and does not wait. */
  telling(count: number, seed: number): Promise<void>;
  told(seed: number): Promise<void>;
  useTool(prompt: string): Promise<void>;
  greet(words: string): Promise<void>;
  clear(): Promise<void>;
  resize(cols: number, rows: number): Promise<void>;
  /** Steps of the wheel, up when negative. */
  wheel(steps: number): Promise<void>;
  /** PageUp, when negative, and PageDown. */
  page(steps: number): Promise<void>;
  seconds(count: number): Promise<void>;
}

export interface Part {
  readonly cast: Cast;
  readonly pty: TestPty;
  /** The first prompt, which the agent was started with. */
  readonly first: string;
  readonly onResize?: (cols: number, rows: number) => void;
}

const APPROVAL = /Do you want to|Allow once|Yes, proceed|Would you like|Allow execution/i;
const END_MS = 90_000;

export function createActor({ cast, pty, first, onResize }: Part): Actor {
  let turn = 1;
  const said = [first, answerTo(first, 1)];

  async function ask(prompt: string): Promise<void> {
    turn++;
    said.push(prompt);
    await type({ cast }, pty, prompt);
  }

  const actor: Actor = {
    said,
    async telling(count, seed) {
      await ask(`please tell [[story ${count} ${seed}]]`);
      said.push(...plain(story(count, seed)));
    },
    async told(seed) {
      const end = new RegExp(`very\\s+end\\s+of\\s+the\\s+story\\s+number\\s+${seed}\\.`);
      const until = performance.now() + END_MS;
      // scrolled back, it does not show the end by itself
      while (!end.test(pty.screen()) && performance.now() < until) {
        await wait(1000);
        if (!end.test(pty.screen())) await actor.wheel(20);
      }
      await wait(2500);
    },
    async tell(count, seed) {
      await actor.telling(count, seed);
      await wait(count * 60);
      await actor.told(seed);
    },
    async useTool(prompt) {
      await ask(prompt);
      const answer = new RegExp(`Tool\\s+said[\\s\\S]*\\(turn ${turn}\\)`);
      for (let looks = 0; looks < 80 && !answer.test(pty.screen()); looks++) {
        await wait(500);
        if (!APPROVAL.test(pty.screen())) continue;
        await wait(800);
        pty.send(cast.approve ?? '\r');
        await wait(1500);
      }
      said.push('Tool said:');
      await wait(1500);
    },
    async greet(words) {
      await ask(words);
      said.push(answerTo(words, turn));
      await pty.waitForText(new RegExp(`You said: ${words} \\(turn ${turn}\\)`), 60_000);
      await wait(1500);
    },
    async clear() {
      await type({ cast }, pty, cast.reset.command);
      turn = 0;
      await wait(4000);
    },
    async resize(cols, rows) {
      onResize?.(cols, rows);
      pty.resize(cols, rows);
      await wait(2000);
    },
    async wheel(steps) {
      if (pty.terminal.modes.mouseTrackingMode === 'none') return;
      for (let step = 0; step < Math.abs(steps); step++) {
        pty.send(`\x1b[<${steps < 0 ? 64 : 65};60;15M`);
        await wait(25);
      }
    },
    async page(steps) {
      if (pty.terminal.buffer.active.type !== 'alternate') return;
      for (let step = 0; step < Math.abs(steps); step++) {
        pty.send(steps < 0 ? '\x1b[5~' : '\x1b[6~');
        await wait(200);
      }
    },
    seconds: (count) => wait(count * 1000),
  };
  return actor;
}

const answerTo = (prompt: string, turn: number) => `You said: ${prompt} (turn ${turn})`;

/** What a reader sees of Markdown. */
function plain(markdown: string): string[] {
  const lines = markdown.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('```'));
  return lines.map((line) => line.replace(/^(#+|-|\d+\.) /, '').replace(/\*\*|`/g, ''));
}
