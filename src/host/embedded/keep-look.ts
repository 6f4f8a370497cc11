import { statSync } from 'node:fs';
import { join } from 'node:path';

import type { LocalForge } from '../../forge/embedded/local-forge.ts';
import type { Forge, Mark } from '../../forge/port.ts';
import type { Oid } from '../../repository/oid.ts';
import type { Vault } from '../../store/vault.ts';
import { journalBranch } from '../../store/journal/journal-head.ts';
import { writeImageFile } from '../../cache/image-file.ts';
import type { Caches } from '../../cache/caches.ts';
import { KeptGame } from '../../apply/kept-game.ts';
import type { TickOptions } from '../../apply/tick-options.ts';
import { ENGINE_FOLDER, type HomeGame } from '../game.ts';
import { branchesIn, isKeptLookCurrent, lookFile, worldOf, type LookHead } from './kept-look.ts';
import type { LookResult } from '../../apply/look-around.ts';
import { KeptOpen } from './kept-open.ts';
import { watchPrivate, type PrivateWatch } from './private-watch.ts';
import { glanceAt, stuckIn } from '../../apply/read-status.ts';
import type { Glance } from '../../apply/status.ts';
import type { Position } from '../../decide/position.ts';

type Place = Pick<LocalForge, 'forge' | 'footing' | 'labelled'> & { readonly folder: string };
type Look = (forge: Forge) => Promise<LookResult>;
type LookOn = (forge: Forge, kept: KeptGame) => Promise<LookResult | null>;
type Asked = Pick<TickOptions, 'dryRun' | 'isolated'>;

export interface AtAGlance {
  readonly position: Position;
  readonly glance: Glance;
}

/** Every act on a game leaves this for the next command: the game as it was seen last. */
export class LookKeeper {
  readonly #place: Place;
  readonly #caches: Caches;
  readonly #private: PrivateWatch;
  #left: KeptGame | null = null;
  /** Null unless the game stays open. */
  #open: KeptOpen | null = null;

  constructor(place: Place, vault: Vault, caches: Caches) {
    this.#place = place;
    this.#caches = caches;
    this.#private = watchPrivate(place.folder, vault);
  }

  /** A game that stays open is lent; each that does not is opened by whoever looks at it. */
  lending(look: Look, lookOn: LookOn): Pick<HomeGame, 'borrow' | 'giveBack' | 'keepOpen'> {
    const { folder, forge } = this.#place;
    return {
      keepOpen: () => {
        const open = (this.#open ??= new KeptOpen(folder, this.#private));
        return {
          close: () => {
            this.#open = null;
            open.close();
          },
        };
      },
      borrow: async () =>
        (await this.#open?.borrow(
          () => look(forge),
          (kept) => lookOn(forge, kept),
        )) ?? null,
      giveBack: (position) =>
        this.#open === null ? position.open.play.dispose() : this.#open.giveBack(position),
    };
  }

  /** Looks, and keeps what is seen for the next command, unless something happened meanwhile. */
  async look(look: Look): Promise<AtAGlance> {
    const { forge, footing } = this.#place;
    let mark: Mark | null = null;
    const looked = await look({
      ...forge,
      observe: async (since) => {
        const seen = await forge.observe(since);
        mark = seen.mark;
        return seen;
      },
    });
    const { position } = looked;
    const seen = { position, glance: glanceAt(position, { stuck: stuckIn(position, this.#place) }) };
    const stood = mark === null ? null : footing(mark);
    if (stood !== null) this.#keep(seen, looked, stood);
    return seen;
  }

  /** Does a tick so that the game stays open after it, and is looked at once more when the command is done. */
  async tick<R>(
    asked: Asked,
    tick: (more: Pick<TickOptions, 'kept' | 'vault'>) => Promise<R>,
    look: Look,
    lookOn: LookOn,
  ): Promise<R> {
    const isPlain = asked.dryRun === true || asked.isolated === true;
    const { vault } = this.#private;
    if (this.#open !== null && !isPlain) return this.#open.tick((kept) => tick({ vault, kept }));
    // Sources run as they are: nothing is left for another command.
    if (this.#caches.engine === null) return tick({});
    this.#left?.close();
    // A thread of its own can't be copied.
    const kept = isPlain ? null : new KeptGame();
    this.#left = kept;
    const { folder } = this.#place;
    this.#caches.lookAtTheEnd(folder, async () => {
      if (isKeptLookCurrent(folder, this.#caches)) return;
      const { position } = await this.look(
        async (forge) => (kept && (await lookOn(forge, kept))) ?? (await look(forge)),
      );
      if (position !== kept?.position) position.open.play.dispose();
      kept?.close();
    });
    return tick({ vault, ...(kept === null ? {} : { kept }) });
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
