/**
 * The user's terminal while the agent has it: raw, with whatever modes the agent switched on. It is given back once for each
 * time it was taken, on every way out, and put back as it was when a suspended run goes on.
 */

import type { Modes } from './modes.ts';
import type { UserTerminal } from './terminal.ts';

/** Saves and restores title and icon name; terminals without that stack ignore both (xterm, XTWINOPS 22 and 23). */
const [SAVE_TITLE, RESTORE_TITLE] = ['\x1b[22;0t', '\x1b[23;0t'];

export class HeldTerminal {
  readonly #terminal: UserTerminal;
  readonly #modes: Modes;
  #isHeld = false;
  readonly #onDeath = () => void this.giveBack();

  constructor(terminal: UserTerminal, modes: Modes) {
    this.#terminal = terminal;
    this.#modes = modes;
  }

  /** Without a terminal there is nothing to take. */
  take(): void {
    if (!this.#terminal.isTerminal) return;
    const title = this.#isHeld ? '' : SAVE_TITLE;
    if (!this.#isHeld) process.on('exit', this.#onDeath).on('uncaughtExceptionMonitor', this.#onDeath);
    this.#isHeld = true;
    this.#terminal.enterRaw();
    void this.#terminal.write(Buffer.from(title + this.#modes.reapply()));
  }

  /** Takes effect at once where the terminal takes the bytes at once. In the background the shell has it already. */
  async giveBack(): Promise<void> {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    process.off('exit', this.#onDeath).off('uncaughtExceptionMonitor', this.#onDeath);
    if (!this.#terminal.isForeground()) return;
    const written = this.#terminal.write(Buffer.from(this.#modes.restore() + RESTORE_TITLE));
    this.#terminal.leaveRaw();
    await written;
  }
}
