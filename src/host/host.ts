import type { z } from 'zod';

import type { Person } from '../forge/events.ts';
import type { Forge, People } from '../forge/port.ts';
import type { MemoryDisk } from '../repository/memory-disk.ts';
import type { ContentFiles } from '../store/paths.ts';
import type { GameFile } from '../ruleset/schema/game.ts';
import type { NewGame } from '../store/create-game.ts';
import type { Status } from '../apply/status.ts';
import type { Check } from '../care/doctor/finding.ts';
import type { AddedOptions, Asked, HostCommand } from './command.ts';
import type { Game, HomeGame, OpenOptions } from './game.ts';

export type ForgeEntry = NonNullable<GameFile['forge']>;

/**
 * Where games are played on one kind of forge: what is kept there and what can be done with it from a machine. This much
 * of each is loaded by every command, so that its methods load what they need only when they are called.
 */
export interface Host {
  /** `forge.kind` in game.yml. */
  readonly kind: string;
  /** What game.yml says of such a forge. */
  schema(): Promise<z.ZodObject>;
  /** The folder of a game from `start` up, or `exactly` there. */
  find(start: string, exactly: boolean): string | null;
  open(folder: string, options: OpenOptions): Promise<Game>;
  /** Who the engine is there. */
  engine(): Promise<Person>;
  /** Where games are played on this machine. */
  readonly home?: Home;
  /** What there is to look at in a folder with a game's files, beside those. */
  treeChecks?(folder: string, asked: Pick<Asked, 'values' | 'environment'>): Promise<readonly Check[]>;
  /** The address of a post by its number on the forge. */
  postAddress?(forge: ForgeEntry, number: string): string | null;
  /** The page on which the changes of a branch are proposed, of a repository that Git pushes to at this address. */
  changesPage?(remote: string, branch: string): string | null;
  readonly commands?: readonly HostEntry[];
  /** By the name of the command. */
  readonly addedOptions?: Readonly<Record<string, AddedOptions>>;
}

export interface HostEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<{ readonly command: HostCommand }>;
}

export interface Home {
  open(folder: string, options: OpenOptions): Promise<HomeGame>;
  begin(folder: string, library: ContentFiles, wish: Wish, options: OpenOptions): Promise<HomeGame>;
  /**
   * Goes on with a game whose files are in the folder `from` and whose forge is not: as it stood, with the clock at the time
   * when something last happened.
   */
  takeOver(folder: string, from: string, options: OpenOptions): Promise<HomeGame>;
  /** The status as a command before left it; null where the game has to be looked at. */
  keptStatus(folder: string, options: OpenOptions): Promise<Status | null>;
  checks(folder: string, options: OpenOptions): Promise<readonly Check[]>;
  /** A forge of this kind that is gone with the process. With the disk of another, copied, it begins where that one stood. */
  openInMemory(options: MemoryOptions, disk?: MemoryDisk): Promise<InMemory>;
}

export interface MemoryOptions {
  readonly clock: () => string;
  readonly engine?: Person;
  /** What event ids begin with. */
  readonly forgeId?: string;
}

export interface InMemory {
  readonly forge: Forge;
  readonly people: People;
}

/** What is wished of a game that begins at home. */
export type Wish = Omit<NewGame, 'at' | 'forge' | 'dice'>;

/** The host that a game's `game.yml` names. */
export function hostOf(hosts: readonly Host[], { kind }: Pick<ForgeEntry, 'kind'>): Host | null {
  return hosts.find((host) => host.kind === kind) ?? null;
}

/** Where games begin that are played on this machine. */
export function homeIn(hosts: readonly Host[]): Home {
  const home = hosts.find((host) => host.home !== undefined)?.home;
  if (home === undefined) throw new Error('no host plays games on this machine');
  return home;
}

export interface Found {
  readonly host: Host;
  readonly folder: string;
}

/** The game from `start` up, or `exactly` there; where several hosts have one, that of the first. */
export function findGame(hosts: readonly Host[], start: string, exactly: boolean): Found | null {
  for (const host of hosts) {
    const folder = host.find(start, exactly);
    if (folder !== null) return { host, folder };
  }
  return null;
}

export interface FoundHome {
  readonly home: Home;
  readonly folder: string;
}

/** The same among games that are played on this machine. */
export function findHome(hosts: readonly Host[], start: string, exactly: boolean): FoundHome | null {
  const at = hosts.filter((host) => host.home !== undefined);
  const found = findGame(at, start, exactly);
  const home = found?.host.home;
  return found === null || home === undefined ? null : { home, folder: found.folder };
}
