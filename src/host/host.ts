import { dirname, resolve } from 'node:path';

import type { z } from 'zod';

import type { Person } from '../forge/events.ts';
import type { Forge, People } from '../forge/port.ts';
import type { MemoryDisk } from '../repository/memory-disk.ts';
import type { Repository } from '../repository/repository.ts';
import type { ModelDescription } from '../kernel/describe-model.ts';
import type { ContentFiles } from '../store/paths.ts';
import type { GameFile } from '../ruleset/schema/game.ts';
import type { NewGame } from '../store/create-game.ts';
import type { Check } from '../care/doctor/finding.ts';
import type { AddedOptions, Asked, HostCommand } from './command.ts';
import type { Game, HomeGame, OpenOptions, TakeOverOptions } from './game.ts';

export type ForgeEntry = NonNullable<GameFile['forge']>;

/**
 * Where games are played on one kind of forge: what is kept there and what can be done with it from a machine. This much
 * of each is loaded by every command, so that its methods load what they need only when they are called.
 */
export interface Host {
  /** `forge.kind` in game.yml. */
  readonly kind: string;
  /** The keys of game.yml for such a forge. */
  schema(): Promise<z.ZodObject>;
  /** The folder of the game that belongs to this one, or `exactly` this one. */
  find(folder: string, exactly: boolean): string | null;
  open(folder: string, options: OpenOptions): Promise<Game>;
  /**
   * A game that is played elsewhere as its main and its journal there have it, for whoever only shows it: the forge is asked
   * for nothing else. Null where that can't be fetched from here.
   */
  asJournalled?(folder: string, options: OpenOptions): Promise<ShownGame | null>;
  /** The engine's account there, as far as a clone shows it. */
  engine(repository: Repository): Promise<Person>;
  /** Where games are played on this machine. */
  readonly home?: Home;
  /** The checks of a folder with a game's files, beside those of the files. */
  treeChecks?(folder: string, asked: Pick<Asked, 'values' | 'environment'>): Promise<readonly Check[]>;
  /** The address of a post by its number on the forge. */
  postAddress?(forge: ForgeEntry, number: string): string | null;
  /** Where people do what the rules offer, with everything known filled in. */
  doors?(game: Pick<GameFile, 'forge' | 'sign-in'>, model: ModelDescription): Promise<ForgeDoors | null>;
  /** The page on which the changes of a branch are proposed, of a repository that Git pushes to at this address. */
  changesPage?(remote: string, branch: string): string | null;
  /** Has a clone of a game use the engine that runs here, on a branch of its own. */
  upgrade?(folder: string, wish: EngineWish): Promise<EngineTaken>;
  readonly commands?: readonly HostEntry[];
  /** By the name of the command. */
  readonly addedOptions?: Readonly<Record<string, AddedOptions>>;
}

export interface EngineWish {
  /** Where this engine lies on the forge; undefined where it says so itself. */
  readonly engine: string | undefined;
  readonly dryRun: boolean;
  readonly now: string;
}

export interface EngineTaken {
  readonly oldVersion: string;
  readonly newVersion: string;
  /** Null where nothing was written. */
  readonly branch: string | null;
  readonly changed: readonly string[];
}

/** Where people do things on a forge, in a browser. */
export interface ForgeDoors {
  /** The forge’s name, as people call it. */
  readonly name: string;
  /** For a proposal: its title, changes and reason stand for `{title}`, `{changes}` and `{reason}`. */
  readonly changes: ForgeDoor;
  /** By the action: its words stand for `{with}`, one `name: value` a line. */
  readonly actions: Readonly<Record<string, ForgeDoor>>;
  /** By the kind of post: its title and text stand for `{title}` and `{text}`. */
  readonly posts: Readonly<Record<string, ForgeDoor>>;
  /** Null unless the group wants it. */
  readonly signIn: SignIn | null;
}

export interface ForgeDoor {
  /** A form on the forge, filled in. */
  readonly address: string;
  /** The title and text of what a page opens there for somebody who is signed in. */
  readonly title: string;
  readonly body: string;
  /** The letters that a post there can have. */
  readonly most: number;
}

/** The addresses by which a page acts in the name of somebody who is signed in, with `{…}` for what is put into them. */
export interface SignIn {
  /** The forge's name, as people call it. */
  readonly forge: string;
  /** Where they say that it is them: `{state}`, `{challenge}`, and the page `{back}` that they come back to. */
  readonly authorize: string;
  /** The game's own service, which gets the token. */
  readonly service: string;
  /** Its answer has a `login`: the name of the account. */
  readonly who: string;
  /** Takes `body`, for the post with the number `{post}`. */
  readonly comment: string;
  /** Takes `title` and `body`. */
  readonly open: string;
}

/** The data that a picture of the game as it is now needs. */
export type ShownGame = Pick<Game, 'content' | 'forge' | 'look' | 'main' | 'now' | 'trials' | 'vault'>;

interface HostEntry {
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
  takeOver(folder: string, from: string, options: TakeOverOptions): Promise<HomeGame>;
  checks(folder: string, options: OpenOptions): Promise<readonly Check[]>;
  /** Whether the forge of the game in a folder is lost; null where there is nothing of a game. `copied`: one is played beside it. */
  forgeChecks(folder: string, copied: boolean): Promise<readonly Check[] | null>;
  /** Throws where there is a game whose forge is lost, with what can be done about that. */
  assertNotLost(folder: string): Promise<void>;
  /** Makes the forge of a game anew whose files, or whose Git, are in this folder. */
  remakeForge(folder: string, options: OpenOptions, dryRun: boolean): Promise<Remade>;
  /** A forge of this kind that is gone with the process. With the disk of another, copied, it begins where that one stood. */
  openInMemory(options: MemoryOptions, disk?: MemoryDisk): Promise<InMemory>;
}

export interface Remade {
  readonly folder: string;
  readonly name: string;
  /** `journal`: with Git's history and all that the journal holds. `content`: as the files of content/ say. */
  readonly from: 'journal' | 'content';
  /** When the last thing happened that is back. */
  readonly until: string | null;
  /** Ids of the matters that are pending. */
  readonly pending: readonly string[];
  /** The things that can't be brought back, a sentence each. */
  readonly lost: readonly string[];
  /** Where the remains of the old forge are now. */
  readonly aside: string | null;
}

interface MemoryOptions {
  readonly clock: () => string;
  readonly engine?: Person;
  /** The prefix of event ids. */
  readonly forgeId?: string;
}

export interface InMemory {
  readonly forge: Forge;
  readonly people: People;
}

/** The wishes for a game that begins at home. */
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

export interface FoundGame {
  readonly host: Host;
  readonly folder: string;
}

/** A folder and those that it lies in, the nearest first; or that one alone. */
export function* foldersFrom(start: string, exactly: boolean): Generator<string> {
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    yield folder;
    if (exactly || dirname(folder) === folder) return;
  }
}

/** The game of a folder; where several hosts have one there, that of the first. */
export function gameIn(hosts: readonly Host[], start: string, exactly: boolean): FoundGame | null {
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

/** The nearest game that is played on this machine, from `start` up or `exactly` there. */
export function findHome(hosts: readonly Host[], start: string, exactly: boolean): FoundHome | null {
  const at = hosts.filter((host) => host.home !== undefined);
  for (const folder of foldersFrom(start, exactly)) {
    const found = gameIn(at, folder, exactly);
    if (found?.host.home !== undefined) return { home: found.host.home, folder: found.folder };
  }
  return null;
}
