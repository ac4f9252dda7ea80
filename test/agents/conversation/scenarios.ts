/**
 * Conversations of known content, and what a person does meanwhile: what recordings are made of and what is measured live. A
 * scenario is done with every agent; where its terminal scrolls by itself (inline agents) turning the wheel does nothing.
 */

import type { Actor } from './actor.ts';

export interface Scenario {
  readonly name: string;
  /** Nothing is ever tuned on it, and its figures are printed apart. */
  readonly heldBack?: boolean;
  /** Done live by the suite, too. */
  readonly live?: boolean;
  readonly play: (actor: Actor) => Promise<void>;
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'plain',
    play: async (actor) => {
      await actor.tell(400, 1);
    },
  },
  {
    name: 'tools',
    play: async (actor) => {
      await actor.useTool('[[shell for i in $(seq 1 60); do echo tool-row-$i-alpha; done]]');
      await actor.useTool('[[escalate echo approved-row-kilo]]');
      await actor.tell(60, 5);
      // the same answer twice
      await actor.tell(60, 5);
      await actor.resize(120, 30);
      await actor.resize(120, 40);
      await actor.clear();
      await actor.tell(280, 6);
    },
  },
  {
    name: 'resize',
    play: async (actor) => {
      await actor.telling(400, 2);
      await actor.seconds(7);
      await actor.resize(100, 40);
      await actor.seconds(5);
      await actor.resize(120, 40);
      await actor.seconds(4);
      await actor.resize(120, 24);
      await actor.seconds(4);
      await actor.resize(120, 40);
      await actor.told(2);
      await actor.resize(100, 40);
      await actor.resize(120, 40);
    },
  },
  {
    name: 'scroll',
    play: async (actor) => {
      await actor.telling(400, 3);
      await actor.seconds(8);
      await actor.wheel(-12);
      await actor.seconds(2);
      await actor.wheel(60);
      await actor.seconds(5);
      await actor.page(-3);
      await actor.seconds(1);
      await actor.page(6);
      await actor.told(3);
      await actor.wheel(-60);
      await actor.page(-6);
      await actor.page(12);
      await actor.wheel(100);
    },
  },
  {
    name: 'both',
    live: true,
    play: async (actor) => {
      await actor.telling(400, 4);
      await actor.seconds(6);
      await actor.wheel(-9);
      await actor.seconds(1);
      await actor.resize(104, 40);
      await actor.seconds(2);
      await actor.wheel(70);
      await actor.seconds(2);
      await actor.resize(120, 40);
      await actor.told(4);
      await actor.wheel(-30);
      await actor.resize(96, 40);
      await actor.wheel(90);
      await actor.resize(120, 40);
    },
  },
  {
    name: 'held-back',
    heldBack: true,
    play: async (actor) => {
      await actor.telling(400, 71);
      await actor.seconds(5);
      await actor.wheel(-8);
      await actor.resize(90, 36);
      await actor.seconds(2);
      await actor.wheel(80);
      await actor.resize(120, 40);
      await actor.seconds(3);
      await actor.page(-2);
      await actor.seconds(1);
      await actor.page(4);
      await actor.wheel(60);
      await actor.told(71);
      await actor.wheel(-40);
      await actor.resize(110, 40);
      await actor.wheel(120);
      await actor.resize(120, 40);
      await actor.tell(30, 72);
      await actor.tell(30, 72);
    },
  },
];
