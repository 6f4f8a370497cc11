import { statSync } from 'node:fs';
import { join } from 'node:path';

import type { LocalForge } from '../../forge/embedded/local-forge.ts';
import type { Forge, Mark } from '../../forge/port.ts';
import type { Oid } from '../../repository/oid.ts';
import type { Vault } from '../../store/vault.ts';
import { journalBranch } from '../../store/journal/journal-head.ts';
import { writeImageFile } from '../../cache/image-file.ts';
import type { Caches } from '../../cache/caches.ts';
import type { KeptGame } from '../../apply/kept-game.ts';
import type { TickOptions } from '../../apply/tick-options.ts';
import { ENGINE_FOLDER, type HomeGame } from '../game.ts';
import { branchesIn, isKeptLookCurrent, lookFile, worldOf, type LookHead } from './kept-look.ts';
import type { LookResult } from '../../apply/look-around.ts';
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
}

export interface AtAGlance {
  readonly position: Position;
  readonly glance: Glance;
}

/** Every act on a game leaves this for the next command: the game as it was seen last. */
export class LookKeeper {
  readonly #place: Place;
  readonly #caches: Caches;
  readonly #private: PrivateWatch;
  readonly #looks: Looks;
  /** Null unless the game stays open. */
  #open: KeptOpen | null = null;
  /** Whether it stays open for longer than a command takes, so that there is no next one to leave anything for. */
  #isServed = false;
  /** Where it does not: it stays open after a tick until it was looked at for the next command. */
  #left: KeptOpen | null = null;

  constructor(place: Place, vault: Vault, caches: Caches, looks: LooksAt) {
    this.#place = place;
    this.#caches = caches;
    this.#private = watchPrivate(place.folder, vault);
    this.#looks = {
      anew: () => this.#marked((forge) => looks.anew(forge)),
      ahead: (kept) => this.#markedOrNull((forge) => looks.ahead(forge, kept)),
      on: (kept) => this.#markedOrNull((forge) => looks.on(forge, kept)),
    };
  }

  /** A game that stays open is lent; each that does not is opened by whoever looks at it. */
  get lending(): Pick<HomeGame, 'borrow' | 'giveBack' | 'keepOpen'> {
    return {
      keepOpen: (how = {}) => {
        const open = (this.#open ??= this.#newOpen());
        this.#isServed = how.forCommand !== true;
        return {
          close: () => {
            this.#open = null;
            this.#isServed = false;
            open.close();
          },
        };
      },
      borrow: async () => (await this.#open?.borrow())?.position ?? null,
      giveBack: (position) => this.giveBack(position),
    };
  }

  giveBack(position: Position): void {
    if (this.#open === null) position.open.play.dispose();
    else this.#open.giveBack(position);
  }

  /** Looks, and keeps what is seen for the next command, unless something happened meanwhile. It is to be given back. */
  async look(): Promise<AtAGlance> {
    return this.#keepSeen((await this.#open?.borrow()) ?? (await this.#looks.anew()));
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
    if (engine !== null && !this.#isServed) this.#lookAtTheEnd(open);
    return open === null
      ? tick(engine === null ? {} : { vault })
      : open.tick((kept) => tick({ vault, kept }));
  }

  #newOpen(): KeptOpen {
    return new KeptOpen(this.#place.folder, this.#private, this.#looks);
  }

  #lookAtTheEnd(open: KeptOpen | null): void {
    const { folder } = this.#place;
    this.#caches.lookAtTheEnd(folder, async () => {
      if (isKeptLookCurrent(folder, this.#caches)) return;
      const lent = (await open?.borrow()) ?? null;
      const { position } = this.#keepSeen(lent ?? (await this.#looks.anew()));
      if (lent === null) position.open.play.dispose();
      else open?.giveBack(position);
      if (open === this.#left) open?.close();
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

  #keepSeen(looked: Marked): AtAGlance {
    const { position, mark } = looked;
    const seen = { position, glance: glanceAt(position, { stuck: stuckIn(position, this.#place) }) };
    const stood = mark === null ? null : this.#place.footing(mark);
    if (stood !== null) this.#keep(seen, looked, stood);
    return seen;
  }

  #keep(
    { position, glance }: AtAGlance,
    { main, journal }: LookResult,
    stood: NonNullable<ReturnType<Place['footing']>>,
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
    const head: LookHead = { world, branches: names, glance, limits: sandbox.limits };
    this.#caches.writeAtTheEnd('look', () => writeImageFile(lookFile(folder), head, image));
  }
}

function sizeOfLog(folder: string): number {
  return statSync(join(folder, ENGINE_FOLDER, 'forge/events.jsonl')).size;
}

function standAt(folder: string, branches: ReadonlyMap<string, Oid | null>): boolean {
  const found = branchesIn(join(folder, ENGINE_FOLDER), [...branches.keys()]);
  return [...branches].every(([name, oid]) => found.get(name) === oid);
}
