/**
 * One run of an agent: the parts of this folder, joined. Output goes from the PTY through the relay to the terminal and the
 * screen model; input from the terminal through the watcher to the PTY; everything else is a reaction to one event.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { signalGroup } from './agent-group.ts';
import { AgentScreen } from './agent-screen.ts';
import { type Command, execFailure, type Pty, type PtyExit, startInPty } from './backend.ts';
import { Checkpoints } from './checkpoints.ts';
import { delay } from './delay.ts';
import { Endings } from './endings.ts';
import { HeldTerminal } from './held-terminal.ts';
import { createInputWatcher, type InputWatcher } from './input.ts';
import type { Capture, LiveEvent, RunEnd, Snapshot } from './live-event.ts';
import { createModes } from './modes.ts';
import { Relay } from './relay.ts';
import { Suspension } from './suspension.ts';
import type { UserTerminal } from './terminal.ts';
import type { Grace } from './terminate.ts';
import { WindowSize } from './window-size.ts';

export interface RunOptions {
  readonly terminal: UserTerminal;
  readonly suspendKey: boolean;
  readonly checkpointMs: number;
  readonly capture: Capture;
  readonly chrome: readonly string[];
  readonly grace: Grace;
  readonly tell: (event: LiveEvent) => void;
}

export type HowEnded = Pick<RunEnd, 'status' | 'exitCode' | 'signal' | 'reason'>;

/** Input that the agent has not read. Above this no more is read from the terminal until all of it is taken. */
const MAX_WAITING_INPUT = 4 * 1024 * 1024;
const END_OF_INPUT = Uint8Array.of(0x04);
const FLUSH_BEFORE_SUSPENSION_MS = 200;
const MAX_TITLE = 200;
/** A question this short before the end may be unanswered; then so long is waited for the answer. */
const [LATE_ANSWER_MS, ANSWER_MS] = [300, 50];

export class Run {
  readonly #options: RunOptions;
  readonly #held: HeldTerminal;
  readonly #relay: Relay;
  readonly #checkpoints: Checkpoints;
  readonly #watcher: InputWatcher;
  readonly #screen: AgentScreen;
  readonly #size: WindowSize;
  #pty: Pty | undefined;
  #endings: Endings | undefined;
  #suspension: Suspension | undefined;
  #spoken = false;

  constructor(options: RunOptions) {
    const { terminal, suspendKey, checkpointMs: intervalMs, tell, capture } = options;
    const modes = createModes();
    this.#options = options;
    this.#watcher = createInputWatcher({ suspendKey });
    this.#held = new HeldTerminal(terminal, modes);
    this.#relay = new Relay({
      modes,
      write: (bytes) => terminal.write(bytes),
      onRoom: () => this.#pty?.resume(),
      onScreen: () => this.#checkpoints.changed(),
    });
    this.#size = new WindowSize({
      read: () => terminal.size(),
      tellAgent: (size) => this.#pty?.resize(size),
      tellScreen: (size) => this.#relay.screen.resize(size),
      output: () => this.#relay.bytesRead,
    });
    this.#screen = new AgentScreen(this.#relay.screen, {
      size: this.#size.now,
      capture,
      chrome: options.chrome.map((pattern) => new RegExp(pattern, 'u')),
    });
    this.#checkpoints = new Checkpoints({
      intervalMs,
      delay,
      snapshot: () => this.#toldSnapshot(),
      tell: (snapshot) => tell({ type: 'checkpoint', snapshot }),
    });
  }

  get pid(): number {
    return this.#pty?.pid ?? 0;
  }

  /** Starts the command and resolves when its output is written and the terminal is given back. */
  async toEnd(command: Command): Promise<HowEnded> {
    this.#held.take();
    const ended = this.#start(command);
    const endings = new Endings(this.pid, this.#options.grace);
    this.#endings = endings;
    this.#suspension = this.#createSuspension();
    this.#options.tell({ type: 'started', pid: this.pid });
    this.#listen();
    const answer = (reply: string) => this.#pty?.write(Buffer.from(reply, 'latin1'));
    this.#screen.load(this.#options.terminal.isTerminal ? undefined : answer);
    const exit = await Promise.race([ended, endings.unseen]);
    await this.#finishOutput();
    await endings.cleanUp();
    return this.#howEnded(exit);
  }

  snapshot(): Snapshot {
    return this.#screen.snapshot();
  }

  /** After the end: what the screen showed, all output seen. */
  async screenAtEnd(): Promise<{ snapshot: Snapshot; screenFailures: number }> {
    this.#checkpoints.stop();
    await this.#screen.seeAll();
    return { snapshot: this.#toldSnapshot(), screenFailures: this.#screen.failures };
  }

  view(): readonly string[] {
    return this.#screen.view();
  }

  setTitle(text: string): void {
    const printable = text.replace(/\p{Cc}/gu, '').slice(0, MAX_TITLE);
    if (this.#options.terminal.isTerminal) this.#relay.insert(Buffer.from(`\x1b]2;${printable}\x07`));
  }

  type(text: string): void {
    this.#pty?.write(Buffer.from(text));
  }

  rearmSpoken(): void {
    this.#spoken = false;
  }

  end(reason: string): void {
    this.#endings?.end(reason);
  }

  /** Frees everything. After a fault of ours the agent is ended and the terminal given back here. */
  async close(): Promise<void> {
    this.#checkpoints.stop();
    this.#suspension?.stop();
    this.#endings?.stop();
    await this.#held.giveBack();
    this.#pty?.close();
    this.#options.terminal.close();
  }

  /** What it shows, when all that is final before it was told. */
  #toldSnapshot(): Snapshot {
    for (const batch of this.#screen.takeTranscript()) this.#options.tell({ type: 'transcript', ...batch });
    return this.snapshot();
  }

  #start(command: Command): Promise<PtyExit> {
    return new Promise((resolve) => {
      this.#pty = startInPty(command, this.#size.now, {
        space: () => this.#relay.space(),
        filled: (count) => this.#relay.filled(count),
        inputTaken: () => this.#options.terminal.resumeInput(),
        ended: (exit) => {
          this.#pty?.drain();
          this.#endings?.agentEnded();
          resolve(exit);
        },
      });
    });
  }

  #listen(): void {
    const { terminal } = this.#options;
    terminal.onGone(() => this.#endings?.lost());
    terminal.onResize(() => this.#size.changed());
    terminal.onEnd(() => this.#pty?.write(END_OF_INPUT));
    terminal.onInput((bytes) => this.#takeInput(bytes));
  }

  #takeInput(bytes: Uint8Array): boolean {
    const { forward, suspend, spoke } = this.#watcher.push(bytes);
    for (const part of forward) this.#pty?.write(part);
    if (spoke && !this.#spoken) {
      this.#spoken = true;
      this.#options.tell({ type: 'spoke' });
    }
    if (suspend) void this.#suspension?.suspend();
    return (this.#pty?.waitingInput ?? 0) <= MAX_WAITING_INPUT;
  }

  #createSuspension(): Suspension {
    const { terminal, tell } = this.#options;
    return new Suspension({
      delay,
      tell: (type) => tell({ type }),
      isForeground: () => terminal.isForeground(),
      isEnding: () => this.#endings?.reason !== null,
      stopAgent: () => signalGroup(this.pid, 'SIGSTOP'),
      continueAgent: () => signalGroup(this.pid, 'SIGCONT'),
      giveBack: async () => {
        terminal.pauseInput();
        await Promise.race([this.#relay.hold(), sleep(FLUSH_BEFORE_SUSPENSION_MS)]);
        await this.#held.giveBack();
      },
      takeBack: () => {
        this.#held.take();
        this.#relay.release();
        terminal.resumeInput();
        terminal.refreshSize();
        this.#size.kick();
      },
    });
  }

  async #finishOutput(): Promise<void> {
    const isShellsTerminal = this.#suspension?.isSuspended === true && !this.#options.terminal.isForeground();
    this.#suspension?.stop();
    if (isShellsTerminal) this.#relay.discard();
    else this.#relay.release();
    await Promise.race([this.#relay.written(), this.#endings?.abandoned]);
    // what the terminal answers to a question that was put last would be typed into the shell
    if (performance.now() - this.#relay.askedAt < LATE_ANSWER_MS) await sleep(ANSWER_MS);
    await Promise.race([this.#held.giveBack(), this.#endings?.abandoned]);
    this.#pty?.close();
  }

  #howEnded(exit: PtyExit | undefined): HowEnded {
    const reason = this.#endings?.reason ?? null;
    if (exit === undefined)
      return { status: 'failed', exitCode: null, signal: null, reason: `${reason}; its end was not seen` };
    if (exit.signal !== null) return { status: 'signaled', exitCode: null, signal: exit.signal, reason };
    const failure = exit.exitCode === 1 ? execFailure(this.#relay.head) : undefined;
    if (failure !== undefined)
      return { status: 'failed', exitCode: null, signal: null, reason: `could not be executed: ${failure}` };
    return { status: 'exited', exitCode: exit.exitCode, signal: null, reason };
  }
}
