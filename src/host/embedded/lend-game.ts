import type { SessionResult } from '../../apply/open-session.ts';
import type { TickOptions } from '../../apply/tick-options.ts';
import type { Position } from '../../decide/position.ts';
import type { Vault } from '../../store/vault.ts';
import type { HomeGame } from '../game.ts';
import { CachedSession, type Looks } from './cached-session.ts';
import { watchPrivate, type PrivateWatch } from './private-watch.ts';

type Asked = Pick<TickOptions, 'dryRun' | 'isolated'>;
type Tick<R> = (more: Pick<TickOptions, 'kept' | 'vault'>) => Promise<R>;

/** Lends the game while it stays open in this process; otherwise each look opens it. */
export class GameLender {
  readonly #folder: string;
  readonly #private: PrivateWatch;
  readonly #looks: Looks;
  /** Null unless the game stays open. */
  #open: CachedSession | null = null;
  readonly #keepers = new Set<object>();
  /** The open game that lent each position; it may be closed by now. */
  readonly #lenders = new WeakMap<Position, CachedSession>();

  constructor(folder: string, vault: Vault, looks: Looks) {
    this.#folder = folder;
    this.#private = watchPrivate(folder, vault);
    this.#looks = looks;
  }

  get lending(): Pick<HomeGame, 'borrow' | 'giveBack' | 'keepOpen'> {
    return {
      keepOpen: () => {
        this.#open ??= new CachedSession(this.#folder, this.#private, this.#looks);
        const keeper = {
          close: () => {
            if (!this.#keepers.delete(keeper) || this.#keepers.size > 0) return;
            this.#open?.close();
            this.#open = null;
          },
        };
        this.#keepers.add(keeper);
        return keeper;
      },
      borrow: async () => (await this.#borrow())?.position ?? null,
      giveBack: (position) => this.#giveBack(position),
    };
  }

  async look<T>(read: (position: Position) => T): Promise<T> {
    const { position } = (await this.#borrow()) ?? (await this.#looks.anew());
    try {
      return read(position);
    } finally {
      this.#giveBack(position);
    }
  }

  /** Ticks in the open game, unless it is a dry run or runs the rules in a separate thread. */
  async tick<R>({ dryRun, isolated }: Asked, tick: Tick<R>): Promise<R> {
    const { vault } = this.#private;
    if (this.#open === null || dryRun === true || isolated === true) return tick({ vault });
    return this.#open.tick((kept) => tick({ vault, kept }));
  }

  async #borrow(): Promise<SessionResult | null> {
    const open = this.#open;
    const lent = (await open?.borrow()) ?? null;
    if (open !== null && lent !== null) this.#lenders.set(lent.position, open);
    return lent;
  }

  #giveBack(position: Position): void {
    const lender = this.#lenders.get(position);
    if (lender === undefined) position.open.play.dispose();
    else lender.giveBack(position);
  }
}
