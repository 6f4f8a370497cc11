import type { Oid } from '../repository/oid.ts';
import type { Deciding } from '../decide/deciding.ts';
import type { Position } from '../decide/position.ts';

/**
 * Keeps a game open between ticks, so that each takes in only what is new. This only saves time: if main is not where
 * the last tick left it, the game is opened again.
 */
export class CachedGame {
  #deciding: Deciding | null = null;
  #main: Oid | null = null;

  /** The open game, or null if it must be opened again, for example because a head could not be read. */
  at(main: Oid): Deciding | null {
    const isUnread = this.#deciding?.position.branches.isAnyUnread === true;
    if (this.#main !== main || this.#deciding?.isLost === true || isUnread) this.close();
    return this.#deciding;
  }

  keep(deciding: Deciding, main: Oid): void {
    if (this.#deciding !== deciding) this.close();
    this.#deciding = deciding;
    this.#main = main;
  }

  holds(deciding: Deciding): boolean {
    return this.#deciding === deciding;
  }

  get deciding(): Deciding | null {
    return this.#deciding;
  }

  get position(): Position | null {
    return this.#deciding?.position ?? null;
  }

  close(): void {
    this.#deciding?.dispose();
    this.#deciding = null;
    this.#main = null;
  }
}
