import type { Oid } from '../repository/oid.ts';
import type { GameSession } from '../session/session.ts';
import type { Position } from '../session/position/position.ts';

/**
 * Keeps a game open between ticks, so that each takes in only what is new. This only saves time: if main is not where
 * the last tick left it, the game is opened again.
 */
export class CachedGame {
  #session: GameSession | null = null;
  #main: Oid | null = null;

  /** The open game, or null if it must be opened again, for example because a head could not be read. */
  at(main: Oid): GameSession | null {
    const isUnread = this.#session?.position.branches.isAnyUnread === true;
    if (this.#main !== main || this.#session?.isLost === true || isUnread) this.close();
    return this.#session;
  }

  keep(session: GameSession, main: Oid): void {
    if (this.#session !== session) this.close();
    this.#session = session;
    this.#main = main;
  }

  holds(session: GameSession): boolean {
    return this.#session === session;
  }

  get position(): Position | null {
    return this.#session?.position ?? null;
  }

  close(): void {
    this.#session?.dispose();
    this.#session = null;
    this.#main = null;
  }
}
