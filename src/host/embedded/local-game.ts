import { join } from 'node:path';

import type { Person } from '../../forge/events.ts';
import { openLocalForge, type LocalForge } from '../../forge/embedded/local-forge.ts';
import type { Forge } from '../../forge/port.ts';
import { readBranch } from '../../repository/refs.ts';
import type { Oid } from '../../repository/oid.ts';
import type { ContentFiles } from '../../store/paths.ts';
import { openVault, type Vault } from '../../store/vault.ts';
import type { Network } from '../../store/pictures/fetch-picture.ts';
import { openPictureStore, type PictureStore } from '../../store/pictures/picture-store.ts';
import { Caches } from '../../cache/caches.ts';
import { readContent } from '../../apply/look.ts';
import { lookAround, lookOn, type Looked, type LookOptions } from '../../apply/look-around.ts';
import { LookKeeper } from './keep-look.ts';
import { clockOf, ENGINE_FOLDER, type Clock } from './game-folder.ts';
import type { Position } from '../../decide/position.ts';
import { findRemains, ForgeLostError, forgeStateOf } from './game-remains.ts';
import { statusAtAGlance } from '../../apply/read-status.ts';
import { tick } from '../../apply/tick.ts';
import { Trials } from '../../rehearse/trials.ts';
import type { Status } from '../../apply/status.ts';
import { NoGameError, type TickOptions, type TickReport } from '../../apply/tick-options.ts';

/** A game with its embedded forge, in a folder: `content/` to read and edit, `.gitnomic/` for everything else. */
export interface LocalGame extends Omit<LocalForge, 'carryOn'>, Clock {
  readonly folder: string;
  /** Whose machine this is, where the game is played on a forge elsewhere: its files are not this folder's. */
  readonly me?: Person;
  readonly vault: Vault;
  readonly caches: Caches;
  /** Pictures that were sent, as this machine fetched them. */
  readonly pictures: PictureStore;
  /** What came of what was tried here, so that nothing is tried twice. */
  readonly trials?: Trials;
  main(): Promise<Oid>;
  content(): Promise<ContentFiles>;
  tick(options?: Pick<TickOptions, 'dryRun' | 'isolated'>): Promise<TickReport>;
  /** The game as it stands now, with what has not led to a commit yet. Its play is to be disposed of. */
  look(): Promise<Position>;
  /** The same at a glance. */
  status(): Promise<Status>;
}

export { ENGINE_FOLDER, findLocalGame } from './game-folder.ts';

export interface OpenLocalOptions {
  /** The time, where it is not the machine's: for tests and demonstrations. */
  readonly now?: string | (() => string) | undefined;
  /** What stands for the internet where pictures are fetched: for tests. */
  readonly network?: Network;
  readonly caches?: Caches | undefined;
}

export async function openLocalGame(
  folder: string,
  { now: fixed, network, caches = new Caches() }: OpenLocalOptions = {},
): Promise<LocalGame> {
  assertForgeIsWhole(folder);
  const own = join(folder, ENGINE_FOLDER);
  caches.keepIn(join(own, 'cache'));
  const clock = clockOf(folder, fixed);
  const { forge, table, redact, footing, labelled } = await openLocalForge(join(own, 'forge'), {
    clock: clock.now,
    memo: caches.onDisk,
  });
  const vault = await openVault(join(own, 'private'), caches.onDisk);
  const pictures = openPictureStore(
    join(own, 'private', 'pictures'),
    network === undefined ? {} : { network },
  );
  const trials = new Trials(join(own, 'cache', 'trials.json'), caches.engine);
  const main = async (): Promise<Oid> => {
    const tip = await readBranch(forge.repository, 'main');
    if (tip !== null) return tip;
    const there = findRemains(folder);
    throw there === null ? new NoGameError() : new ForgeLostError(there);
  };
  const keeper = new LookKeeper({ folder, forge, footing, labelled }, vault, caches);
  const sides = (seen: Forge): LookOptions => ({ forge: seen, vault, pictures, now: clock.now(), caches });
  const look = async (seen: Forge): Promise<Looked> => lookAround(sides(seen), await main());
  return {
    folder,
    forge,
    table,
    redact,
    footing,
    labelled,
    vault,
    caches,
    pictures,
    trials,
    ...clock,
    main,
    content: async () => readContent(forge, await main()),
    tick: (asked = {}) =>
      keeper.tick(
        asked,
        (more) => tick({ ...sides(forge), trials, ...asked, ...more }),
        look,
        async (seen, kept) => lookOn(sides(seen), await main(), kept),
      ),
    look: async () => (await look(forge)).position,
    status: async () => {
      const seen = await keeper.look(look);
      const status = statusAtAGlance(seen, clock.now());
      seen.position.open.play.dispose();
      return status;
    },
  };
}

/** Opening a forge makes what it lacks, and posts, votes or history would be gone without a word. */
function assertForgeIsWhole(folder: string): void {
  const state = forgeStateOf(folder);
  if (state === 'whole' || state === 'none') return;
  const there = findRemains(folder);
  if (there !== null) throw new ForgeLostError(there);
}
