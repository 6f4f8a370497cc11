import { setImmediate as immediate } from 'node:timers/promises';
import { CachedGame } from '../../apply/cached-game.ts';
import type { SessionResult } from '../../apply/open-session.ts';
import type { Position } from '../../decide/position.ts';
import { notesOfPosition } from '../../decide/position.ts';
import { takeTurns } from '../../repository/disk.ts';
import type { PrivateWatch } from './private-watch.ts';
import { worldOf } from './world-of-game.ts';

/** `takeTurns` wants a key, and there is only one game. */
const GAME = 'game';

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

/**
 * Keeps a game open while it is served or a command runs. Each tick takes in only what is new, and looks borrow the
 * open position. This only saves time: if anything else has changed the game, it is opened again.
 *
 * Ticks and looks take turns, since they share the game. If a tick needs a game that is lent, it leaves that one to
 * its borrowers, and the last of them disposes of it.
 */
export class CachedSession {
  readonly #folder: string;
  readonly #private: PrivateWatch;
  readonly #looks: Looks;
  readonly #inTurn = takeTurns();
  #ticked = new CachedGame();
  #looked: Looked | null = null;
  #finding: Promise<Loan> | null = null;
  readonly #loans = new Map<Position, Loan>();
  #isBusy = false;
  #isClosed = false;

  constructor(folder: string, watch: PrivateWatch, looks: Looks) {
    this.#folder = folder;
    this.#private = watch;
    this.#looks = looks;
  }

  /** Whether the position that would be lent next is already out. */
  get #isLent(): boolean {
    return this.#looked !== null && this.#loans.has(this.#looked.seen.position);
  }

  tick<R>(run: (kept: CachedGame) => Promise<R>): Promise<R> {
    return this.#haveTurn(async () => {
      // Most borrowers finish in a moment, so waiting once often lets the tick reuse their position.
      if (this.#isLent) await immediate();
      if (this.#isLent) this.#leaveToBorrowers();
      else this.#closeUnlessKnown();
      return run(this.#ticked);
    });
  }

  /** Lends the current position; null if somebody else has it. Callers who wait at the same time share one loan. */
  async borrow(): Promise<SessionResult | null> {
    if (this.#finding === null) {
      if (this.#isLent || this.#isClosed) return null;
      this.#finding = this.#haveTurn(() => this.#lend()).finally(() => (this.#finding = null));
    }
    const loan = await this.#finding;
    loan.to += 1;
    return loan.looked.seen;
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

  /** Borrowers keep their position until they are done, and a running tick or look finishes. */
  close(): void {
    this.#isClosed = true;
    if (!this.#isBusy) this.#closeNow();
  }

  #closeNow(): void {
    if (this.#isLent) this.#leaveToBorrowers();
    this.#forgetLooked();
    this.#ticked.close();
  }

  #haveTurn<R>(run: () => Promise<R>): Promise<R> {
    return this.#inTurn(GAME, async () => {
      this.#isBusy = true;
      try {
        return await run();
      } finally {
        this.#isBusy = false;
        if (this.#isClosed) this.#closeNow();
      }
    });
  }

  /** Notes the loan before the next turn begins, so that everybody who waited for it shares it. */
  async #lend(): Promise<Loan> {
    const looked = await this.#find();
    const { position } = looked.seen;
    const loan = { looked, noted: notesOfPosition(position), to: 0 };
    this.#loans.set(position, loan);
    return loan;
  }

  async #find(): Promise<Looked> {
    const before = worldOf(this.#folder);
    if (this.#looked !== null && isWhole(this.#looked) && this.#looked.world === before) return this.#looked;
    if (this.#looked?.kept === null) this.#forgetLooked();
    this.#looked = null;
    this.#closeUnlessKnown();
    const kept = this.#ticked;
    const ticked = (await this.#looks.on(kept)) ?? (await this.#looks.ahead(kept));
    const seen = ticked ?? (await this.#looks.fresh());
    const world = worldOf(this.#folder);
    this.#looked = { seen, world: world === before ? world : '', kept: ticked === null ? null : kept };
    return this.#looked;
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
