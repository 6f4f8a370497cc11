import { KeptGame } from '../../apply/kept-game.ts';
import type { LookResult } from '../../apply/look-around.ts';
import type { Position } from '../../decide/position.ts';
import { notesOfPosition } from '../../decide/notes-of-position.ts';
import { journalBranch } from '../../store/journal/journal-head.ts';
import { worldOf } from './kept-look.ts';
import type { PrivateWatch } from './private-watch.ts';

interface Looked {
  readonly position: Position;
  /** The world in which it was looked at; empty where that changed meanwhile, so that it is good for once. */
  readonly world: string;
  /** Whether it is the tick's, who goes on with it. */
  readonly isTicked: boolean;
}

/**
 * A game that stays open for as long as it is served: each tick takes in what is new, and whoever looks borrows what is
 * open. It saves time and changes nothing: where the game is no longer as it was left, it is opened anew.
 */
export class KeptOpen {
  readonly #folder: string;
  readonly #private: PrivateWatch;
  #ticked = new KeptGame();
  #looked: Looked | null = null;
  #lent: { readonly position: Position; readonly noted: string } | null = null;

  constructor(folder: string, watch: PrivateWatch) {
    this.#folder = folder;
    this.#private = watch;
  }

  async tick<R>(run: (kept: KeptGame) => Promise<R>): Promise<R> {
    // A borrower keeps what they have.
    if (this.#lent !== null) this.#ticked = new KeptGame();
    else if (!this.#private.isKnown()) this.#ticked.close();
    return run(this.#ticked);
  }

  /** The game as it stands, to be given back; null where somebody else has it. */
  async borrow(
    look: () => Promise<LookResult>,
    lookOn: (kept: KeptGame) => Promise<LookResult | null>,
  ): Promise<Position | null> {
    if (this.#lent !== null) return null;
    const { position } = await this.#find(look, lookOn);
    this.#lent = { position, noted: notesOfPosition(position) };
    return position;
  }

  giveBack(position: Position): void {
    const lent = this.#lent;
    if (lent?.position !== position) return position.open.play.dispose();
    this.#lent = null;
    // No action goes on from what a borrower changed, by an attempted action or without meaning to.
    const isSpoilt = position.open.play.sandbox.dead || notesOfPosition(position) !== lent.noted;
    if (isSpoilt) this.#forgetLooked();
  }

  close(): void {
    this.#forgetLooked();
    this.#ticked.close();
  }

  async #find(
    look: () => Promise<LookResult>,
    lookOn: (kept: KeptGame) => Promise<LookResult | null>,
  ): Promise<Looked> {
    const before = this.#world();
    const isLost = this.#looked?.position.open.play.sandbox.dead === true;
    if (this.#looked !== null && !isLost && this.#looked.world === before) return this.#looked;
    if (this.#looked?.isTicked === false) this.#forgetLooked();
    if (!this.#private.isKnown()) this.#ticked.close();
    const ticked = await lookOn(this.#ticked);
    const { position } = ticked ?? (await look());
    const world = this.#world();
    this.#looked = { position, world: world === before ? world : '', isTicked: ticked !== null };
    return this.#looked;
  }

  #forgetLooked(): void {
    if (this.#looked?.isTicked === true) this.#ticked.close();
    else this.#looked?.position.open.play.dispose();
    this.#looked = null;
  }

  #world(): string {
    return worldOf(this.#folder, '', ['main', journalBranch]);
  }
}
