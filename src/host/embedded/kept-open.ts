import { setImmediate as immediate } from 'node:timers/promises';

import { KeptGame } from '../../apply/kept-game.ts';
import type { LookResult } from '../../apply/look-around.ts';
import type { Position } from '../../decide/position.ts';
import { notesOfPosition } from '../../decide/notes-of-position.ts';
import { takeTurns } from '../../repository/turns.ts';
import type { PrivateWatch } from './private-watch.ts';
import { worldOf } from './world-of-game.ts';

/** There is one game to have a turn in. */
const GAME = 'game';

/** The ways to look at a game. */
export interface Looks {
  /** In a game of its own. */
  anew(): Promise<LookResult>;
  /** In a game that the next tick goes on with; null where it could not. */
  ahead(kept: KeptGame): Promise<LookResult | null>;
  /** In the game that a tick left open, or a look ahead; null where others did something meanwhile. */
  on(kept: KeptGame): Promise<LookResult | null>;
}

interface Looked {
  readonly seen: LookResult;
  /** The world in which it was looked at; empty where that changed meanwhile, so that it is good for once. */
  readonly world: string;
  /** Where a tick goes on with it; null where it is a game of its own. */
  readonly kept: KeptGame | null;
}

/** A game that was looked at, with those who have it now. */
interface Loan {
  readonly looked: Looked;
  readonly noted: string;
  to: number;
}

/**
 * A game that stays open, for as long as it is served or a command runs: each tick takes in what is new, and whoever looks
 * borrows what is open. It saves time and changes nothing: where the game is no longer as it was left, it is opened anew.
 *
 * Ticks and looks have their turns, since each goes on in the same game. A game that is lent when a tick comes is its borrowers’
 * from then on, and is disposed of when the last of them is done.
 */
export class KeptOpen {
  readonly #folder: string;
  readonly #private: PrivateWatch;
  readonly #looks: Looks;
  readonly #inTurn = takeTurns();
  #ticked = new KeptGame();
  #looked: Looked | null = null;
  #finding: Promise<Loan> | null = null;
  readonly #loans = new Map<Position, Loan>();
  /** Whether a tick or a look is under way. */
  #isBusy = false;
  #isClosed = false;

  constructor(folder: string, watch: PrivateWatch, looks: Looks) {
    this.#folder = folder;
    this.#private = watch;
    this.#looks = looks;
  }

  /** Whether somebody has what the next one would be lent. */
  get #isLent(): boolean {
    return this.#looked !== null && this.#loans.has(this.#looked.seen.position);
  }

  tick<R>(run: (kept: KeptGame) => Promise<R>): Promise<R> {
    return this.#haveTurn(async () => {
      // Most of those who looked just now are done in a moment, and the tick goes on with what they had.
      if (this.#isLent) await immediate();
      if (this.#isLent) this.#leaveToBorrowers();
      else this.#closeUnlessKnown();
      return run(this.#ticked);
    });
  }

  /** The game as it stands, to be given back; null where somebody else has it. Those who wait for it together have it together. */
  async borrow(): Promise<LookResult | null> {
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
    // No action goes on from what a borrower changed, by an attempted action or without meaning to.
    const isSpoilt = position.open.play.sandbox.dead || notesOfPosition(position) !== loan.noted;
    if (this.#looked !== loan.looked) letGo(loan.looked);
    else if (isSpoilt) this.#forgetLooked();
  }

  /** A borrower keeps what they have until they are done, and whatever is under way comes to its end. */
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

  /** Before anybody else has their turn those who wait for it have it. */
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
    const seen = ticked ?? (await this.#looks.anew());
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
    if (this.#looked?.kept === this.#ticked) this.#ticked = new KeptGame();
    this.#looked = null;
  }

  #forgetLooked(): void {
    if (this.#looked !== null) letGo(this.#looked);
    this.#looked = null;
  }
}

/** A tick that failed has closed what it had, and one that opened the game anew goes on with another. */
function isWhole({ seen: { position }, kept }: Looked): boolean {
  return (kept === null || kept.position === position) && !position.open.play.sandbox.dead;
}

function letGo({ seen: { position }, kept }: Looked): void {
  if (kept?.position === position) kept.close();
  else position.open.play.dispose();
}
