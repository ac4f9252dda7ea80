/**
 * Why and how a run ends before the agent ends it: signals to us, the loss of the terminal, a word from the listener. Each leads
 * to the ladder of terminate.ts, and nothing of the agent's session is left alive behind it.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { isGroupAlive, isSessionAlive, killGroup, killSession, signalGroup } from './agent-group.ts';
import { delay } from './delay.ts';
import { type Grace, Ladder } from './terminate.ts';

const REASONS: Readonly<Partial<Record<NodeJS.Signals, string>>> = {
  SIGHUP: 'hangup',
  SIGTERM: 'terminated',
  SIGINT: 'interrupted',
  SIGQUIT: 'quit',
};
/** A closed window sends SIGHUP twice, once through the shell and once from the kernel: these are one. */
const SAME_HANGUP_MS = 500;
/** After KILL; longer means that the kernel cannot end it. */
const UNSEEN_MS = 5000;
/** How long a terminal that takes nothing is waited for once the run is being ended. */
const STUCK_MS = 1000;
/** For children that outlive an agent which ended by itself: its user waits for the prompt. */
const LEFTOVER_MS = 500;
/** What was killed is gone before we are, unless the kernel cannot end it. */
const KILLED_MS = 1000;
const POLL_MS = 20;

export class Endings {
  readonly #pid: number;
  readonly #grace: Grace;
  readonly #ladder: Ladder;
  readonly #timers: (() => void)[] = [];
  #agentEnded = false;
  #hungUpAt = Number.NEGATIVE_INFINITY;
  #abandon: () => void = () => undefined;
  #giveUp: () => void = () => undefined;
  /** Resolves when output that the terminal does not take is no longer worth waiting for. */
  readonly abandoned = new Promise<void>((resolve) => {
    this.#abandon = resolve;
  });
  /** Resolves when the agent's end can no longer be expected to be seen. */
  readonly unseen = new Promise<undefined>((resolve) => {
    this.#giveUp = () => resolve(undefined);
  });
  readonly #onSignal = (signal: NodeJS.Signals) => this.#signalled(signal);
  readonly #onExit = () => this.#exiting();

  constructor(pid: number, grace: Grace) {
    this.#pid = pid;
    this.#grace = grace;
    this.#ladder = new Ladder({ grace, delay, kill: (signal) => this.#kill(signal) });
    for (const signal of Object.keys(REASONS)) process.on(signal, this.#onSignal);
    process.on('exit', this.#onExit);
  }

  get reason(): string | null {
    return this.#ladder.reason;
  }

  /** The terminal is gone, or nobody reads the output. */
  lost(): void {
    this.#hungUpAt = performance.now();
    if (this.reason === null && !this.#agentEnded) this.#ladder.begin('SIGHUP', 'hangup');
  }

  end(reason: string): void {
    if (this.reason === null && !this.#agentEnded) this.#ladder.begin('SIGHUP', reason);
  }

  /** To be called when the agent has ended. */
  agentEnded(): void {
    this.#agentEnded = true;
    this.#ladder.stop();
    if (this.reason !== null) this.#timers.push(delay(this.#abandon, STUCK_MS));
  }

  /**
   * What the agent left behind is ended too: after a run that was ended its whole session, else its process group, since an
   * agent that ended by itself may mean a job in a group of its own to go on.
   */
  async cleanUp(): Promise<void> {
    const wasEnded = this.reason !== null;
    const [isAlive, kill] = wasEnded ? [isSessionAlive, killSession] : [isGroupAlive, killGroup];
    if (!isAlive(this.#pid)) return;
    for (const signal of ['SIGHUP', 'SIGTERM', 'SIGCONT'] as const) signalGroup(this.#pid, signal);
    if (await this.#isOver(isAlive, wasEnded ? this.#grace.terminateMs : LEFTOVER_MS)) return;
    kill(this.#pid);
    await this.#isOver(isAlive, KILLED_MS);
  }

  async #isOver(isAlive: (leader: number) => boolean, withinMs: number): Promise<boolean> {
    const until = performance.now() + withinMs;
    while (isAlive(this.#pid)) {
      if (performance.now() >= until) return false;
      await sleep(POLL_MS);
    }
    return true;
  }

  stop(): void {
    this.#ladder.stop();
    for (const cancel of this.#timers) cancel();
    for (const signal of Object.keys(REASONS)) process.off(signal, this.#onSignal);
    process.off('exit', this.#onExit);
    if (!this.#agentEnded) this.#exiting();
  }

  #signalled(signal: NodeJS.Signals): void {
    const now = performance.now();
    const isSame = signal === 'SIGHUP' && now - this.#hungUpAt < SAME_HANGUP_MS;
    if (signal === 'SIGHUP') this.#hungUpAt = now;
    if (isSame) return;
    if (this.reason !== null || this.#agentEnded) this.#abandon();
    if (!this.#agentEnded) this.#ladder.begin(signal, REASONS[signal] ?? signal);
  }

  #kill(signal: NodeJS.Signals): void {
    if (signal === 'SIGKILL') {
      killSession(this.#pid);
      this.#timers.push(delay(this.#giveUp, UNSEEN_MS));
    } else signalGroup(this.#pid, signal);
  }

  /** We end before the agent: a fault of ours, and there is no time for steps. */
  #exiting(): void {
    if (this.#agentEnded) return;
    for (const signal of ['SIGHUP', 'SIGTERM', 'SIGCONT'] as const) signalGroup(this.#pid, signal);
  }
}
