/**
 * Stops the run as Ctrl-Z stops any program, and goes on when the shell brings it back. The agent leads its terminal's session,
 * so that the kernel discards a SIGTSTP to it (an orphaned process group): it is stopped with SIGSTOP, the terminal is given
 * back, and then we stop ourselves, so that the shell sees it.
 */

import type { Delay } from './delay.ts';

export interface SuspensionOptions {
  /** Stops the agent's process group. */
  readonly stopAgent: () => void;
  readonly continueAgent: () => void;
  /** Gives the terminal back as the shell expects it. */
  readonly giveBack: () => Promise<void>;
  /** Takes it again, with the modes that the agent had on. */
  readonly takeBack: () => void;
  readonly isForeground: () => boolean;
  /** The run is being ended by a signal: nobody is to be stopped any more. */
  readonly isEnding: () => boolean;
  readonly tell: (type: 'suspended' | 'continued') => void;
  readonly delay: Delay;
}

/** How long we may run on after stopping ourselves before it is clear that nobody could continue us and so nobody stops us. */
const NOT_STOPPED_MS = 100;
/** How long a signal that was sent together with CONT may take to be seen: a few turns of the event loop. */
const SETTLE_MS = 100;

export class Suspension {
  readonly #options: SuspensionOptions;
  #isSuspended = false;
  #over = false;
  #cancel: (() => void) | undefined;
  readonly #onStop = () => void this.suspend();
  // `kill %1` sends TERM and CONT at once, and threads may take them in any order
  readonly #onContinue = () => void setImmediate(() => this.#continued());

  constructor(options: SuspensionOptions) {
    this.#options = options;
    process.on('SIGTSTP', this.#onStop);
    process.on('SIGCONT', this.#onContinue);
  }

  get isSuspended(): boolean {
    return this.#isSuspended;
  }

  async suspend(): Promise<void> {
    if (this.#isSuspended || this.#over || this.#options.isEnding()) return;
    this.#isSuspended = true;
    this.#options.stopAgent();
    await this.#options.giveBack();
    this.#options.tell('suspended');
    if (!this.#over && !this.#options.isEnding()) this.#stopSelf('SIGTSTP');
  }

  /** The run is being ended: nothing is stopped or continued any more. */
  stop(): void {
    this.#over = true;
    this.#cancel?.();
    process.off('SIGTSTP', this.#onStop);
    process.off('SIGCONT', this.#onContinue);
  }

  /** The whole group, as the kernel does at Ctrl-Z, so that a script or `npx` around us stops too. */
  #stopSelf(signal: 'SIGTSTP' | 'SIGTTIN'): void {
    process.off('SIGTSTP', this.#onStop);
    this.#cancel?.();
    this.#cancel = this.#options.delay(this.#onContinue, NOT_STOPPED_MS);
    process.kill(0, signal);
  }

  #continued(): void {
    this.#cancel?.();
    if (this.#over || this.#options.isEnding()) return;
    const isForeground = this.#options.isForeground();
    if (this.#isSuspended && isForeground) this.#resume();
    // `bg`: a program that needs the terminal stops again; not at once, since a TERM may be on its way behind the CONT
    else if (this.#isSuspended) this.#cancel = this.#options.delay(() => this.#stopAgain(), SETTLE_MS);
    // somebody stopped us with SIGSTOP, which cannot be noticed before; the shell may have used the terminal since
    else if (isForeground) this.#options.takeBack();
    else void this.suspend();
  }

  #stopAgain(): void {
    if (this.#over || this.#options.isEnding()) return;
    if (this.#options.isForeground()) this.#resume();
    else this.#stopSelf('SIGTTIN');
  }

  #resume(): void {
    this.#isSuspended = false;
    process.on('SIGTSTP', this.#onStop);
    this.#options.takeBack();
    this.#options.continueAgent();
    this.#options.tell('continued');
  }
}
