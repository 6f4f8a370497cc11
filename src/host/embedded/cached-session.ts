import { setImmediate as immediate } from 'node:timers/promises';
import { CachedGame } from '../../tick/cached-game.ts';
import type { SessionResult } from '../../tick/open-session.ts';
import { type Position, notesOfPosition } from '../../session/position/position.ts';
import type { Vault } from '../../session/secrets/vault.ts';
import { watchPrivate, type PrivateWatch } from './private-watch.ts';
import { worldOf } from './world-of-game.ts';

export interface Openers {
  /** Opens the game separately. */
  fresh(): Promise<SessionResult>;
  /** Looks in a game that the next tick continues; null if that isn't possible. */
  ahead(cached: CachedGame): Promise<SessionResult | null>;
  /** Continues the game that a tick or a reader left open; null if others have done something meanwhile. */
  on(cached: CachedGame): Promise<SessionResult | null>;
}

interface Found {
  readonly seen: SessionResult;
  /** The state of the world while it was opened; empty if it changed meanwhile, so that the result is used only once. */
  readonly world: string;
  /** The kept game if a tick can continue with it; null if it was opened separately. */
  readonly cached: CachedGame | null;
}

/** A position and how many borrowers have it. */
interface Loan {
  readonly found: Found;
  readonly noted: string;
  to: number;
}

/** What a tick in an open game gets. */
type CachedTick = { readonly vault: Vault; readonly cached?: CachedGame };

/**
 * Keeps a game open while somebody serves it or runs a command. Each tick takes in only what is new, and readers borrow the
 * open position. This only saves time: if anything else has changed the game, it is opened again.
 *
 * Ticks and readers take turns, since they share the game. If a tick needs a game that is lent, it leaves that one to
 * its borrowers, and the last of them disposes of it.
 */
export class CachedSession {
  readonly #folder: string;
  readonly #private: PrivateWatch;
  readonly #openers: Openers;
  readonly #keepers = new Set<object>();
  /** Ends when all turns that were asked for have ended. */
  #lastTurn: Promise<void> = Promise.resolve();
  #ticked = new CachedGame();
  #found: Found | null = null;
  #finding: Promise<Loan> | null = null;
  readonly #loans = new Map<Position, Loan>();
  #isBusy = false;

  constructor(folder: string, vault: Vault, openers: Openers) {
    this.#folder = folder;
    this.#private = watchPrivate(folder, vault);
    this.#openers = openers;
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
    return this.#found !== null && this.#loans.has(this.#found.seen.position);
  }

  /** Ticks in the open game, if there is one. */
  async tick<R>(run: (cached: CachedTick) => Promise<R>): Promise<R> {
    const { vault } = this.#private;
    if (this.#isClosed) return run({ vault });
    const endTurn = await this.#beginTurn();
    try {
      // Most borrowers finish in a moment, so waiting once often lets the tick reuse their position.
      if (this.#isLent) await immediate();
      if (this.#isLent) this.#leaveToBorrowers();
      else this.#closeUnlessKnown();
      return await run({ vault, cached: this.#ticked });
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
    return loan.found.seen.position;
  }

  giveBack(position: Position): void {
    const loan = this.#loans.get(position);
    if (loan === undefined) return position.open.play.dispose();
    loan.to -= 1;
    if (loan.to > 0) return;
    this.#loans.delete(position);
    // A position that a borrower changed, even by a failed action, is not used again.
    const isSpoilt = position.open.play.sandbox.dead || notesOfPosition(position) !== loan.noted;
    if (this.#found !== loan.found) letGo(loan.found);
    else if (isSpoilt) this.#forgetFound();
  }

  #close(): void {
    if (this.#isLent) this.#leaveToBorrowers();
    this.#forgetFound();
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
      let found = this.#found;
      if (found === null || !isWhole(found) || found.world !== before) {
        if (found?.cached === null) letGo(found);
        this.#found = null;
        this.#closeUnlessKnown();
        const cached = this.#ticked;
        const ticked = (await this.#openers.on(cached)) ?? (await this.#openers.ahead(cached));
        const seen = ticked ?? (await this.#openers.fresh());
        const world = worldOf(this.#folder);
        found = { seen, world: world === before ? world : '', cached: ticked === null ? null : cached };
        this.#found = found;
      }
      const loan = { found, noted: notesOfPosition(found.seen.position), to: 0 };
      this.#loans.set(found.seen.position, loan);
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
    if (this.#found?.cached === this.#ticked) this.#ticked = new CachedGame();
    this.#found = null;
  }

  #forgetFound(): void {
    if (this.#found !== null) letGo(this.#found);
    this.#found = null;
  }
}

/** A failed tick has closed its position, and a tick that opened the game again continues with another one. */
function isWhole({ seen: { position }, cached }: Found): boolean {
  return (cached === null || cached.position === position) && !position.open.play.sandbox.dead;
}

function letGo({ seen: { position }, cached }: Found): void {
  if (cached?.position === position) cached.close();
  else position.open.play.dispose();
}
