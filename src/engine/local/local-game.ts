import { join } from 'node:path';

import type { Person } from '../../forge/events.ts';
import { openLocalForge, type LocalForge } from '../../forge/local/local-forge.ts';
import type { Forge } from '../../forge/port.ts';
import { readBranch } from '../../repository/refs.ts';
import type { Oid } from '../../repository/repository.ts';
import type { ContentFiles } from '../game/paths.ts';
import { openVault, type Vault } from '../game/vault.ts';
import type { Network } from '../pictures/fetch-picture.ts';
import { openPictureStore, type PictureStore } from '../pictures/picture-store.ts';
import { keepReadsIn } from '../kept/keep-reads.ts';
import { readContent } from '../tick/look.ts';
import type { Table } from '../tick/table.ts';
import { lookAround, lookOn, type Looked, type LookOptions } from './look-around.ts';
import { LookKeeper } from './keep-look.ts';
import { clockOf, ENGINE_FOLDER, type Clock } from './game-folder.ts';
import { statusAtAGlance } from './read-status.ts';
import type { Status } from './status.ts';
import { tick } from '../tick/tick.ts';
import { Trials } from '../tick/trials.ts';
import { NoGameError, type TickOptions, type TickReport } from '../tick/tick-options.ts';

/** A game with its embedded forge, in a folder: `content/` to read and edit, `.gitnomic/` for everything else. */
export interface LocalGame extends Omit<LocalForge, 'carryOn'>, Clock {
  readonly folder: string;
  /** Whose machine this is, where the game is played on a forge elsewhere: its files are not this folder's. */
  readonly me?: Person;
  readonly vault: Vault;
  /** Pictures that were sent, as this machine fetched them. */
  readonly pictures: PictureStore;
  /** What came of what was tried here, so that nothing is tried twice. */
  readonly trials?: Trials;
  main(): Promise<Oid>;
  content(): Promise<ContentFiles>;
  tick(options?: Pick<TickOptions, 'dryRun' | 'isolated'>): Promise<TickReport>;
  /** The game as it stands now, with what has not led to a commit yet. Its play is to be disposed of. */
  look(): Promise<Table>;
  /** The same at a glance. */
  status(): Promise<Status>;
}

export { ENGINE_FOLDER, findLocalGame } from './game-folder.ts';

export interface OpenLocalOptions {
  /** The time, where it is not the machine's: for tests and demonstrations. */
  readonly now?: string | (() => string) | undefined;
  /** What stands for the internet where pictures are fetched: for tests. */
  readonly network?: Network;
}

export async function openLocalGame(
  folder: string,
  { now: fixed, network }: OpenLocalOptions = {},
): Promise<LocalGame> {
  const own = join(folder, ENGINE_FOLDER);
  keepReadsIn(join(own, 'cache', 'reads.json'));
  const clock = clockOf(folder, fixed);
  const { forge, table, redact, footing, labelled } = await openLocalForge(join(own, 'forge'), {
    clock: clock.now,
  });
  const vault = await openVault(join(own, 'private'));
  const pictures = openPictureStore(
    join(own, 'private', 'pictures'),
    network === undefined ? {} : { network },
  );
  const trials = new Trials(join(own, 'cache', 'trials.json'));
  const main = async (): Promise<Oid> => {
    const tip = await readBranch(forge.repository, 'main');
    if (tip === null) throw new NoGameError();
    return tip;
  };
  const keeper = new LookKeeper({ folder, forge, footing, labelled }, vault);
  const sides = (seen: Forge): LookOptions => ({ forge: seen, vault, pictures, now: clock.now() });
  const look = async (seen: Forge): Promise<Looked> => lookAround(sides(seen), await main());
  return {
    folder,
    forge,
    table,
    redact,
    footing,
    labelled,
    vault,
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
    look: async () => (await look(forge)).table,
    status: async () => {
      for (;;) {
        const seen = await keeper.look(look);
        const status = statusAtAGlance(seen, clock.now());
        const { play } = seen.table.open;
        // Where the rules did not come back from a question, the others are asked without it.
        const isWhole = !play.sandbox.dead;
        play.dispose();
        if (isWhole) return status;
      }
    },
  };
}
