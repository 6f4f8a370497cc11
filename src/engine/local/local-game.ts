import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { openLocalForge, type LocalForge } from '../../forge/local/local-forge.ts';
import { readBranch } from '../../repository/refs.ts';
import type { Oid } from '../../repository/repository.ts';
import type { ContentFiles } from '../game/paths.ts';
import { openVault, type Vault } from '../game/vault.ts';
import type { Network } from '../pictures/fetch-picture.ts';
import { openPictureStore, type PictureStore } from '../pictures/picture-store.ts';
import { keepReadsIn } from '../kept/keep-reads.ts';
import { preview } from '../tick/decide.ts';
import { observe, readContent } from '../tick/look.ts';
import type { Table } from '../tick/table.ts';
import { NoGameError, situationAt, tick, type TickOptions, type TickReport } from '../tick/tick.ts';

/** A game with its embedded forge, in a folder: `content/` to read and edit, `.gitnomic/` for everything else. */
export interface LocalGame extends LocalForge {
  readonly folder: string;
  readonly vault: Vault;
  /** Pictures that were sent, as this machine fetched them. */
  readonly pictures: PictureStore;
  now(): string;
  /** Moves this game's clock on; what is due then is for the next tick. */
  forward(ms: number): void;
  main(): Promise<Oid>;
  content(): Promise<ContentFiles>;
  tick(options?: Pick<TickOptions, 'dryRun' | 'isolated'>): Promise<TickReport>;
  /** The game as it stands now, with what has not led to a commit yet. Its play is to be disposed of. */
  look(): Promise<Table>;
}

export const ENGINE_FOLDER = '.gitnomic';

export interface OpenLocalOptions {
  /** The time, where it is not the machine's: for tests and demonstrations. */
  readonly now?: string | (() => string) | undefined;
  /** What stands for the internet where pictures are fetched: for tests. */
  readonly network?: Network;
}

/** The nearest folder, from `start` up, that has a game in it; or in its folder `game`. */
export function findLocalGame(start: string): string | null {
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    for (const candidate of [folder, join(folder, 'game')])
      if (existsSync(join(candidate, ENGINE_FOLDER, 'forge'))) return candidate;
    if (dirname(folder) === folder) return null;
  }
}

export async function openLocalGame(
  folder: string,
  { now: fixed, network }: OpenLocalOptions = {},
): Promise<LocalGame> {
  const own = join(folder, ENGINE_FOLDER);
  keepReadsIn(join(own, 'cache', 'reads.json'));
  const clock = clockIn(own, fixed);
  const { forge, table, redact } = await openLocalForge(join(own, 'forge'), { clock: clock.now });
  const vault = await openVault(join(own, 'private'));
  const pictures = openPictureStore(
    join(own, 'private', 'pictures'),
    network === undefined ? {} : { network },
  );
  const main = async (): Promise<Oid> => {
    const tip = await readBranch(forge.repository, 'main');
    if (tip === null) throw new NoGameError();
    return tip;
  };
  return {
    folder,
    forge,
    table,
    redact,
    vault,
    pictures,
    ...clock,
    main,
    content: async () => readContent(forge, await main()),
    tick: (options) => tick({ forge, vault, pictures, now: clock.now(), ...options }),
    look: async () => {
      const tip = await main();
      const options = { forge, vault, pictures, now: clock.now() };
      return preview(await situationAt(options, tip, await observe(forge, tip, options.now)));
    },
  };
}

function clockIn(folder: string, fixed: OpenLocalOptions['now']): Pick<LocalGame, 'now' | 'forward'> {
  const path = join(folder, 'clock.json');
  const read = (): number =>
    existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { aheadMs: number }).aheadMs : 0;
  const time = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;
  return {
    now: () => time(startMs(fixed) + read()),
    forward: (ms) => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(path, `${JSON.stringify({ aheadMs: read() + ms })}\n`);
    },
  };
}

function startMs(fixed: OpenLocalOptions['now']): number {
  if (fixed === undefined) return Date.now();
  return Date.parse(typeof fixed === 'string' ? fixed : fixed());
}
