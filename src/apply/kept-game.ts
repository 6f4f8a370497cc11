import type { Oid } from '../repository/oid.ts';
import type { Deciding } from '../decide/deciding.ts';
import type { Position } from '../decide/position.ts';

/**
 * A game that stays open from one tick to the next, so that each takes in only what is new. It saves time and changes
 * nothing: where main is not what the last tick left there, the game is opened anew.
 */
export class KeptGame {
  #deciding: Deciding | null = null;
  #main: Oid | null = null;

  /** The game as the last tick left it, or null where it has to be opened, as where a head is to be read that could not be. */
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
