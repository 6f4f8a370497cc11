import { setImmediate as immediate } from 'node:timers/promises';
import { CachedGame } from '../../tick/cached-game.ts';
import type { SessionResult } from '../../tick/open-session.ts';
import type { Position } from '../../session/position/position.ts';
import { notesOfPosition } from '../../session/position/position.ts';
import type { Vault } from '../../session/secrets/vault.ts';
import { watchPrivate, type PrivateWatch } from './private-watch.ts';
import { worldOf } from './world-of-game.ts';

export interface Looks {
  /** Opens the game separately. */
  fresh(): Promise<SessionResult>;
  /** Looks in a game that the next tick continues; null if that isn't possible. */
  ahead(kept: CachedGame): Promise<SessionResult | null>;
  /** Looks in the game that a tick or an earlier look left open; null if others have done something meanwhile. */
  on(kept: CachedGame): Promise<SessionResult | null>;
}

interface Looked {
  readonly seen: SessionResult;
  /** The state of the world during the look; empty if it changed meanwhile, so that the result is used only once. */
  readonly world: string;
  /** The kept game if a tick can continue with it; null if it was opened separately. */
  readonly kept: CachedGame | null;
}

/** A position and how many borrowers have it. */
interface Loan {
  readonly looked: Looked;
  readonly noted: string;
  to: number;
}

/** What a tick in an open game gets. */
type Kept = { readonly vault: Vault; readonly kept?: CachedGame };

/**
 * Keeps a game open while somebody serves it or runs a command. Each tick takes in only what is new, and looks borrow the
 * open position. This only saves time: if anything else has changed the game, it is opened again.
 *
 * Ticks and looks take turns, since they share the game. If a tick needs a game that is lent, it leaves that one to
 * its borrowers, and the last of them disposes of it.
 */
export class CachedSession {
  readonly #folder: string;
  readonly #private: PrivateWatch;
  readonly #looks: Looks;
  readonly #keepers = new Set<object>();
  /** Ends when all turns that were asked for have ended. */
  #lastTurn: Promise<void> = Promise.resolve();
  #ticked = new CachedGame();
  #looked: Looked | null = null;
  #finding: Promise<Loan> | null = null;
  readonly #loans = new Map<Position, Loan>();
  #isBusy = false;

  constructor(folder: string, vault: Vault, looks: Looks) {
    this.#folder = folder;
    this.#private = watchPrivate(folder, vault);
    this.#looks = looks;
  }

  /** Keeps the game open until everybody who asked for it has closed it. Borrowers and a running turn then finish. */
  keepOpen(): { close(): void } {
    const keeper = {
      close: () => {
        if (this.#keepers.delete(keeper) && this.#isClosed && !this.#isBusy) this.#close();
      },
    };
    this.#keepers.add(keeper);
    return keeper;
  }

  get #isClosed(): boolean {
    return this.#keepers.size === 0;
  }

  /** Whether the position that would be lent next is already out. */
  get #isLent(): boolean {
    return this.#looked !== null && this.#loans.has(this.#looked.seen.position);
  }

  /** Ticks in the open game, unless there is none or it is a dry run. */
  async tick<R>(isDry: boolean, run: (kept: Kept) => Promise<R>): Promise<R> {
    const { vault } = this.#private;
    if (this.#isClosed || isDry) return run({ vault });
    const endTurn = await this.#beginTurn();
    try {
      // Most borrowers finish in a moment, so waiting once often lets the tick reuse their position.
      if (this.#isLent) await immediate();
      if (this.#isLent) this.#leaveToBorrowers();
      else this.#closeUnlessKnown();
      return await run({ vault, kept: this.#ticked });
    } finally {
      endTurn();
    }
  }

  /** Lends the current position; null if none is kept or somebody else has it. Callers who wait at the same time share one loan. */
  async borrow(): Promise<Position | null> {
    if (this.#finding === null) {
      if (this.#isLent || this.#isClosed) return null;
      this.#finding = this.#lend();
    }
    const loan = await this.#finding;
    loan.to += 1;
    return loan.looked.seen.position;
  }

  giveBack(position: Position): void {
    const loan = this.#loans.get(position);
    if (loan === undefined) return position.open.play.dispose();
    loan.to -= 1;
    if (loan.to > 0) return;
    this.#loans.delete(position);
    // A position that a borrower changed, even by a failed action, is not used again.
    const isSpoilt = position.open.play.sandbox.dead || notesOfPosition(position) !== loan.noted;
    if (this.#looked !== loan.looked) letGo(loan.looked);
    else if (isSpoilt) this.#forgetLooked();
  }

  #close(): void {
    if (this.#isLent) this.#leaveToBorrowers();
    this.#forgetLooked();
    this.#ticked.close();
  }

  /** Waits for the turns before, and returns what ends this one. */
  async #beginTurn(): Promise<() => void> {
    const before = this.#lastTurn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastTurn = promise;
    await before;
    this.#isBusy = true;
    return () => {
      this.#isBusy = false;
      if (this.#isClosed) this.#close();
      resolve();
    };
  }

  /** Notes the loan before the turn ends, so that everybody who waited for it shares it. */
  async #lend(): Promise<Loan> {
    const endTurn = await this.#beginTurn();
    try {
      const before = worldOf(this.#folder);
      let looked = this.#looked;
      if (looked === null || !isWhole(looked) || looked.world !== before) {
        if (looked?.kept === null) letGo(looked);
        this.#looked = null;
        this.#closeUnlessKnown();
        const kept = this.#ticked;
        const ticked = (await this.#looks.on(kept)) ?? (await this.#looks.ahead(kept));
        const seen = ticked ?? (await this.#looks.fresh());
        const world = worldOf(this.#folder);
        looked = { seen, world: world === before ? world : '', kept: ticked === null ? null : kept };
        this.#looked = looked;
      }
      const loan = { looked, noted: notesOfPosition(looked.seen.position), to: 0 };
      this.#loans.set(looked.seen.position, loan);
      return loan;
    } finally {
      this.#finding = null;
      endTurn();
    }
  }

  #closeUnlessKnown(): void {
    if (this.#private.isKnown()) return;
    this.#ticked.close();
    this.#private.learn();
  }

  #leaveToBorrowers(): void {
    if (this.#looked?.kept === this.#ticked) this.#ticked = new CachedGame();
    this.#looked = null;
  }

  #forgetLooked(): void {
    if (this.#looked !== null) letGo(this.#looked);
    this.#looked = null;
  }
}

/** A failed tick has closed its position, and a tick that opened the game again continues with another one. */
function isWhole({ seen: { position }, kept }: Looked): boolean {
  return (kept === null || kept.position === position) && !position.open.play.sandbox.dead;
}

function letGo({ seen: { position }, kept }: Looked): void {
  if (kept?.position === position) kept.close();
  else position.open.play.dispose();
}
