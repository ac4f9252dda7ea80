/**
 * A place between two rows of the emulator's normal screen that stays where it is while rows scroll, are trimmed or are wrapped
 * anew. The emulator's markers do that, but an erasure takes them away; then the place is marked again.
 */

import type headless from '@xterm/headless';

export class Boundary {
  readonly #terminal: headless.Terminal;
  /** On the row above the place, since the row below may not exist yet. */
  #marker: headless.IMarker | undefined;
  /** Row to mark as soon as that is possible. */
  #wanted: number | undefined;

  /** @param row number of rows above the place */
  constructor(terminal: headless.Terminal, row: number) {
    this.#terminal = terminal;
    this.#wanted = row;
    this.follow();
  }

  /** How many rows are above the place; 0 when they have all been trimmed away. */
  get row(): number {
    if (this.#wanted !== undefined) return this.#wanted;
    return this.#marker === undefined || this.#marker.isDisposed ? 0 : this.#marker.line + 1;
  }

  /** Before the rows from `row` on are erased. */
  moveTo(row: number): void {
    this.dispose();
    this.#wanted = row;
  }

  /** After output was parsed, while the normal screen is shown. */
  follow(): void {
    const { active } = this.#terminal.buffer;
    if (this.#wanted === undefined || active.type !== 'normal') return;
    const row = this.#wanted;
    this.#wanted = undefined;
    if (row > 0) this.#marker = this.#terminal.registerMarker(row - 1 - active.baseY - active.cursorY);
  }

  dispose(): void {
    this.#marker?.dispose();
    this.#marker = undefined;
  }
}
