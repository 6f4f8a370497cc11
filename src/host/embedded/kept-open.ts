import { KeptGame } from '../../apply/kept-game.ts';
import type { LookResult } from '../../apply/look-around.ts';
import type { Deciding } from '../../decide/deciding.ts';
import type { Position } from '../../decide/position.ts';
import { notesOfPosition } from '../../decide/notes-of-position.ts';
import type { Mark } from '../../forge/port.ts';
import { journalBranch } from '../../store/journal/journal-head.ts';
import { worldOf } from './kept-look.ts';
import type { PrivateWatch } from './private-watch.ts';

/** A look, and how far the forge was observed for it. */
export interface Marked extends LookResult {
  readonly mark: Mark | null;
}

/** The ways to look at a game. */
export interface Looks {
  /** In a game of its own. */
  anew(): Promise<Marked>;
  /** In a game that the next tick goes on with; null where it could not. */
  ahead(kept: KeptGame): Promise<Marked | null>;
  /** In the game that a tick left open, or a look ahead; null where others did something meanwhile. */
  on(kept: KeptGame): Promise<Marked | null>;
}

interface Looked {
  readonly seen: Marked;
  /** The world in which it was looked at; empty where that changed meanwhile, so that it is good for once. */
  readonly world: string;
  /** Whether a tick goes on with it. */
  readonly isTicked: boolean;
}

/**
 * A game that stays open, for as long as it is served or a command runs: each tick takes in what is new, and whoever looks
 * borrows what is open. It saves time and changes nothing: where the game is no longer as it was left, it is opened anew.
 */
export class KeptOpen {
  readonly #folder: string;
  readonly #private: PrivateWatch;
  readonly #looks: Looks;
  #ticked = new KeptGame();
  #looked: Looked | null = null;
  #finding: Promise<Looked> | null = null;
  #lent: { readonly position: Position; readonly noted: string; to: number } | null = null;

  constructor(folder: string, watch: PrivateWatch, looks: Looks) {
    this.#folder = folder;
    this.#private = watch;
    this.#looks = looks;
  }

  /** The game that the next tick goes on with. */
  get deciding(): Deciding | null {
    return this.#ticked.deciding;
  }

  /** Whether whoever looks has it at once: nobody has it now, and nobody spoilt it. */
  get isAtHand(): boolean {
    return this.#lent === null && this.#looked !== null;
  }

  async tick<R>(run: (kept: KeptGame) => Promise<R>): Promise<R> {
    // A borrower keeps what they have.
    if (this.#lent !== null) this.#ticked = new KeptGame();
    else this.#closeUnlessKnown();
    return run(this.#ticked);
  }

  /** The game as it stands, to be given back; null where somebody else has it. Those who wait for it together have it together. */
  async borrow(): Promise<Marked | null> {
    if (this.#lent !== null) return null;
    this.#finding ??= this.#find().finally(() => (this.#finding = null));
    const { seen } = await this.#finding;
    this.#lent ??= { position: seen.position, noted: notesOfPosition(seen.position), to: 0 };
    if (this.#lent.position !== seen.position) return null;
    this.#lent.to += 1;
    return seen;
  }

  giveBack(position: Position): void {
    const lent = this.#lent;
    if (lent?.position !== position) return position.open.play.dispose();
    lent.to -= 1;
    if (lent.to > 0) return;
    this.#lent = null;
    // It was closed meanwhile.
    if (this.#looked?.seen.position !== position) return position.open.play.dispose();
    // No action goes on from what a borrower changed, by an attempted action or without meaning to.
    const isSpoilt = position.open.play.sandbox.dead || notesOfPosition(position) !== lent.noted;
    if (isSpoilt) this.#forgetLooked();
  }

  /** A borrower keeps what they have, and disposes of it. */
  close(): void {
    if (this.#lent === null) this.#forgetLooked();
    else if (this.#looked?.isTicked === true) this.#ticked = new KeptGame();
    this.#looked = null;
    this.#ticked.close();
  }

  async #find(): Promise<Looked> {
    const before = this.#world();
    const isLost = this.#looked?.seen.position.open.play.sandbox.dead === true;
    if (this.#looked !== null && !isLost && this.#looked.world === before) return this.#looked;
    if (this.#looked?.isTicked === false) this.#forgetLooked();
    this.#closeUnlessKnown();
    const ticked = (await this.#looks.on(this.#ticked)) ?? (await this.#looks.ahead(this.#ticked));
    const seen = ticked ?? (await this.#looks.anew());
    const world = this.#world();
    this.#looked = { seen, world: world === before ? world : '', isTicked: ticked !== null };
    return this.#looked;
  }

  #closeUnlessKnown(): void {
    if (this.#private.isKnown()) return;
    this.#ticked.close();
    this.#private.learn();
  }

  #forgetLooked(): void {
    if (this.#looked?.isTicked === true) this.#ticked.close();
    else this.#looked?.seen.position.open.play.dispose();
    this.#looked = null;
  }

  #world(): string {
    return worldOf(this.#folder, '', ['main', journalBranch]);
  }
}
