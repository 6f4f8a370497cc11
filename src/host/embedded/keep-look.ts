import { statSync } from 'node:fs';
import { join } from 'node:path';

import type { LocalForge } from '../../forge/embedded/local-forge.ts';
import type { Forge, Mark } from '../../forge/port.ts';
import type { Oid } from '../../repository/oid.ts';
import type { Vault } from '../../store/vault.ts';
import { journalBranch } from '../../store/journal/places.ts';
import { writeImageFile } from '../../cache/image-file.ts';
import type { Caches } from '../../cache/caches.ts';
import type { KeptGame } from '../../apply/kept-game.ts';
import type { TickOptions } from '../../apply/tick-options.ts';
import { ENGINE_FOLDER, type HomeGame } from '../game.ts';
import {
  branchesIn,
  gameFromKeptLook,
  isKeptLookCurrent,
  type KeptInPlay,
  lookFile,
  worldOf,
  type LookHead,
} from './kept-look.ts';
import type { LookResult } from '../../apply/look-around.ts';
import { leaveGame } from '../../apply/resume-deciding.ts';
import type { Deciding } from '../../decide/deciding.ts';
import { KeptOpen, type Looks, type Marked } from './kept-open.ts';
import { watchPrivate, type PrivateWatch } from './private-watch.ts';
import { glanceAt, stuckIn } from '../../apply/read-status.ts';
import type { Glance } from '../../apply/status.ts';
import type { Position } from '../../decide/position.ts';

type Place = Pick<LocalForge, 'forge' | 'footing' | 'labelled'> & { readonly folder: string };
type Asked = Pick<TickOptions, 'dryRun' | 'isolated'>;
type Tick<R> = (more: Pick<TickOptions, 'kept' | 'vault'>) => Promise<R>;

/** The ways to look at a game on a forge. */
export interface LooksAt {
  anew(forge: Forge): Promise<LookResult>;
  ahead(forge: Forge, kept: KeptGame): Promise<LookResult | null>;
  on(forge: Forge, kept: KeptGame): Promise<LookResult | null>;
  /** Opens the game for a tick as another process left it. Nothing where that can't be gone on with. */
  again(left: KeptInPlay, kept: KeptGame): Promise<void>;
}

export interface AtAGlance {
  readonly position: Position;
  readonly glance: Glance;
}

/** Every command leaves this for the next one, unless nothing happened since: the game as it was seen last. */
export class LookKeeper {
  readonly #place: Place;
  readonly #caches: Caches;
  readonly #private: PrivateWatch;
  readonly #looks: Looks;
  /** Null unless the game stays open. */
  #open: KeptOpen | null = null;
  /** Everybody for whom it stays open; true for those who serve it, which is longer than a command takes. */
  readonly #keepers = new Map<object, boolean>();
  /** The one that lent a position; it may be closed by now. */
  readonly #lenders = new WeakMap<Position, KeptOpen>();
  /** Where it does not: it stays open after a tick until it was looked at for the next command. */
  #left: KeptOpen | null = null;
  #wentOn = false;
  #looksAtTheEnd = false;
  /** A game that another process left, and how many went on in it. */
  #inTurn: { readonly deciding: Deciding; readonly turns: number } | null = null;

  constructor(place: Place, vault: Vault, caches: Caches, looks: LooksAt) {
    this.#place = place;
    this.#caches = caches;
    this.#private = watchPrivate(place.folder, vault);
    this.#looks = {
      anew: () => this.#marked((forge) => looks.anew(forge)),
      ahead: (kept) => this.#markedOrNull((forge) => looks.ahead(forge, kept)),
      on: async (kept) => {
        await this.#goOn(kept, looks);
        return this.#markedOrNull((forge) => looks.on(forge, kept));
      },
    };
  }

  /** A game that stays open is lent; each that does not is opened by whoever looks at it. */
  get lending(): Pick<HomeGame, 'borrow' | 'giveBack' | 'keepOpen'> {
    return {
      keepOpen: (how = {}) => {
        this.#open ??= this.#newOpen();
        const keeper = {
          close: () => {
            if (!this.#keepers.delete(keeper) || this.#keepers.size > 0) return;
            this.#open?.close();
            this.#open = null;
          },
        };
        this.#keepers.set(keeper, how.forCommand !== true);
        return keeper;
      },
      borrow: async () => {
        const open = this.#open;
        const lent = await this.#borrow();
        // A command that acts looks in any case.
        if (open !== null && lent !== null && !this.#looksAtTheEnd)
          this.#lookAtTheEnd(open, () => open.isAtHand);
        return lent?.position ?? null;
      },
      giveBack: (position) => this.giveBack(position),
    };
  }

  /** Goes on in the game as the last command left it: once, since whatever is opened after that is as new. */
  async #goOn(kept: KeptGame, looks: LooksAt): Promise<void> {
    if (this.#wentOn || kept.position !== null) return;
    this.#wentOn = true;
    const left = await gameFromKeptLook(this.#place.folder, this.#caches);
    if (left === null) return;
    if (!this.#private.isKnown()) return left.sandbox.dispose();
    await looks.again(left, kept);
    if (kept.deciding !== null) this.#inTurn = { deciding: kept.deciding, turns: left.turns + 1 };
  }

  async #borrow(open = this.#open): Promise<Marked | null> {
    const lent = (await open?.borrow()) ?? null;
    if (open !== null && lent !== null) this.#lenders.set(lent.position, open);
    return lent;
  }

  giveBack(position: Position): void {
    const lender = this.#lenders.get(position);
    if (lender === undefined) position.open.play.dispose();
    else lender.giveBack(position);
  }

  /** Looks, and keeps what is seen for the next command, unless something happened meanwhile. */
  async look<T>(read: (seen: AtAGlance) => T, open = this.#open): Promise<T> {
    const seen = (await this.#borrow(open)) ?? (await this.#looks.anew());
    try {
      return read(this.#keepSeen(seen, open?.deciding ?? null));
    } finally {
      this.giveBack(seen.position);
    }
  }

  /** Does a tick so that the game stays open after it, and is looked at once more when the command is done. */
  async tick<R>(asked: Asked, tick: Tick<R>): Promise<R> {
    const { engine } = this.#caches;
    const { vault } = this.#private;
    // A thread of its own can't be copied.
    const isPlain = asked.dryRun === true || asked.isolated === true;
    if (this.#open === null) {
      this.#left?.close();
      // Sources run as they are: nothing is left for another command.
      this.#left = isPlain || engine === null ? null : this.#newOpen();
    }
    const open = isPlain ? null : (this.#open ?? this.#left);
    this.#looksAtTheEnd = true;
    this.#lookAtTheEnd(open);
    return open === null
      ? tick(engine === null ? {} : { vault })
      : open.tick((kept) => tick({ vault, kept }));
  }

  #newOpen(): KeptOpen {
    return new KeptOpen(this.#place.folder, this.#private, this.#looks);
  }

  #lookAtTheEnd(open: KeptOpen | null, isWorthIt = (): boolean => true): void {
    const { folder } = this.#place;
    const isServed = [...this.#keepers.values()].includes(true);
    if (this.#caches.engine === null || isServed) return;
    this.#caches.lookAtTheEnd(folder, async () => {
      if (!isWorthIt() || isKeptLookCurrent(folder, this.#caches)) return;
      try {
        await this.look(() => undefined, open);
      } finally {
        if (open === this.#left) open?.close();
      }
    });
  }

  async #marked(look: (forge: Forge) => Promise<LookResult>): Promise<Marked> {
    const seen = await this.#markedOrNull(look);
    if (seen === null) throw new Error('a look shows something');
    return seen;
  }

  async #markedOrNull(look: (forge: Forge) => Promise<LookResult | null>): Promise<Marked | null> {
    const { forge } = this.#place;
    let mark: Mark | null = null;
    const seen = await look({
      ...forge,
      observe: async (since) => {
        const observed = await forge.observe(since);
        mark = observed.mark;
        return observed;
      },
    });
    return seen === null ? null : { ...seen, mark };
  }

  /** `deciding`: the game that is open for the next tick; it may be another than the one that is seen. */
  #keepSeen(looked: Marked, deciding: Deciding | null): AtAGlance {
    const { position, mark } = looked;
    const seen = { position, glance: glanceAt(position, { stuck: stuckIn(position, this.#place) }) };
    const stood = mark === null ? null : this.#place.footing(mark);
    const own = deciding?.position === position ? deciding : null;
    if (stood !== null) this.#keep(seen, looked, stood, own);
    return seen;
  }

  #keep(
    { position, glance }: AtAGlance,
    { main, journal }: LookResult,
    stood: NonNullable<ReturnType<Place['footing']>>,
    deciding: Deciding | null,
  ): void {
    const { folder } = this.#place;
    const { engine } = this.#caches;
    if (engine === null) return;
    const branches = new Map([...stood.branches, ['main', main], [journalBranch, journal]]);
    const names = [...branches.keys()];
    const world = worldOf(folder, engine, names);
    // Asked after that: what was added while it was made is told by this.
    if (sizeOfLog(folder) !== stood.bytes || !standAt(folder, branches)) return;
    if (!this.#private.isKnown()) return;
    const { sandbox } = position.open.play;
    const image = sandbox.image();
    if (image === null) return;
    const turns = deciding !== null && this.#inTurn?.deciding === deciding ? this.#inTurn.turns : 0;
    const head: LookHead = { world, branches: names, glance, limits: sandbox.limits, turns };
    const left = deciding === null ? null : leaveGame(deciding, main);
    this.#caches.writeAtTheEnd('look', () => writeImageFile(lookFile(folder), head, image, left));
  }
}

function sizeOfLog(folder: string): number {
  return statSync(join(folder, ENGINE_FOLDER, 'forge/events.jsonl')).size;
}

function standAt(folder: string, branches: ReadonlyMap<string, Oid | null>): boolean {
  const found = branchesIn(join(folder, ENGINE_FOLDER), [...branches.keys()]);
  return [...branches].every(([name, oid]) => found.get(name) === oid);
}
