import { dirname, resolve } from 'node:path';

import type { z } from 'zod';

import type { Person } from '../forge/events.ts';
import type { Forge, People } from '../forge/port.ts';
import type { MemoryDisk } from '../repository/memory-disk.ts';
import type { Repository } from '../repository/repository.ts';
import type { ModelDescription } from '../kernel/describe-model.ts';
import type { ContentFiles } from '../store/paths.ts';
import type { GameFile } from '../ruleset/schema/game.ts';
import type { NewGame } from '../session/play/create-game.ts';
import type { Check } from '../care/doctor/finding.ts';
import type { AddedOptions, Asked, HostCommand } from './command.ts';
import type { Game, HomeGame, OpenOptions, TakeOverOptions } from './game.ts';

export type ForgeEntry = NonNullable<GameFile['forge']>;

/**
 * One kind of forge, with what it stores and what a machine can do with its games. Every command loads this much of
 * each host, so methods import what they need only when they are called.
 */
export interface Host {
  /** `forge.kind` in game.yml. */
  readonly kind: string;
  /** The keys of game.yml for such a forge. */
  schema(): Promise<z.ZodObject>;
  /** The game's folder that contains this one, or `exactly` this one. */
  find(folder: string, exactly: boolean): string | null;
  open(folder: string, options: OpenOptions): Promise<Game>;
  /**
   * Reads a remote game from its main and journal, for commands that only show it, without asking the forge anything
   * else. Null if it can't be fetched from here.
   */
  asJournalled?(folder: string, options: OpenOptions): Promise<ShownGame | null>;
  /** The engine's account there, as recorded in a clone. */
  engine(repository: Repository): Promise<Person>;
  /** Present if games are played on this machine. */
  readonly home?: Home;
  /** Checks of a game's folder, besides those of its files. */
  treeChecks?(folder: string, asked: Pick<Asked, 'values' | 'environment'>): Promise<readonly Check[]>;
  postAddress?(forge: ForgeEntry, number: string): string | null;
  /** Links to where people act on the forge, filled in as far as possible. */
  forms?(game: Pick<GameFile, 'forge' | 'sign-in'>, model: ModelDescription): Promise<ForgeForms | null>;
  /** The page for proposing a branch, given the address that Git pushes to. */
  changesPage?(remote: string, branch: string): string | null;
  /** Switches a clone to the running engine, on a new branch. */
  upgrade?(folder: string, wish: EngineWish): Promise<EngineTaken>;
  readonly commands?: readonly HostEntry[];
  /** Keyed by command. */
  readonly addedOptions?: Readonly<Record<string, AddedOptions>>;
}

export interface EngineWish {
  /** Where this engine is published on the forge; undefined if it knows that itself. */
  readonly engine: string | undefined;
  readonly dryRun: boolean;
  readonly now: string;
}

export interface EngineTaken {
  readonly oldVersion: string;
  readonly newVersion: string;
  /** Null if nothing was written. */
  readonly branch: string | null;
  readonly changed: readonly string[];
}

export interface ForgeForms {
  readonly name: string;
  /** For a proposal: `{title}`, `{changes}` and `{reason}` are replaced. */
  readonly changes: ForgeForm;
  /** Keyed by action; `{with}` is replaced by its arguments, one `name: value` a line. */
  readonly actions: Readonly<Record<string, ForgeForm>>;
  /** Keyed by kind of post; `{title}` and `{text}` are replaced. */
  readonly posts: Readonly<Record<string, ForgeForm>>;
  /** Null unless the group has set it up. */
  readonly signIn: SignIn | null;
}

export interface ForgeForm {
  /** A form on the forge, filled in. */
  readonly address: string;
  /** The title and text that a page posts for somebody who has signed in. */
  readonly title: string;
  readonly body: string;
  /** The maximum length of a post there. */
  readonly most: number;
}

/** The addresses that a page needs to act for somebody who has signed in, with `{…}` for what it fills in. */
export interface SignIn {
  readonly forge: string;
  /** The address at which they sign in, with `{state}`, `{challenge}` and the page `{back}` to return to. */
  readonly authorize: string;
  /** The game's own service, which obtains the token. */
  readonly service: string;
  /** Answers with a `login`, the account's name. */
  readonly who: string;
  /** Takes `body`; `{post}` is the post's number. */
  readonly comment: string;
  /** Takes `title` and `body`. */
  readonly open: string;
}

/** What it takes to show the game as it is now. */
export type ShownGame = Pick<
  Game,
  'content' | 'forge' | 'main' | 'now' | 'openPosition' | 'trials' | 'vault'
>;

interface HostEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<{ readonly command: HostCommand }>;
}

export interface Home {
  open(folder: string, options: OpenOptions): Promise<HomeGame>;
  begin(folder: string, library: ContentFiles, wish: Wish, options: OpenOptions): Promise<HomeGame>;
  /** Continues a game whose files are in `from` but whose forge is not, with the clock set to the last thing that happened. */
  takeOver(folder: string, from: string, options: TakeOverOptions): Promise<HomeGame>;
  checks(folder: string, options: OpenOptions): Promise<readonly Check[]>;
  /** Reports a lost forge; null if the folder holds no game. `copied`: a copy is played beside it. */
  forgeChecks(folder: string, copied: boolean): Promise<readonly Check[] | null>;
  /** Throws if the folder's game has lost its forge, and says what can be done. */
  assertNotLost(folder: string): Promise<void>;
  /** Rebuilds the forge of a game from its files or its Git history. */
  remakeForge(folder: string, options: OpenOptions, dryRun: boolean): Promise<Remade>;
  /** Opens a forge that exists only in this process. Given a copy of another's disk, it starts from that state. */
  openInMemory(options: MemoryOptions, disk?: MemoryDisk): Promise<InMemory>;
}

export interface Remade {
  readonly folder: string;
  readonly name: string;
  /** `journal`: with Git's history and everything in the journal. `content`: from the files in content/ alone. */
  readonly from: 'journal' | 'content';
  /** When the last restored event happened. */
  readonly until: string | null;
  /** Ids of the matters that are pending. */
  readonly pending: readonly string[];
  /** One sentence about each thing that can't be restored. */
  readonly lost: readonly string[];
  /** Where the remains of the old forge were moved. */
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

export type Wish = Omit<NewGame, 'at' | 'forge' | 'dice'>;

export function hostOf(hosts: readonly Host[], { kind }: Pick<ForgeEntry, 'kind'>): Host | null {
  return hosts.find((host) => host.kind === kind) ?? null;
}

export function homeIn(hosts: readonly Host[]): Home {
  const home = hosts.find((host) => host.home !== undefined)?.home;
  if (home === undefined) throw new Error('no host plays games on this machine');
  return home;
}

export interface FoundGame {
  readonly host: Host;
  readonly folder: string;
}

/** The folder and its parents, nearest first, or only the folder itself. */
export function* foldersFrom(start: string, exactly: boolean): Generator<string> {
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    yield folder;
    if (exactly || dirname(folder) === folder) return;
  }
}

/** The game in a folder; if several hosts find one, the first host wins. */
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
